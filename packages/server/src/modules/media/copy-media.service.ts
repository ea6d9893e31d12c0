import { buffer } from 'node:stream/consumers'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { newFileNames } from './add-media.service.ts'
import * as repo from './media.repo.ts'
import { noteUnused, takeIntoUse } from './unused-files.service.ts'

type ImageFiles = ReturnType<typeof newFileNames>

/** Copies of the files of images, by the id of the image. */
export type CopiedFiles = ReadonlyMap<number, ImageFiles>

export const namesOf = (copied: CopiedFiles): string[] => [...copied.values()].flatMap(({ view_file, card_file }) => [view_file, card_file])

/**
 * Copies the files of a product's images. A product has its own files, so that they can be deleted with it. Until `addCopies` uses the
 * copies, they are listed as unused. An image whose files are missing is left out.
 */
export async function copyFiles(deps: Deps, productId: number): Promise<CopiedFiles> {
  const images = (await repo.listMediaRows(deps.db, [productId])).filter((row) => row.type === 'image')
  const planned = images.map((image) => ({ image, files: newFileNames() }))
  await noteUnused(deps.db, deps, namesOf(new Map(planned.map(({ image, files }) => [image.id, files]))))
  const copied = new Map<number, ImageFiles>()
  for (const { image, files } of planned) {
    const isCopied = await Promise.all([copy(deps, image.view_file, files.view_file), copy(deps, image.card_file, files.card_file)])
    if (isCopied.every(Boolean)) copied.set(image.id, files)
  }
  return copied
}

async function copy({ files }: Deps, from: string, to: string): Promise<boolean> {
  const stored = await files.read(from)
  if (stored === undefined) return false
  await files.put(to, await buffer(stored.body), 'image/webp')
  return true
}

/**
 * Gives a new product the images and videos of another, in their order and with its thumbnail.
 * @param tx a transaction that has locked the original
 * @returns the names of copied files that it does not use, because their images were deleted meanwhile
 */
export async function addCopies(tx: Db, at: Date, copied: CopiedFiles, { from, to }: { from: number; to: number }): Promise<string[]> {
  const used: string[] = []
  for (const { id, ...row } of await repo.listMediaRows(tx, [from])) {
    const files = copied.get(id)
    if (row.type === 'image' && files === undefined) continue
    await repo.insertMediaRow(tx, { ...row, ...files, product_id: to, created_at: at.toISOString() })
    if (files !== undefined) used.push(files.view_file, files.card_file)
  }
  if (used.length > 0) await takeIntoUse(tx, used)
  return namesOf(copied).filter((name) => !used.includes(name))
}
