import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing.ts'
import { makeProduct, saveProduct } from '../testing/shop/catalogue.ts'

const long = 'long '.repeat(400)
const unpackers = { br: brotliDecompressSync, gzip: gunzipSync }

async function get({ app, token }: TestApp, url: string, accepted?: string, headers: Record<string, string> = {}) {
  const accepting = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const answer = await app.inject({ url, headers: { authorization: token, ...accepting, ...headers } })
  const encoding = answer.headers['content-encoding'] as 'br' | 'gzip' | undefined
  const body = encoding === undefined ? answer.rawPayload : unpackers[encoding](answer.rawPayload)
  return { encoding, vary: answer.headers['vary'], body: body.toString(), type: answer.headers['content-type'] }
}

test.each([
  ['an answer made for each request', '/games-list'],
  ['a cached answer', '/admin/products'],
])('%s is compressed for those who ask, in what they take', async (_, url) => {
  const app = await createTestApp()
  await makeProduct(app, { name: 'Aim', description: long })
  const plain = await get(app, url)
  expect(plain).toMatchObject({ encoding: undefined, type: 'application/json; charset=utf-8' })
  // Twice: the second comes from the cache.
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5, br;q=0.1', 'gzip'],
    ['br;q=0, identity', undefined],
  ]) {
    const vary = encoding && 'accept-encoding'
    expect(await get(app, url, accepted), accepted).toEqual({ ...plain, vary, encoding })
  }
})

test('a short answer is sent as it is', async () => {
  const app = await createTestApp()
  expect(await get(app, '/admin/coupons', 'br')).toMatchObject({ encoding: undefined, vary: undefined })
})

test('a cached compressed answer shows every change at once', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { name: 'Aim', description: long })
  expect((await get(app, '/admin/products', 'br')).body).toContain('"Aim"')
  await saveProduct(app, id, { name: 'Bolt' })
  expect(await get(app, '/admin/products', 'br')).toMatchObject({ encoding: 'br', body: expect.stringContaining('"Bolt"') as string })
  await app.deps.db.updateTable('product').set({ name: 'Crow' }).execute()
  expect((await get(app, '/admin/products', 'br')).body).toContain('"Crow"')
})

test('an answer that varies by origin names both headers in Vary', async () => {
  const app = await createTestApp({ corsOrigins: ['https://shop.example'] })
  await makeProduct(app, { name: 'Aim', description: long })
  const { vary } = await get(app, '/admin/products', 'br', { origin: 'https://shop.example' })
  expect(String(vary).toLowerCase()).toBe('origin, accept-encoding')
})
