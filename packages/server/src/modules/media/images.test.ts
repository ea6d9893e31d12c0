import type { MediaItem } from '@keydesk/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, makeProduct } from '../../testing/shop/catalogue.ts'
import { blank, makeAnimation, makeImage, picture, storedFiles, upload, withScreen } from '../../testing/images.ts'

/** Uploads an image and fetches both stored sizes, as a storefront would. */
async function stored(app: TestApp, bytes: Uint8Array, claim?: { name?: string; type?: string }) {
  const product = await makeProduct(app)
  const item = dataOf(await upload(app, product.id, bytes, claim)) as MediaItem
  const [view, card] = await Promise.all(
    [item.url, item.card_url].map(async (url) => (await app.app.inject(new URL(url).pathname)).rawPayload),
  )
  return { view: view!, card: card!, viewed: await sharp(view).metadata(), carded: await sharp(card).metadata() }
}

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a %s is stored as WebP in two sizes, whatever name and type it was sent with',
  async (format) => {
    const app = await createTestApp()
    const { viewed, carded } = await stored(app, await blank(1900, 100)[format]().toBuffer(), { name: 'notes.txt', type: 'text/plain' })
    expect(viewed).toMatchObject({ format: 'webp', width: 1600, height: 84 })
    expect(carded).toMatchObject({ format: 'webp', width: 640, height: 34 })
    expect(await storedFiles(app)).toHaveLength(2)
  },
)

test.each([
  [1, 1],
  [3, 200],
  [20_000, 1],
  [1, 30_000],
])('%i x %i pixels fit without being enlarged', async (width, height) => {
  const { viewed, carded } = await stored(await createTestApp(), await blank(width, height).png().toBuffer())
  expect(viewed).toMatchObject({ width: Math.min(width, 1600), height: Math.min(height, 1600) })
  expect(carded).toMatchObject({ width: Math.min(width, 640), height: Math.min(height, 640) })
})

test('metadata is gone and the picture is upright', async () => {
  const exif = { IFD0: { Copyright: 'Somebody', Make: 'A camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } }
  const [red, blue] = ['#ff0000', '#0000ff'].map((background) => ({ create: { width: 40, height: 40, channels: 3 as const, background } }))
  // Stored with red left of blue. The EXIF orientation rotates it clockwise, so red is above blue.
  const photo = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#000' } })
    .composite([
      { input: red!, left: 0, top: 0 },
      { input: blue!, left: 40, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .withExifMerge(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .jpeg({ quality: 100 })
    .toBuffer()
  expect(photo.includes('Somebody')).toBe(true)
  expect(await sharp(photo).metadata()).toMatchObject({
    orientation: 6,
    width: 80,
    exif: expect.anything(),
    icc: expect.anything(),
    xmp: expect.anything(),
  })

  const { view, card, viewed, carded } = await stored(await createTestApp(), photo)
  for (const [bytes, metadata] of [
    [view, viewed],
    [card, carded],
  ] as const) {
    expect(metadata).toMatchObject({ width: 40, height: 80, space: 'srgb' })
    for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) expect(metadata[kind]).toBeUndefined()
    expect(bytes.includes('Somebody')).toBe(false)
    const top = await sharp(bytes).extract({ left: 10, top: 10, width: 20, height: 20 }).stats()
    expect(top.dominant).toMatchObject({ r: 248, b: 8 })
  }
})

test('a transparent, a grey, a CMYK and a 16-bit image become plain sRGB', async () => {
  const app = await createTestApp()
  const transparent = await sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()
  expect((await stored(app, transparent)).viewed).toMatchObject({ hasAlpha: true, space: 'srgb' })
  for (const odd of [
    await picture(30, 30).greyscale().png().toBuffer(),
    await picture(30, 30).toColourspace('cmyk').jpeg().toBuffer(),
    await picture(30, 30).toColourspace('rgb16').png().toBuffer(),
  ]) {
    expect((await stored(app, odd)).viewed).toMatchObject({ space: 'srgb', depth: 'uchar', width: 30 })
  }
})

test.each(['gif', 'webp'] as const)('a small animated %s keeps moving when viewed, and is still on a card', async (format) => {
  const { viewed, carded } = await stored(await createTestApp(), await makeAnimation(format, 4))
  expect(viewed).toMatchObject({ format: 'webp', pages: 4, delay: [100, 100, 100, 100], loop: 0 })
  expect(carded.pages ?? 1).toBe(1)
})

test('an animation of too many frames, or too many pixels, keeps its first frame', async () => {
  const app = await createTestApp()
  const { viewed: ofFrames } = await stored(app, await makeAnimation('gif', 101, 8, 8))
  expect(ofFrames.pages ?? 1).toBe(1)
  const { viewed: ofPixels } = await stored(app, withScreen(await makeAnimation('gif', 100, 8, 8), 2010, 100))
  expect(ofPixels.pages ?? 1).toBe(1)
  expect(ofPixels).toMatchObject({ width: 1600, height: 80 })
})

test('what is hidden in an image is not stored', async () => {
  const app = await createTestApp()
  const script = Buffer.from('<script>alert(1)</script>*/=alert(1)//<?php echo 1 ?>')
  const gif = await makeImage('gif')
  const comment = Buffer.concat([
    gif.subarray(0, 13 + 3 * 2 ** ((gif[10]! & 7) + 1)),
    Buffer.from([0x21, 0xfe, script.length]),
    script,
    Buffer.from([0]),
  ])
  for (const polyglot of [
    Buffer.concat([comment, gif.subarray(comment.length - script.length - 4)]),
    Buffer.concat([gif, script]),
    Buffer.concat([await makeImage('png'), script]),
    Buffer.concat([await makeImage('jpeg'), script]),
  ]) {
    const { view, card } = await stored(app, polyglot, { name: 'x.html', type: 'text/html' })
    for (const bytes of [view, card]) expect(bytes.includes('alert(1)')).toBe(false)
  }
})
