import { limits } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { everythingStored, makeProduct } from '../../testing/shop/catalogue.ts'
import { makeAnimation, makeImage, picture, storedFiles, upload, withDimensions } from '../../testing/images.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const heic = Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'latin1')

const otherTypes: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  SVG: () => Buffer.from(svg),
  'SVG behind an XML head': () => Buffer.from(`<?xml version="1.0"?><!-- x --><!DOCTYPE svg>${svg}`),
  'SVG behind a byte order mark and blanks': () => Buffer.from(`\ufeff  \n${svg}`),
  'SVG in UTF-16': () => Buffer.from(`\ufeff${svg}`, 'utf16le'),
  'compressed SVG': async () => (await import('node:zlib')).gzipSync(svg),
  HTML: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  text: () => Buffer.from('just text'),
  'one byte': () => new Uint8Array([0]),
  TIFF: () => picture(9, 9).tiff().toBuffer(),
  HEIC: () => heic,
  BMP: () => Buffer.from('BM\u0046\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0036', 'latin1'),
  PDF: () => Buffer.from('%PDF-1.7\n1 0 obj'),
  ZIP: () => Buffer.from('PK\u0003\u0004', 'latin1'),
}

test('what is no image of ours is refused, though it calls itself a PNG', async () => {
  const answers = await refusals(await createTestApp(), await Promise.all(Object.values(otherTypes).map(async (make) => make())))
  const unsupported = {
    status: 415,
    body: { code: 'unsupported_media', message: 'Only PNG, JPEG, WebP, GIF and AVIF images can be uploaded' },
  }
  for (const [index, type] of Object.keys(otherTypes).entries()) expect(answers[index], type).toMatchObject(unsupported)
})

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('a %s that is cut short is refused, wherever the cut is', async (format) => {
  const whole = await makeImage(format, 100, 75)
  // The others are decoded, in a process for each.
  const cuts =
    format === 'png' || format === 'gif'
      ? { shares: [0.1, 0.5, 0.9, 0.99], missing: [1, 2, 8, 12, 100] }
      : { shares: [0.1, 0.9], missing: [1, 100] }
  const lengths = [...cuts.shares.map((share) => Math.floor(whole.length * share)), ...cuts.missing.map((count) => whole.length - count)]
  const pieces = lengths.map((length) => whole.subarray(0, length))
  expect(await refusals(await createTestApp(), pieces)).toMatchObject(pieces.map(() => damaged))
})

test('an animation that is cut between two frames is refused', async () => {
  const app = await createTestApp()
  for (const format of ['gif', 'webp'] as const) {
    const whole = await makeAnimation(format, 6)
    const pieces = [0.4, 0.97].map((share) => whole.subarray(0, Math.floor(whole.length * share)))
    expect(await refusals(app, pieces)).toMatchObject(pieces.map(() => damaged))
  }
})

const pngSignature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')

const broken = {
  'a PNG of nothing but its signature': pngSignature,
  'a PNG that turns into text': Buffer.concat([pngSignature, Buffer.from(svg)]),
  'a PNG whose first part has an impossible length': Buffer.concat([pngSignature, Buffer.alloc(100, 0xff)]),
  'a JPEG that turns into text': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg)]),
  'a GIF that turns into HTML': Buffer.from('GIF89a<html><script>alert(1)</script></html>;'),
  'a WebP that turns into text': Buffer.from('RIFF\u0040\u0000\u0000\u0000WEBPVP8 nothing like a picture at all, only words', 'latin1'),
  'an AVIF without a picture': Buffer.from('\u0000\u0000\u0000\u0018ftypavif\u0000\u0000\u0000\u0000mif1avif', 'latin1'),
}

test('what only begins like an image is refused as damaged', async () => {
  const answers = await refusals(await createTestApp(), Object.values(broken))
  for (const [index, what] of Object.keys(broken).entries()) expect(answers[index], what).toMatchObject(damaged)
})

test('bytes changed in the middle are noticed', async () => {
  const app = await createTestApp()
  const png = await makeImage('png', 200, 150)
  png.fill(0x55, png.length / 2, png.length / 2 + 40)
  expect(await refusals(app, [png])).toMatchObject([damaged])
})

test('more than 40 megapixels are refused, before they are unpacked', async () => {
  const app = await createTestApp()
  const small = await makeImage('png', 1, 1)
  const tooLarge = [withDimensions(small, 8_000, 5_001), withDimensions(small, 65_535, 65_535), withDimensions(small, 40_000_001, 1)]
  const tooMany = { status: 400, body: { message: 'The image has more than 40 megapixels' } }
  expect(await refusals(app, tooLarge)).toMatchObject(tooLarge.map(() => tooMany))
  expect(await refusals(app, [withDimensions(small, 8_000, 5_000)])).toMatchObject([damaged])
})

test('an empty file, one of more than 10 MB and one in another field are refused', async () => {
  const app = await createTestApp()
  const padded = (length: number) => makeImage('jpeg').then((image) => Buffer.concat([image, Buffer.alloc(length - image.length)]))
  expect(await refusals(app, [new Uint8Array(), await padded(limits.imageBytes + 1)])).toMatchObject([
    { status: 400, body: { message: 'The file is empty' } },
    { status: 413, body: { message: 'The file is larger than 10 MB' } },
  ])
  expect(await refusals(app, [await makeImage('png')], { field: 'file' })).toMatchObject([
    { status: 400, body: { message: 'The file belongs in the field image' } },
  ])
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

const damaged = { status: 400, body: { code: 'invalid_input', message: 'The image is damaged or cut short' } }

/** The answers to uploads, none of which stores anything. */
async function refusals(app: TestApp, pieces: readonly Uint8Array[], claim?: { field?: string }): Promise<unknown[]> {
  const product = await makeProduct(app)
  const before = await everythingStored(app)
  const answers: unknown[] = []
  for (const bytes of pieces) answers.push(await upload(app, product.id, bytes, claim))
  expect(await everythingStored(app)).toEqual(before)
  expect(await storedFiles(app)).toEqual([])
  return answers
}
