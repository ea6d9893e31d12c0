import { expect, test } from 'vitest'
import { createDownload } from './download.ts'
import { ApiError } from './error.ts'

function host(answer: () => Response | Promise<Response>, token: string | null = 'the-token') {
  const requests: { url: string; init: RequestInit }[] = []
  const rejected: string[] = []
  const connection = { host: 'https://api.example', token: () => token, onUnauthorized: (used: string) => rejected.push(used) }
  const download = createDownload(connection, async (url, init) => {
    requests.push({ url, init })
    return answer()
  })
  return { download, requests, rejected }
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => error,
  )

test('downloads a file with its name, sends the plain token, omits undefined query values', async () => {
  const { download, requests } = host(
    () => new Response('a,b', { headers: { 'content-disposition': 'attachment; filename="orders-1.csv"' } }),
  )
  const { blob, name } = await download('/admin/export.csv', { q: 'a b', status: undefined })
  expect([await blob.text(), name]).toEqual(['a,b', 'orders-1.csv'])
  expect(requests[0]).toEqual({
    url: 'https://api.example/admin/export.csv?q=a+b',
    init: { method: 'GET', headers: { authorization: 'the-token' } },
  })
  expect((await host(() => new Response('x')).download('/x', {})).name).toBeNull()
})

test("a refusal is an ApiError with the server's message; only Keydesk's own 401 ends the session", async () => {
  const refused = host(() => Response.json({ message: 'Who?' }, { status: 401 }))
  expect(await refusalOf(refused.download('/x', {}))).toMatchObject({ name: 'ApiError', message: 'Who?', status: 401 })
  expect(refused.rejected).toEqual([])
  const ended = host(() => Response.json({ message: 'Sign in again', code: 'unauthenticated' }, { status: 401 }))
  expect(await refusalOf(ended.download('/x', {}))).toMatchObject({ status: 401, isSessionEnd: true })
  expect(ended.rejected).toEqual(['the-token'])
  const down = host(() => Promise.reject(new TypeError('fetch failed')))
  const error = await refusalOf(down.download('/x', {}))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'unreachable' })
  expect(down.rejected).toEqual([])
})
