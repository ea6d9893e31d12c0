import { keys, type KeyPassport } from '@keydesk/contract'
import type { Api } from '../../../api/call.ts'
import { ApiError } from '../../../api/error.ts'

/** The life of the key with this value; null where no key has it, or the host does not know the call. */
export async function lookUpKey(api: Api, value: string, signal: AbortSignal): Promise<KeyPassport | null> {
  try {
    const answer = await api(keys.lookup, { body: { value } }, { signal })
    return answer?.data ?? null
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return null
    throw error
  }
}
