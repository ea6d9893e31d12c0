import { AppError, createApiKey, listApiKeys, revokeApiKey, system } from '@keydesk/server'
import type { Command } from './command.ts'

export const apiKeyCommands: Command[] = [
  {
    name: 'api-key create',
    usage: 'NAME',
    summary: 'Make an API key for a storefront; it is shown once',
    words: 1,
    run: async ({ deps, words: [name = ''], console }) => {
      const { id, key } = await createApiKey(deps, system, name)
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
          `${key.id}\t${key.name}\t${key.hint}…\tmade ${key.created_at}\t${key.revoked_at === null ? 'active' : `revoked ${key.revoked_at}`}`,
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
