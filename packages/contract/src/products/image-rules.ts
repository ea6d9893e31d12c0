import { limits } from '../limits.ts'

/** What can be uploaded (docs/reference/products.md, Media). SVG is an image too, but may carry scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const

/** How many pixels an image of a type may have. */
export const mostPixels = (type: string): number => (type === 'image/avif' ? limits.avifPixels : limits.imagePixels)

/** Why an image is refused. The browser and the server use the same sentences. */
export const imageRefusals = {
  type: 'Only PNG, JPEG, WebP, GIF and AVIF images can be uploaded',
  empty: 'The file is empty',
  tooLarge: `The file is larger than ${limits.imageBytes / 1024 / 1024} MB`,
  tooManyPixels: (type: string): string =>
    type === 'image/avif'
      ? `The image has more than ${limits.avifPixels / 1e6} megapixels, the most for AVIF: save it smaller, or as JPEG`
      : `The image has more than ${limits.imagePixels / 1e6} megapixels`,
}
