import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { booksExport, ordersExport } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../testing.ts'
import { everyCall } from '../testing/every-call.ts'

test('the documentation knows every call', async () => {
  const { app } = await createTestApp()
  const document = (await app.inject('/openapi.json')).json() as {
    openapi: string
    paths: Record<string, Record<string, { summary: string }>>
  }
  expect(document.openapi).toBe('3.1.0')
  for (const { endpoint, name } of everyCall) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    expect(document.paths[path]?.[endpoint.method.toLowerCase()]?.summary, name).toBe(endpoint.summary)
  }
})

test('the documentation says with which statuses and headers a call answers, and what may repeat it', async () => {
  const { app } = await createTestApp()
  const { paths, components } = (await app.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, { parameters: { $ref?: string; name?: string }[]; responses: Record<string, { $ref?: string }> }>>
    components: { responses: Record<string, { headers?: object }>; parameters: Record<string, { name: string; in: string }> }
  }
  const purchase = paths['/store/purchases']?.['post']
  expect(Object.keys(purchase?.responses ?? {})).toEqual([
    '201',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
  expect(purchase?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  // A quote stores nothing, so nothing can be done twice.
  expect(paths['/store/quote']?.['post']?.parameters).not.toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(components.parameters['IdempotencyKey']).toMatchObject({ name: 'Idempotency-Key', in: 'header' })
  for (const status of ['429', '503']) {
    const [, name = ''] = /(\w+)$/.exec(purchase?.responses[status]?.$ref ?? '') ?? []
    expect(components.responses[name]?.headers, status).toHaveProperty('Retry-After')
  }
  const csv = paths[ordersExport.path]?.['get']
  for (const path of [ordersExport.path, booksExport.path, '/admin/purchases/by-product'])
    expect(paths[path]?.['get']?.responses['200'], path).toHaveProperty(['content', 'text/csv'])
  expect(csv?.parameters).toContainEqual(expect.objectContaining({ name: 'time_zone' }))
  const list = paths['/admin/referrals/pending']?.['get']?.responses['200']
  const headers = { 'Cache-Control': expect.anything(), 'X-Next-Cursor': expect.anything(), 'X-Total-Count': expect.anything() }
  expect(list).toHaveProperty('headers', headers)
})

test('the documentation can be browsed without a script in the page', async () => {
  const { app } = await createTestApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const [address] = app.addresses()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address.port : ''}`
  const page = await fetch(`${base}/docs`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  expect(html).toContain('swagger-ui')
  const policy = String(page.headers.get('content-security-policy'))
  expect(policy).toContain("script-src 'self'")
  // Over plain HTTP a browser would request the scripts by HTTPS, and show nothing.
  expect(policy).not.toContain('upgrade-insecure-requests')
  for (const name of ['x-content-type-options', 'x-frame-options', 'referrer-policy']) expect(page.headers.has(name), name).toBe(true)
  const [, script] = /src="([^"]+initializer[^"]*)"/.exec(html) ?? []
  expect((await fetch(new URL(script ?? '', page.url))).status).toBe(200)
  for (const [, path = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await fetch(new URL(path, page.url))
    expect(file.status, path).toBe(200)
    expect(file.headers.get('x-content-type-options'), path).toBe('nosniff')
    await file.arrayBuffer()
  }
  expect(await (await fetch(`${base}/docs/json`)).json()).toMatchObject({ openapi: '3.1.0' })
})

test('the files of the documentation are compressed, and kept by the browser', async () => {
  const { app } = await createTestApp()
  const [url = ''] = /[^"]+bundle\.js/.exec((await app.inject('/docs')).body) ?? []
  const plain = await app.inject({ url, headers: {} })
  for (const encoding of ['br', 'gzip']) {
    const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
    expect(unpack(answer.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
  for (const other of ['/docs/0.0.0/swagger-ui.css', url.replace(/[^/]+$/, 'package.json'), url.replace(/[^/]+$/, 'constructor')]) {
    expect((await app.inject(other)).statusCode, other).toBe(404)
  }
})
