import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { imageRefusals, imageTypes, mostPixels } from '@keydesk/contract'
import pLimit from 'p-limit'
import { AppError, invalid } from '../../errors.ts'
import { reachesItsEnd } from './image-end.ts'
import type { ImageOutcome, ImageTask } from './image-process.ts'

/** A stored image: WebP without metadata, upright, in sRGB. */
export interface ImageSizes {
  /** Fits in 1600 x 1600; a small animation stays animated. */
  readonly view: Uint8Array
  /** Fits in 640 x 640, one frame. */
  readonly card: Uint8Array
}

const accepted = [...imageTypes, 'image/apng'] as readonly string[]

/** Next to this file, in the source and in the build. */
const imageProcess = join(import.meta.dirname, `image-process${extname(import.meta.filename)}`)

/** Limits per image. 40 megapixels take about a second and usually less than 330 MB. */
const usualCost = { ms: 10_000, megabytes: 450 }

const oneAtOnce = pLimit(1)
/** Each waiting upload holds its file in memory. */
const mostWaiting = 20

/**
 * Makes the stored sizes of an image. Only the content decides its type (docs/reference/products.md, Media).
 * @throws 415 for another type; 400 for an image that is damaged, cut short, has too many pixels or exceeds the limits; 503 when too many
 *   images wait
 */
export async function renderSizes(bytes: Uint8Array, cost = usualCost): Promise<ImageSizes> {
  const [view, card] = await render(bytes, 'product', cost)
  return { view: view!, card: card! }
}

/** A PNG that fits in 480 x 160. Throws as `renderSizes` does. */
export async function renderLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const [logo] = await render(bytes, 'logo', usualCost)
  return logo!
}

async function render(bytes: Uint8Array, use: ImageTask['use'], { ms, megabytes }: typeof usualCost): Promise<readonly Uint8Array[]> {
  const type = await typeOf(bytes)
  if (!accepted.includes(type)) throw new AppError('unsupported_media', imageRefusals.type)
  if (!reachesItsEnd(bytes, type)) throw damaged()

  if (oneAtOnce.pendingCount >= mostWaiting) throw tooManyImages()
  const outcome = await oneAtOnce(() => decode({ bytes, use, mostPixels: mostPixels(type), mostMegabytes: megabytes }, ms))
  switch (outcome.is) {
    case 'done':
      return outcome.images
    case 'too_many_pixels':
      throw invalid(imageRefusals.tooManyPixels(type), { image: 'Too many pixels' })
    case 'too_much_memory':
      throw invalid(`The image takes too much memory to read: ${advice}`, { image: 'Takes too much memory' })
    case 'too_long':
      throw invalid(`The image takes too long to read: ${advice}`, { image: 'Takes too long' })
    case 'damaged':
      throw damaged()
  }
}

/** The library reads a PNG's first chunks to find its type. A file with the signature but damaged chunks counts as PNG, too. */
async function typeOf(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(bytes))?.mime ?? (pngSignature.every((byte, at) => bytes[at] === byte) ? 'image/png' : '')
}

const pngSignature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')

/** One process per image: starting it takes a tenth of a second, and its memory is freed when it ends. */
async function decode(task: ImageTask, ms: number): Promise<ImageOutcome | { is: 'too_long' }> {
  const child = fork(imageProcess, {
    ...{ serialization: 'advanced', timeout: ms, killSignal: 'SIGKILL', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    // Empty, because the server's variables hold secrets.
    env: {},
  })
  let outcome: ImageOutcome | undefined
  child.once('message', (message) => {
    outcome = message as ImageOutcome
    child.kill('SIGKILL')
  })
  // The exit event reports an early end.
  child.send(task, () => undefined)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (outcome !== undefined) return outcome
  if (child.killed) return { is: 'too_long' }
  if (signal === 'SIGKILL') return { is: 'too_much_memory' }
  if (signal !== null) return { is: 'damaged' }
  throw new Error(`The process of an image ended with code ${code}`)
}

const advice = 'save it smaller, or in another format'

const tooManyImages = () =>
  new AppError('unavailable', 'Too many images are being uploaded right now. Please try again in a moment.', { retryAfter: 10 })
const damaged = () => invalid('The image is damaged or cut short', { image: 'Damaged or cut short' })
