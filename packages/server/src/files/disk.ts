import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { outageOf } from '../failure-log.ts'
import { storageAway } from './away.ts'
import { requirePlainName, type Files } from './files.ts'

/** Media as files in one folder. */
export function diskFiles(folder: string): Files {
  const pathOf = (name: string) => join(folder, requirePlainName(name))
  /** A file that is being written, or that a crash left behind. It is removed together with the final file. */
  const unfinishedOf = (name: string) => join(folder, `.${requirePlainName(name)}`)
  return {
    put: (name, bytes) =>
      reach(async () => {
        const unfinished = unfinishedOf(name)
        try {
          await mkdir(folder, { recursive: true })
          await writeDown(unfinished, bytes)
          await rename(unfinished, pathOf(name))
          await writeDownNames(folder)
        } catch (error) {
          await rm(unfinished, { force: true }).catch(() => undefined)
          throw error
        }
      }),
    read: (name) =>
      reach(async () => {
        const file = await open(pathOf(name)).catch(undefinedIfMissing)
        // Opened first: a file that is deleted meanwhile can still be read to the end.
        return file && { size: (await file.stat()).size, body: file.createReadStream() }
      }),
    isEmpty: () =>
      reach(async () => {
        const names = await readdir(folder).catch(undefinedIfMissing)
        return names === undefined || names.length === 0
      }),
    remove: (name) =>
      reach(async () => {
        await rm(pathOf(name), { force: true })
        await rm(unfinishedOf(name), { force: true })
      }),
  }
}

/** A disk that is full, broken or read-only counts as away. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw outageOf(error) === 'disk' ? storageAway(error) : error
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

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
