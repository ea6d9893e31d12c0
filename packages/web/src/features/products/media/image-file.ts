import { limits } from '@keydesk/contract'

/** What the server takes (docs/reference/products.md, Media). SVG is an image too, but may carry scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Why a file need not be sent at all, or null. The server judges by content; this only spares the way there. */
export function refuseImage(file: File): string | null {
  if (!imageTypes.includes(file.type)) return 'Only PNG, JPEG, WebP, GIF and AVIF images can be uploaded'
  if (file.size > limits.imageBytes) return 'An image can be up to 10 MB'
  if (file.size === 0) return 'The file is empty'
  return null
}
