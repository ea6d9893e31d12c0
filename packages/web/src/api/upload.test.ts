import { media, products } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start-server.ts'
import { ApiError } from './error.ts'
import { createUpload } from './upload.ts'

/** The smallest picture there is: one pixel. */
const gif = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (character) => character.charCodeAt(0))

async function start() {
  const { api, host, server } = await startServer()
  const created = await api(products.create, { body: { name: 'Aurora' } })
  const rejected: string[] = []
  const upload = (token: string) => createUpload({ host, token: () => token, onUnauthorized: (used) => rejected.push(used) })
  return { id: created!.data.id, rejected, upload, token: server.token }
}

test("sends a file in the contract's field and reports progress in percent", async () => {
  const { id, upload, token } = await start()
  const seen: number[] = []
  const answer = await upload(token)(
    media.uploadImage,
    { params: { id }, file: new File([gif], 'pixel.gif', { type: 'image/gif' }) },
    { onProgress: (percent) => seen.push(percent) },
  )
  expect(answer?.data.type).toBe('image')
  expect(seen.at(-1)).toBe(100)
})

test("a refusal carries the server's message", async () => {
  const { id, upload, token } = await start()
  const sent = upload(token)(media.uploadImage, { params: { id }, file: new File(['no picture'], 'fake.png', { type: 'image/png' }) })
  await expect(sent).rejects.toSatisfy((error) => error instanceof ApiError && error.status === 415 && error.serverMessage !== null)
})

test('reports a rejected token', async () => {
  const { id, upload, rejected } = await start()
  const sent = upload('stale')(media.uploadImage, { params: { id }, file: new File([gif], 'pixel.gif') })
  await expect(sent).rejects.toMatchObject({ status: 401 })
  expect(rejected).toEqual(['stale'])
})

test('a missing server is unreachable', async () => {
  const upload = createUpload({ host: 'http://127.0.0.1:9', token: () => null, onUnauthorized: () => undefined })
  const sent = upload(media.uploadImage, { params: { id: 1 }, file: new File([gif], 'pixel.gif') })
  await expect(sent).rejects.toMatchObject({ code: 'unreachable' })
})
