import { imageRefusals, imageTypes, limits, mostPixels } from '@keydesk/contract'

/** Why a file need not be sent at all, or null. The server judges by content; this only spares the way there. */
export async function refuseImage(file: File): Promise<string | null> {
  if (!imageTypes.some((type) => type === file.type)) return imageRefusals.type
  if (file.size > limits.imageBytes) return imageRefusals.tooLarge
  if (file.size === 0) return imageRefusals.empty
  return (await countPixels(file)) > mostPixels(file.type) ? imageRefusals.tooManyPixels(file.type) : null
}

/** 0 for a picture that this browser cannot read; the server may. */
async function countPixels(file: File): Promise<number> {
  try {
    const bitmap = await createImageBitmap(file)
    const pixels = bitmap.width * bitmap.height
    bitmap.close()
    return pixels
  } catch {
    return 0
  }
}
