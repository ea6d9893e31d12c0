import { ApiError, createApi } from '../src/api/call.ts'

/** A host that always gives the same answer, and records its calls. */
export function host(answer: () => Response | Promise<Response>, token: string | null = 'the-token') {
  const requests: { url: string; init: RequestInit }[] = []
  const rejected: string[] = []
  const api = createApi(
    { host: 'https://api.example', token: () => token, onUnauthorized: (used) => rejected.push(used) },
    async (url, init) => {
      requests.push({ url, init })
      return answer()
    },
  )
  return { api, requests, rejected }
}

export const hostAnswering = (body: unknown, init?: ResponseInit) => host(() => Response.json(body, init))

export const refusalOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => 'no refusal',
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw new Error(`Expected a refusal, got ${String(error)}`)
}
