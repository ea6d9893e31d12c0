import { keys, type KeyLookupInput, type KeyHistory } from '@keydesk/contract'
import type { Api } from '../../../api/call.ts'
import { ApiError } from '../../../api/error.ts'

/** The life of a key by its value or id; null where no key has it, or the host does not know the call. */
export async function lookUpKey(api: Api, wanted: KeyLookupInput, signal: AbortSignal): Promise<KeyHistory | null> {
  try {
    const answer = await api(keys.lookup, { query: { or_null: 'true' }, body: wanted }, { signal })
    return answer?.data ?? null
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return null
    throw error
  }
}
