import { limits } from '@keydesk/contract'
import type { Metadata } from 'sharp'
import { AppError, invalid } from '../../errors.ts'
import { atMost } from '../../at-most.ts'
import { reachesItsEnd } from './image-end.ts'

/** An image as it is stored: WebP without metadata, upright, in sRGB. */
export interface ImageSizes {
  /** Fits in 1600 x 1600; an animation keeps moving where that stays cheap. */
  readonly view: Uint8Array
  /** Fits in 640 x 640, standing still. */
  readonly card: Uint8Array
}

const accepted = ['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Of all frames together. What is larger keeps its first frame. */
const animation = { frames: 100, pixels: 20_000_000 }

const fitsIn = (pixels: number) => ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const

/** An image of 40 megapixels takes some 150 MB while it is worked on. */
const twoAtOnce = atMost(2)

/**
 * Makes the stored sizes of an image, which its content alone decides to be one (docs/reference/products.md, Media).
 * @throws 415 for what is no such image, 400 for one that is damaged, cut short or has too many pixels
 */
export async function renderSizes(bytes: Uint8Array): Promise<ImageSizes> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  if (!accepted.includes(type)) throw new AppError('unsupported_media', 'Only PNG, JPEG, WebP, GIF and AVIF images can be uploaded')
  if (!reachesItsEnd(bytes, type)) throw damaged()
  const sharp = await (loading ??= load())

  return twoAtOnce(async () => {
    // Reads the header only; the pixels are counted before any of them is unpacked.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseDamaged)
    if (header.width * header.height > limits.imagePixels) {
      throw invalid(`The image has more than ${limits.imagePixels / 1e6} megapixels`, { image: 'Too many pixels' })
    }
    const animated = staysAnimated(header)
    const view = await sharp(bytes, { animated, failOn: 'error', limitInputPixels: limits.imagePixels })
      .autoOrient()
      .resize(fitsIn(1600))
      .webp({ quality: 82, effort: animated ? 2 : 4 })
      .toBuffer()
      .catch(refuseDamaged)
    const card = await sharp(view).resize(fitsIn(640)).webp({ quality: 80 }).toBuffer()
    return { view, card }
  })
}

function staysAnimated({ format, pages = 1, width, height, orientation = 1 }: Metadata): boolean {
  if (pages === 1 || !['gif', 'webp'].includes(format) || orientation !== 1) return false
  return pages <= animation.frames && width * height * pages <= animation.pixels
}

const load = async () => {
  const { default: sharp } = await import('sharp')
  // Uploads are rare: memory is worth more than speed.
  sharp.concurrency(1)
  sharp.cache(false)
  // Whatever slips past the look at the content meets a library that knows no other format, SVG above all.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })
  return sharp
}

/** Loaded with the first image: starting up need not wait for it. */
let loading: ReturnType<typeof load> | undefined

const damaged = () => invalid('The image is damaged or cut short', { image: 'Damaged or cut short' })

function refuseDamaged(): never {
  throw damaged()
}
