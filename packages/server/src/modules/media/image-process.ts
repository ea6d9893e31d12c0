import sharp, { type Metadata } from 'sharp'

/**
 * Decodes one image in its own process: exiting frees the memory, and a hostile image harms nothing else. The parent sends the bytes, takes
 * the first answer and kills the process.
 */
export interface ImageTask {
  readonly bytes: Uint8Array
  readonly use: 'product' | 'logo'
  readonly mostPixels: number
  readonly mostMegabytes: number
}

export type ImageOutcome =
  /** An image of a product has two sizes, the larger one first. */
  { readonly is: 'done'; readonly images: readonly Uint8Array[] } | { readonly is: 'too_many_pixels' | 'too_much_memory' | 'damaged' }

/** Limits of an animation, the pixels of all frames together. A larger one becomes its first frame. */
const animation = { frames: 100, pixels: 20_000_000 }

const fitsIn = (pixels: number) => ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const

const memoryCheckMs = 10

sharp.concurrency(1)
sharp.cache(false)
// Even if the parent's check is fooled, the library can load no other format, above all no SVG.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })

// The parent has exited. A normal exit would wait for the decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.once('message', (task: ImageTask) => {
  // The decoder runs in a thread, so this timer still fires.
  setInterval(() => {
    if (process.memoryUsage.rss() > task.mostMegabytes * 1024 ** 2) answer({ is: 'too_much_memory' })
  }, memoryCheckMs)
  void render(task).then(answer, () => answer({ is: 'damaged' }))
})

// The parent may have exited, so ignore send errors.
const answer = (outcome: ImageOutcome): void => void process.send?.(outcome, () => undefined)

async function render({ bytes, use, mostPixels }: ImageTask): Promise<ImageOutcome> {
  // Reads only the header, to count the pixels before decoding any.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (header.width * header.height > mostPixels) return { is: 'too_many_pixels' }
  if (use === 'logo') return { is: 'done', images: [await renderLogo(bytes, mostPixels)] }
  const animated = staysAnimated(header)
  const view = await sharp(bytes, { animated, failOn: 'error', limitInputPixels: mostPixels })
    .autoOrient()
    .resize(fitsIn(1600))
    .webp({ quality: 82, effort: animated ? 2 : 4 })
    .toBuffer()
  const card = await sharp(view).resize(fitsIn(640)).webp({ quality: 80 }).toBuffer()
  return { is: 'done', images: [view, card] }
}

/** Twice as large as it is shown. A palette makes it a fifth of the size: mails carry it. */
const renderLogo = (bytes: Uint8Array, mostPixels: number) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels })
    .autoOrient()
    .resize({ width: 480, height: 160, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()

function staysAnimated({ format, pages = 1, width, height, orientation = 1 }: Metadata): boolean {
  if (pages === 1 || !['gif', 'webp'].includes(format) || orientation !== 1) return false
  return pages <= animation.frames && width * height * pages <= animation.pixels
}
