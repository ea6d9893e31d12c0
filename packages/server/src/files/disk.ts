import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
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
        await mkdir(folder, { recursive: true })
        await writeWhole(pathOf(name), unfinishedOf(name), [bytes])
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

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array | string>

/**
 * Writes a file that gets its name only when it is complete and on the disk, and keeps it after a power cut.
 * @param partial its path until then, in the same folder
 */
export async function writeWhole(path: string, partial: string, chunks: Chunks, mode = 0o666): Promise<void> {
  try {
    const file = await open(partial, 'w', mode)
    await pipeline(chunks, file.createWriteStream({ flush: true }))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    throw error
  }
  await writeDownNames(dirname(path))
}

/** The names of files in a folder, such as one that was just renamed, must survive a power cut. */
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
