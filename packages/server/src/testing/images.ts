import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { TestMedia } from './media.ts'

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'

/** An image that does not compress well, so that cutting it off damages it. */
export function picture(width: number, height: number) {
  const pixels = Buffer.from(Uint8Array.from({ length: width * height * 3 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 24))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A single colour: cheap at any size. */
export const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3a7' } })

/** Changes the dimensions in the header of a PNG. */
export function withDimensions(png: Uint8Array, width: number, height: number): Uint8Array {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

/** Changes the screen size of a GIF. Its frames then fill only a corner. */
export function withScreen(gif: Uint8Array, width: number, height: number): Buffer {
  const changed = Buffer.from(gif)
  changed.writeUInt16LE(width, 6)
  changed.writeUInt16LE(height, 8)
  return changed
}

/** Changes the dimensions that an AVIF declares. */
export function withExtents(avif: Uint8Array, width: number, height: number): Buffer {
  const changed = Buffer.from(avif)
  const extents = changed.indexOf('ispe')
  changed.writeUInt32BE(width, extents + 8)
  changed.writeUInt32BE(height, extents + 12)
  return changed
}

export const makeImage = (format: Format, width = 64, height = 48): Promise<Buffer> => picture(width, height)[format]().toBuffer()

/** Frames of a single colour each, every one different from the one before. */
export function makeAnimation(format: 'gif' | 'webp', frames: number, width = 32, height = 24): Promise<Buffer> {
  const frame = (shade: number) => Buffer.alloc(width * height * 3, shade)
  const pixels = Buffer.concat(Array.from({ length: frames }, (_, index) => frame((index * 97) % 256)))
  const animation = sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
  return animation[format]({ loop: 0, delay: Array.from({ length: frames }, () => 100) }).toBuffer()
}

interface Uploader {
  readonly app: FastifyInstance
  readonly token: string
}

interface Claim {
  name?: string
  type?: string
  field?: string
}

/** Uploads an image of a product as a browser does, with any name and type. */
export const upload = (app: Uploader, productId: number, bytes: Uint8Array, claim: Claim = {}) =>
  uploadTo(app, `/admin/products/${productId}/images`, bytes, claim)

export const uploadLogo = (app: Uploader, bytes: Uint8Array) => uploadTo(app, '/admin/shop/logo', bytes)

async function uploadTo({ app, token }: Uploader, url: string, bytes: Uint8Array, claim: Claim = {}) {
  const form = new FormData()
  form.set(claim.field ?? 'image', new File([new Uint8Array(bytes)], claim.name ?? 'image.png', { type: claim.type ?? 'image/png' }))
  const { headers, body } = new Request('http://keydesk.test', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { authorization: token, 'content-type': headers.get('content-type')! },
    payload: Buffer.from(await new Response(body).arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as never }
}

/** The names of all stored files, including unfinished ones. */
export const storedFiles = ({ media }: { readonly media: TestMedia }): Promise<string[]> => media.names()
