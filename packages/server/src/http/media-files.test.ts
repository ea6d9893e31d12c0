import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { s3Files } from '../files/s3.ts'
import { createTestApp } from '../testing.ts'

const name = `${'0123456789abcdef'.repeat(2)}-view.webp`
const content = new Uint8Array([1, 2, 3])

test('a stored image is served to everybody, for ever, as nothing but an image', async () => {
  const { app, deps } = await createTestApp()
  await deps.files.put(name, content, 'image/webp')
  const answer = await app.inject(`/media/${name}`)
  expect(answer.statusCode).toBe(200)
  expect(new Uint8Array(answer.rawPayload)).toEqual(content)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '3',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('HEAD answers the same without the content', async () => {
  const { app, deps } = await createTestApp()
  await deps.files.put(name, content, 'image/webp')
  const answer = await app.inject({ method: 'HEAD', url: `/media/${name}` })
  expect(answer).toMatchObject({ statusCode: 200, body: '', headers: { 'content-type': 'image/webp', 'content-length': '3' } })
  expect((await app.inject({ method: 'HEAD', url: `/media/${name.replace('0', 'f')}` })).statusCode).toBe(404)
})

test.each([
  name,
  'keydesk.db',
  '..%2fkeydesk.db',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  `%2e%2e%2f${name}`,
  `${name}%00`,
  `${name}.html`,
  name.toUpperCase(),
  name.replace('view', 'full'),
  name.replace('.webp', '.svg'),
  `a${name}`,
  name.slice(1),
  'x'.repeat(190),
])('%s is not found, as an error of the usual shape', async (path) => {
  const { app, deps } = await createTestApp()
  await deps.files.put(name.replace('0', 'f'), content, 'image/webp')
  const answer = await app.inject(`/media/${path}`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found', message: 'There is nothing at this address' })
  expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
})

test.each([
  [403, 'RequestTimeTooSkewed'],
  [401, 'Unauthorized'],
])('a bucket that answers %i is an outage with its reason in the log, and no bug', async (status, code) => {
  const bucket = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`),
  )
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void bucket.close())
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/media`
  const { deps, logged } = await createTestApp()
  const files = s3Files({ endpoint, region: 'us-east-1', accessKeyId: 'expired', secretAccessKey: 'hidden', prefix: '' })
  const app = await createApp({ ...deps, files }, { web: null, corsOrigins: [], trustedProxies: [] })
  onTestFinished(() => app.close())
  const answer = await app.inject(`/media/${name}`)
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
  expect(answer.body).not.toContain(code)
  expect(deps.failures).toMatchObject({ faults: 0, outages: { media_storage: 1 } })
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.filter(({ outage }) => outage !== undefined)).toMatchObject([{ level: 40, outage: 'media_storage', code }])
})
