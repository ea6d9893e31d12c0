import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string
  readonly pieces: AsyncIterable<string | Uint8Array>
  /** Files that are compressed already, such as pictures, are only stored. */
  readonly isCompressed?: true
}

/**
 * A zip archive, written while it is sent: each file is read when it is its turn.
 * @param at the time of all files
 */
export function writeZip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => void output.destroy(error as Error)
  zip.on('error', fail)
  void addAll(zip, output, entries, at).catch(fail)
  return output
}

async function addAll(zip: ZipFile, output: Readable, entries: AsyncIterable<ZipEntry>, at: Date): Promise<void> {
  let current: Readable | undefined
  // If the download ends early, the file that is being read is closed.
  output.once('close', () => void current?.destroy())
  for await (const { name, pieces, isCompressed = false } of entries) {
    const file = Readable.from(pieces, { objectMode: false })
    current = file
    const closed = once(file, 'close')
    zip.addReadStreamLazy(name, { mtime: at, compress: !isCompressed }, (open) => open(null, file))
    if (output.destroyed) file.destroy()
    // The next file is opened after this one.
    await closed
    if (output.destroyed) return
  }
  zip.end()
}
