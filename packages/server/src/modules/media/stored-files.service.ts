import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { renderLogo } from './image-sizes.ts'
import { deleteUnused, noteUnused, takeIntoUse } from './unused-files.service.ts'

export interface NewFile {
  /** Unguessable: whoever knows it may read the file. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly type: string
}

/**
 * Stores files and whatever refers to them. If that fails, the files are deleted, unless they are in use after all.
 * @param use runs in the transaction that takes them into use
 */
export async function storeFiles<T>(deps: Deps, files: readonly NewFile[], use: (tx: Db) => Promise<T>): Promise<T> {
  const names = files.map(({ name }) => name)
  await noteUnused(deps.db, deps, names)
  try {
    for (const { name, bytes, type } of files) await deps.files.put(name, bytes, type)
    return await transact(deps.db, async (tx) => {
      const used = await use(tx)
      await takeIntoUse(tx, names)
      return used
    })
  } catch (error) {
    await deleteUnused(deps, names)
    throw error
  }
}

/**
 * An image as a logo: a PNG, which every mail program shows.
 * @throws 400 for a damaged image, 415 if it is not an image, 503 if too many images wait
 */
export const makeLogo = async (image: Uint8Array): Promise<NewFile> => ({
  name: `${randomName()}-logo.png`,
  bytes: await renderLogo(image),
  type: 'image/png',
})

export const randomName = (): string => randomBytes(16).toString('hex')
