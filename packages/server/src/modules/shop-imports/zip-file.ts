import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/**
 * A zip archive (APPNOTE 6.3), written while it is sent. No library: the format needs three records, and nothing of an archive is ever in
 * memory as a whole. An archive may be larger than 4 GB, one of its files may not.
 */

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string
  readonly pieces: AsyncIterable<string | Uint8Array>
  /** Files that are compressed already, such as pictures, are only stored. */
  readonly isCompressed?: true
}

interface Written {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

const [most16, most32] = [0xff_ff, 0xff_ff_ff_ff]
/** Names are UTF-8; sizes follow the file, because they are not known before it. */
const flags = 0x08_08
const deflated = 8

/** @param at the time of all files */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const moment = toDosTime(at)
  const written: Written[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const head = record(0x04_03_4b_50, [[2, 20], ...headerOf(moment), [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]], name)
    yield head
    let [crc, size, packed] = [0, 0, 0]
    const counted = async function* () {
      for await (const piece of entry.pieces) {
        const bytes = Buffer.from(piece as Uint8Array)
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    }
    for await (const chunk of Readable.from(counted()).compose(createDeflateRaw({ level: entry.isCompressed ? 0 : 6 }))) {
      packed += (chunk as Buffer).length
      yield chunk as Buffer
    }
    if (size > most32 || packed > most32) throw new Error(`${entry.name} is too large for an archive`)
    yield record(0x08_07_4b_50, [
      [4, crc],
      [4, packed],
      [4, size],
    ])
    written.push({ name, offset, crc, packed, size })
    offset += head.length + packed + 16
  }
  yield* writeDirectory(written, offset, moment)
}

function* writeDirectory(written: readonly Written[], start: number, moment: readonly [number, number]): Generator<Uint8Array> {
  let size = 0
  for (const { name, offset, crc, packed, size: bytes } of written) {
    const isFar = offset >= most32
    const extra = isFar
      ? record(null, [
          [2, 1],
          [2, 8],
          [8, offset],
        ])
      : Buffer.alloc(0)
    const fields: Field[] = [
      [2, 45],
      [2, isFar ? 45 : 20],
      ...headerOf(moment),
      [4, crc],
      [4, packed],
      [4, bytes],
      [2, name.length],
      [2, extra.length],
    ]
    const place: Field[] = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, Math.min(offset, most32)],
    ]
    const entry = record(0x02_01_4b_50, [...fields, ...place], name, extra)
    size += entry.length
    yield entry
  }
  const count = written.length
  if (count >= most16 || start + size >= most32) {
    yield record(0x06_06_4b_50, [
      [8, 44],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, start],
    ])
    yield record(0x07_06_4b_50, [
      [4, 0],
      [8, start + size],
      [4, 1],
    ])
  }
  const few = Math.min(count, most16)
  yield record(0x06_05_4b_50, [
    [2, 0],
    [2, 0],
    [2, few],
    [2, few],
    [4, Math.min(size, most32)],
    [4, Math.min(start, most32)],
    [2, 0],
  ])
}

type Field = readonly [bytes: 2 | 4 | 8, value: number]

const headerOf = ([date, time]: readonly [number, number]): Field[] => [
  [2, flags],
  [2, deflated],
  [2, time],
  [2, date],
]

/** The fields of a record, little-endian, with its signature before and other bytes after them. */
function record(signature: number | null, fields: readonly Field[], ...rest: readonly Buffer[]): Buffer {
  const all: readonly Field[] = signature === null ? fields : [[4, signature], ...fields]
  const bytes = Buffer.alloc(all.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of all) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, length)
    at += length
  }
  return Buffer.concat([bytes, ...rest])
}

/** Date and time as MS-DOS has them, in UTC. */
const toDosTime = (at: Date): readonly [number, number] => [
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
]
