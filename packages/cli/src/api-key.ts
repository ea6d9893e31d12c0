import { rotateApiKeyInput, type ApiKey } from '@keydesk/contract'
import { AppError, createApiKey, listApiKeys, revokeApiKey, rotateApiKey, system } from '@keydesk/server'
import type { Command } from './command.ts'

function stateOf({ revoked_at, expires_at }: ApiKey, now: Date): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  return expires_at !== null && expires_at <= now.toISOString() ? 'expired' : 'active'
}

export const apiKeyCommands: Command[] = [
  {
    name: 'api-key create',
    usage: 'NAME [--scopes a,b] [--expires DATE]',
    summary: 'Make an API key for a storefront; it is shown once',
    words: 1,
    makesShop: true,
    run: async ({ deps, words: [name = ''], options, console }) => {
      const scopes = options.scopes?.split(',').map((scope) => scope.trim())
      const { id, key } = await createApiKey(deps, system, name, { scopes, expires: options.expires })
      console.print(`API key ${id} (${name}): ${key}`)
      console.print('It is shown only now; only its hash is kept.')
    },
  },
  {
    name: 'api-key list',
    usage: '',
    summary: 'List the API keys',
    words: 0,
    run: async ({ deps, console }) => {
      const keys = await listApiKeys(deps)
      if (keys.length === 0) console.print('There are no API keys')
      for (const key of keys)
        console.print(
          [
            ...[key.id, key.name, `${key.hint}…`, key.scopes.join(','), `made ${key.created_at}`],
            `${key.orders} orders, ${key.pending_orders} pending`,
            ...[key.expires_at === null ? 'does not expire' : `expires ${key.expires_at}`],
            ...[key.last_used_at === null ? 'never used' : `last used ${key.last_used_at}`, stateOf(key, deps.now())],
          ].join('\t'),
        )
    },
  },
  {
    name: 'api-key rotate',
    usage: 'ID [--overlap HOURS] [--expires DATE|never]',
    summary: 'Give an API key a new secret; the old one ends at once, or after up to 72 hours; the expiry stays unless it is given',
    words: 1,
    run: async ({ deps, words: [word = ''], options: { overlap = '0', expires }, console }) => {
      const checked = rotateApiKeyInput.safeParse({ overlap_hours: Number(overlap) })
      if (!checked.success) throw new AppError('invalid_input', checked.error.issues[0]!.message)
      const id = toId(word)
      const { key, old_ends_at } = await rotateApiKey(deps, system, id, checked.data.overlap_hours, {
        expires: expires === 'never' ? null : expires,
      })
      console.print(`API key ${id}: ${key}`)
      console.print(`It is shown only now. The old one ${checked.data.overlap_hours === 0 ? 'has ended' : `works until ${old_ends_at}`}.`)
    },
  },
  {
    name: 'api-key revoke',
    usage: 'ID',
    summary: 'Revoke an API key at once',
    words: 1,
    run: async ({ deps, words: [word = ''], console }) => {
      const id = toId(word)
      const pending = (await listApiKeys(deps)).find((key) => key.id === id)?.pending_orders ?? 0
      await revokeApiKey(deps, system, id)
      console.print(`API key ${id} revoked`)
      if (pending > 0)
        console.print(
          `Pending orders of it: ${pending}. They can be completed only by hand, in the back office; api-key rotate would have kept them within reach.`,
        )
    },
  },
]

function toId(word: string): number {
  const id = Number(word)
  if (!Number.isSafeInteger(id) || id < 1)
    throw new AppError('invalid_input', 'The id of an API key is a positive whole number; see: api-key list')
  return id
}
