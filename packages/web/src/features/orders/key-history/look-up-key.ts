import { type KeyHistory, type KeyLookupInput, keys } from '@keydesk/contract'
import type { Api } from '../../../api/call.ts'
import { ApiError } from '../../../api/error.ts'

/** The life of a key by its value or id; null where no key has it. A file of its own: the call is not needed for the list of orders. */
export async function lookUpKey(api: Api, wanted: KeyLookupInput, signal: AbortSignal): Promise<KeyHistory | null> {
  try {
    return (await api(keys.lookup, { query: { or_null: 'true' }, body: wanted }, { signal }))?.data ?? null
  } catch (error) {
    // Too long for a key, for example.
    if (error instanceof ApiError && error.status === 400) return null
    throw error
  }
}
