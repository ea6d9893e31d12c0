import { AppError, createApiKey, listApiKeys, revokeApiKey, system, type ApiKeyInfo } from '@keydesk/server'
import type { Command } from './command.ts'

function stateOf({ revoked_at, expires_at }: ApiKeyInfo): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  return expires_at !== null && expires_at <= new Date().toISOString() ? 'expired' : 'active'
}

export const apiKeyCommands: Command[] = [
  {
    name: 'api-key create',
    usage: 'NAME [--scopes a,b] [--expires DATE]',
    summary: 'Make an API key for a storefront; it is shown once',
    words: 1,
    run: async ({ deps, words: [name = ''], options, console }) => {
      const scopes = options.scopes?.split(',').map((scope) => scope.trim())
      const { id, key } = await createApiKey(deps, system, name, { scopes, expires: options.expires })
      console.say(`API key ${id} (${name}): ${key}`)
      console.say('It is shown only now; only its hash is kept.')
    },
  },
  {
    name: 'api-key list',
    usage: '',
    summary: 'List the API keys',
    words: 0,
    run: async ({ deps, console }) => {
      const keys = await listApiKeys(deps)
      if (keys.length === 0) console.say('There are no API keys')
      for (const key of keys)
        console.say(
          [
            ...[key.id, key.name, `${key.hint}…`, key.scopes.join(','), `made ${key.created_at}`],
            ...[key.expires_at === null ? 'does not expire' : `expires ${key.expires_at}`],
            ...[key.last_used_at === null ? 'never used' : `last used ${key.last_used_at}`, stateOf(key)],
          ].join('\t'),
        )
    },
  },
  {
    name: 'api-key revoke',
    usage: 'ID',
    summary: 'Revoke an API key at once',
    words: 1,
    run: async ({ deps, words: [word = ''], console }) => {
      const id = Number(word)
      if (!Number.isSafeInteger(id) || id < 1)
        throw new AppError('invalid_input', 'The id of an API key is a positive whole number; see: api-key list')
      await revokeApiKey(deps, system, id)
      console.say(`API key ${id} revoked`)
    },
  },
]
