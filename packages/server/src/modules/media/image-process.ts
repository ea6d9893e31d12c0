import sharp, { type Metadata } from 'sharp'

/**
 * Decodes one image, in a process of its own: the memory goes with the process, and a hostile image harms nothing else.
 * It gets the bytes from its parent and answers; the parent takes the first answer and kills it.
 */
export interface ImageTask {
  readonly bytes: Uint8Array
  readonly mostPixels: number
  readonly mostMegabytes: number
}

export type ImageOutcome =
  | { readonly is: 'done'; readonly view: Uint8Array; readonly card: Uint8Array }
  | { readonly is: 'too_many_pixels' | 'too_much_memory' | 'damaged' }

/** Of all frames together. What is larger keeps its first frame. */
const animation = { frames: 100, pixels: 20_000_000 }

const fitsIn = (pixels: number) => ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const

const memoryCheckMs = 10

sharp.concurrency(1)
sharp.cache(false)
// Whatever slips past the parent's look at the content meets a library that knows no other format, SVG above all.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })

// The parent is gone. An orderly exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', (task: ImageTask) => {
  // The decoder works in a thread, so this timer goes on meanwhile.
  setInterval(() => {
    if (process.memoryUsage.rss() > task.mostMegabytes * 1024 ** 2) answer({ is: 'too_much_memory' })
  }, memoryCheckMs)
  void render(task).then(answer, () => answer({ is: 'damaged' }))
})

const answer = (outcome: ImageOutcome): void => void process.send?.(outcome)

async function render({ bytes, mostPixels }: ImageTask): Promise<ImageOutcome> {
  // Reads the header only; the pixels are counted before any of them is unpacked.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (header.width * header.height > mostPixels) return { is: 'too_many_pixels' }
  const animated = staysAnimated(header)
  const view = await sharp(bytes, { animated, failOn: 'error', limitInputPixels: mostPixels })
    .autoOrient()
    .resize(fitsIn(1600))
    .webp({ quality: 82, effort: animated ? 2 : 4 })
    .toBuffer()
  const card = await sharp(view).resize(fitsIn(640)).webp({ quality: 80 }).toBuffer()
  return { is: 'done', view, card }
}

function staysAnimated({ format, pages = 1, width, height, orientation = 1 }: Metadata): boolean {
  if (pages === 1 || !['gif', 'webp'].includes(format) || orientation !== 1) return false
  return pages <= animation.frames && width * height * pages <= animation.pixels
}
