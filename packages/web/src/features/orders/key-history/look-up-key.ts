import { type KeyHistory, type KeyLookupInput, keys } from '@keydesk/contract'
import type { Api } from '../../../api/call.ts'
import { ApiError } from '../../../api/error.ts'

/** The history of a key by its value or id; null if there is no such key. In a file of its own because Orders loads 1 kB less without it. */
export async function lookUpKey(api: Api, wanted: KeyLookupInput, signal: AbortSignal): Promise<KeyHistory | null> {
  try {
    return (await api(keys.lookup, { query: { or_null: 'true' }, body: wanted }, { signal }))?.data ?? null
  } catch (error) {
    // The text cannot be a key, for example because it is too long.
    if (error instanceof ApiError && error.status === 400) return null
    throw error
  }
}
