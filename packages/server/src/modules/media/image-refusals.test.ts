import { limits } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { everythingStored, makeProduct } from '../../testing/catalogue.ts'
import { makeAnimation, makeImage, picture, storedFiles, upload, withDimensions } from '../../testing/images.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const heic = Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'latin1')

test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ['SVG', () => Buffer.from(svg)],
  ['SVG behind an XML head', () => Buffer.from(`<?xml version="1.0"?><!-- x --><!DOCTYPE svg>${svg}`)],
  ['SVG behind a byte order mark and blanks', () => Buffer.from(`\ufeff  \n${svg}`)],
  ['SVG in UTF-16', () => Buffer.from(`\ufeff${svg}`, 'utf16le')],
  ['compressed SVG', async () => (await import('node:zlib')).gzipSync(svg)],
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['text', () => Buffer.from('just text')],
  ['one byte', () => new Uint8Array([0])],
  ['TIFF', () => picture(9, 9).tiff().toBuffer()],
  ['HEIC', () => heic],
  ['BMP', () => Buffer.from('BM\u0046\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0036', 'latin1')],
  ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj')],
  ['ZIP', () => Buffer.from('PK\u0003\u0004', 'latin1')],
])('%s is refused, though it calls itself a PNG', async (_, make) => {
  const answer = await refused(await make())
  expect(answer).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media', message: 'Only PNG, JPEG, WebP, GIF and AVIF images can be uploaded' },
  })
})

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('a %s that is cut short is refused, wherever the cut is', async (format) => {
  const app = await createTestApp()
  const whole = await makeImage(format, 200, 150)
  const lengths = [
    ...[0.1, 0.5, 0.9, 0.99].map((share) => Math.floor(whole.length * share)),
    ...[1, 2, 8, 12, 100].map((missing) => whole.length - missing),
  ]
  expect(
    await refusals(
      app,
      lengths.map((length) => whole.subarray(0, length)),
    ),
  ).toMatchObject(lengths.map(() => damaged))
})

test('an animation that is cut between two frames is refused', async () => {
  const app = await createTestApp()
  for (const format of ['gif', 'webp'] as const) {
    const whole = await makeAnimation(format, 6)
    const pieces = [0.4, 0.6, 0.8, 0.97].map((share) => whole.subarray(0, Math.floor(whole.length * share)))
    expect(await refusals(app, pieces)).toMatchObject(pieces.map(() => damaged))
  }
})

const pngSignature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')

test.each([
  ['a PNG of nothing but its signature', pngSignature],
  ['a PNG that turns into text', Buffer.concat([pngSignature, Buffer.from(svg)])],
  ['a PNG whose first part has an impossible length', Buffer.concat([pngSignature, Buffer.alloc(100, 0xff)])],
  ['a JPEG that turns into text', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg)])],
  ['a GIF that turns into HTML', Buffer.from('GIF89a<html><script>alert(1)</script></html>;')],
  ['a WebP that turns into text', Buffer.from('RIFF\u0040\u0000\u0000\u0000WEBPVP8 nothing like a picture at all, only words', 'latin1')],
  ['an AVIF without a picture', Buffer.from('\u0000\u0000\u0000\u0018ftypavif\u0000\u0000\u0000\u0000mif1avif', 'latin1')],
])('%s is refused as damaged', async (_, bytes) => {
  expect(await refused(bytes)).toMatchObject(damaged)
})

test('bytes changed in the middle are noticed', async () => {
  const app = await createTestApp()
  const png = await makeImage('png', 200, 150)
  png.fill(0x55, png.length / 2, png.length / 2 + 40)
  expect(await refusals(app, [png])).toMatchObject([damaged])
})

test('more than 40 megapixels are refused, before they are unpacked', async () => {
  const small = await makeImage('png', 1, 1)
  for (const [width, height] of [
    [8_000, 5_001],
    [65_535, 65_535],
    [40_000_001, 1],
  ] as const) {
    expect(await refused(withDimensions(small, width, height))).toMatchObject({
      status: 400,
      body: { message: 'The image has more than 40 megapixels' },
    })
  }
  expect(await refused(withDimensions(small, 8_000, 5_000))).toMatchObject({
    status: 400,
    body: { message: 'The image is damaged or cut short' },
  })
})

test('an empty file, one of more than 10 MB and one in another field are refused', async () => {
  expect(await refused(new Uint8Array())).toMatchObject({ status: 400, body: { message: 'The file is empty' } })
  const padded = (length: number) => makeImage('jpeg').then((image) => Buffer.concat([image, Buffer.alloc(length - image.length)]))
  expect(await refused(await padded(limits.imageBytes + 1))).toMatchObject({
    status: 413,
    body: { message: 'The file is larger than 10 MB' },
  })
  expect(await refused(await makeImage('png'), { field: 'file' })).toMatchObject({
    status: 400,
    body: { message: 'The file belongs in the field image' },
  })
  const app = await createTestApp()
  expect(await upload(app, (await makeProduct(app)).id, await padded(limits.imageBytes))).toMatchObject({ status: 200 })
})

test('an upload to an unknown product, by nobody, or as JSON is refused', async () => {
  const app = await createTestApp()
  expect(await upload(app, 999, await makeImage('png'))).toMatchObject({ status: 404, body: { message: 'Product not found' } })
  const product = await makeProduct(app)
  expect(await app.call('POST', `/admin/products/${product.id}/images`, { image: 'x' })).toMatchObject({ status: 415 })
  expect(await app.call('POST', `/admin/products/${product.id}/images`)).toMatchObject({ status: 415 })
  expect(await upload({ ...app, token: 'nonsense' }, product.id, await makeImage('png'))).toMatchObject({ status: 401 })
  expect(await storedFiles(app)).toEqual([])
})

async function refused(bytes: Uint8Array, claim?: { field?: string }) {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const before = await everythingStored(app)
  const answer = await upload(app, product.id, bytes, claim)
  expect(await everythingStored(app)).toEqual(before)
  expect(await storedFiles(app)).toEqual([])
  await app.close()
  return answer
}

const damaged = { status: 400, body: { code: 'invalid_input', message: 'The image is damaged or cut short' } }

/** What an upload of each answers, when nothing of it was stored. */
async function refusals(app: TestApp, pieces: readonly Uint8Array[]): Promise<unknown[]> {
  const product = await makeProduct(app)
  const answers: unknown[] = []
  for (const bytes of pieces) answers.push(await upload(app, product.id, bytes))
  expect(await storedFiles(app)).toEqual([])
  return answers
}
