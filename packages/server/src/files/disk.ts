import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { storageAway } from './away.ts'
import { requirePlainName, type Files } from './files.ts'

/** Media as files in one folder. */
export function diskFiles(folder: string): Files {
  const pathOf = (name: string) => join(folder, requirePlainName(name))
  /** A file that is being written, or that a crash left behind. It is removed together with the final file. */
  const unfinishedOf = (name: string) => join(folder, `.${requirePlainName(name)}`)
  return {
    async put(name, bytes) {
      const unfinished = unfinishedOf(name)
      try {
        await mkdir(folder, { recursive: true })
        await writeDown(unfinished, bytes)
        await rename(unfinished, pathOf(name))
        await writeDownNames(folder)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined)
        throw isOfTheDisk(error) ? storageAway(error) : error
      }
    },
    async read(name) {
      const file = await open(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      // Opened first: a file that is deleted meanwhile can still be read to the end.
      return file && { size: (await file.stat()).size, body: file.createReadStream() }
    },
    async isEmpty() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.length === 0
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
      await rm(unfinishedOf(name), { force: true })
    },
  }
}

/** The disk is full, broken or read-only. Trying again may help once it is fixed. */
const isOfTheDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'].includes(String(error.code))

/** An image that was reported as stored must survive a power cut. */
async function writeDown(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The names of files in a folder, such as one that was just renamed, must survive a power cut too. */
export async function writeDownNames(folder: string): Promise<void> {
  // Windows cannot open folders, and makes names durable by itself.
  if (process.platform === 'win32') return
  const names = await open(folder)
  try {
    await names.sync()
  } finally {
    await names.close()
  }
}
