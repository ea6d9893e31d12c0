import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { invalid } from '../../errors.ts'
import { writeWhole } from '../../files/disk.ts'
import type { Row } from './stored-tables.repo.ts'

/**
 * A backup is a gzipped tar followed by 40 bytes: a mark and the SHA-256 of every byte before them. A truncated or altered file is detected
 * before any of it is used. `tar` can read an intact file.
 */

export interface Entry {
  readonly name: string
  readonly bytes: Buffer
}

const mark = Buffer.from('KEYDESK1')
const tailBytes = mark.length + 32

/**
 * Writes the entries in order, into a file that gets its name only when it is complete and on the disk.
 * @throws 400 if the file cannot be written
 */
export async function writeBackupFile(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  const archive = pack()
  const fed = feed(archive, entries)
  // If the file cannot be written, that is the error to throw.
  fed.catch(() => undefined)
  try {
    await pipeline(Readable.from(archive), createGzip(), withTail, (chunks: AsyncIterable<Buffer>) => writePrivateFile(path, chunks))
    await fed
  } catch (error) {
    archive.destroy()
    // Only the file is written here; what is read may fail with the same codes.
    const { syscall = '', path: place } = error as NodeJS.ErrnoException
    if (['write', 'fsync'].includes(syscall) || place?.startsWith(`${path}.`)) refuse(path, error)
    throw error
  }
}

/**
 * Writes a file that only its owner may read. Until it is complete each run has a file of its own, so that two for the same path do not
 * write into one.
 */
export async function writePrivateFile(path: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
  await removePartials(dirname(path), (name) => name === basename(path))
  await writeWhole(path, `${path}.${randomBytes(6).toString('hex')}.partial`, chunks, 0o600)
}

const partialName = /^(.+?)(?:\.[0-9a-f]{12})?\.partial$/
const abandonedMs = 86_400_000

/**
 * Deletes what killed processes left of backups with these names. A file that was written to in the last day may be that of a backup that
 * another process is making.
 */
export async function removePartials(folder: string, isMeant: (name: string) => boolean): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => [])
  for (const partial of names) {
    const [, name] = partialName.exec(partial) ?? []
    if (name === undefined || !isMeant(name)) continue
    const path = join(folder, partial)
    const left = await stat(path).catch(() => undefined)
    // A backup is good even if these files cannot be deleted.
    if (left !== undefined && left.mtimeMs < Date.now() - abandonedMs) await rm(path).catch(() => undefined)
  }
}

function refuse(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && !existsSync(dirname(path)))
    throw invalid(`The backup cannot be written: the folder ${dirname(path)} does not exist`)
  if (code === 'ENOSPC' || code === 'EDQUOT') throw invalid(`The backup cannot be written: the disk of ${path} is full`)
  throw invalid(`The file ${path} cannot be written (${code})`)
}

async function feed(archive: ReturnType<typeof pack>, entries: AsyncIterable<Entry>): Promise<void> {
  try {
    for await (const { name, bytes } of entries) {
      await new Promise<void>((resolve, reject) => {
        archive.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
      })
    }
    archive.finalize()
  } catch (error) {
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

async function* withTail(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  for await (const chunk of chunks) {
    digest.update(chunk)
    yield chunk
  }
  yield Buffer.concat([mark, digest.digest()])
}

/** Whether the checksum matches. `onProgress` gets the checked part, from 0 to 1. */
export async function isWhole(path: string, onProgress: (part: number) => void): Promise<boolean> {
  const file = await open(path)
  try {
    const length = (await file.stat()).size - tailBytes
    if (length <= 0) return false
    const tail = Buffer.alloc(tailBytes)
    await file.read(tail, 0, tailBytes, length)
    const digest = createHash('sha256')
    let read = 0
    for await (const chunk of createReadStream(path, { end: length - 1 })) {
      digest.update(chunk as Buffer)
      onProgress((read += (chunk as Buffer).length) / length)
    }
    return tail.equals(Buffer.concat([mark, digest.digest()]))
  } finally {
    await file.close()
  }
}

/** The rows in an entry of a table. */
export const rowsOf = ({ bytes }: Entry): Row[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

/** The entries of a complete file, in order. */
export async function* readBackupFile(path: string): AsyncGenerator<Entry> {
  const { size } = await stat(path)
  const archive = extract()
  const unpacked = pipeline(createReadStream(path, { end: size - tailBytes - 1 }), createGunzip(), archive)
  // Ignore the rejection: it comes when a reader stops early, and a real error also reaches the loop below.
  unpacked.catch(() => undefined)
  for await (const entry of archive) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    yield { name: entry.header.name, bytes: Buffer.concat(chunks) }
  }
}
