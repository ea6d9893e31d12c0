import { limits } from '@keydesk/contract'

/** A file or a paste is refused; the message is a sentence for the person. */
export class SourceRefusal extends Error {
  override readonly name = 'SourceRefusal'
}

interface FileText {
  readonly text: string
  /** A hint for the person about how the file was read. */
  readonly note: string | null
}

/** Read and decoded at a time, to report progress. */
const chunkBytes = 1024 * 1024

/**
 * The text of a file. The content decides whether it is text, not the file's name.
 * @throws SourceRefusal if it is no text
 */
export async function readFileText(file: File, onProgress: (percent: number) => void): Promise<FileText> {
  if (file.size === 0) throw new SourceRefusal(`${file.name} is empty.`)
  if (file.size > limits.keysBody) throw new SourceRefusal(`${file.name} is larger than 64 MB. Split it into several files.`)
  const encoding = encodingOf(await bytesOf(file, 0), file.name)
  const decoder = new TextDecoder(encoding, { fatal: true })
  let text = ''
  for (let at = 0; at < file.size; at += chunkBytes) {
    const bytes = await bytesOf(file, at)
    if (encoding === 'utf-8' && bytes.includes(0)) throw new SourceRefusal(notText(file.name))
    text += decode(decoder, bytes, at + chunkBytes < file.size, file.name)
    onProgress(Math.min(100, Math.floor(((at + chunkBytes) / file.size) * 100)))
  }
  return { text, note: encoding === 'utf-8' ? null : `${file.name} is a UTF-16 file and was read as one.` }
}

const bytesOf = async (file: File, at: number) => new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean, name: string): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new SourceRefusal(`${name} is not UTF-8 text. Save it as "CSV UTF-8" or as Unicode text, and choose it again.`)
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Detected by the byte-order mark, otherwise by the zero bytes: UTF-16 text has one in most of its byte pairs. */
function encodingOf(bytes: Uint8Array, name: string): Encoding {
  const kind = kinds.find(({ starts }) => starts.every((byte, index) => bytes[index] === byte))
  if (kind !== undefined) throw new SourceRefusal(`${name} is ${kind.is}, not a text file.${kind.hint ?? ''}`)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  head.forEach((byte, index) => (zeros[index % 2]! += Number(byte === 0)))
  const most = head.length * 0.4
  if (zeros[1]! > most && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > most && zeros[1] === 0) return 'utf-16be'
  return 'utf-8'
}

const notText = (name: string) => `${name} is not a text file. Choose a CSV, TXT or TSV file.`

interface Kind {
  readonly starts: readonly number[]
  readonly is: string
  readonly hint?: string
}

const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))

/** The first bytes of files that people choose by mistake. */
const kinds: readonly Kind[] = [
  { starts: [0x89, ...letters('PNG')], is: 'a PNG picture' },
  { starts: [0xff, 0xd8, 0xff], is: 'a JPEG picture' },
  { starts: letters('GIF8'), is: 'a GIF picture' },
  { starts: letters('%PDF'), is: 'a PDF document' },
  { starts: [...letters('PK'), 3, 4], is: 'an Excel workbook or a ZIP archive', hint: ' Save a workbook as CSV and choose that.' },
  { starts: [0xd0, 0xcf, 0x11, 0xe0], is: 'an old Excel workbook', hint: ' Save it as CSV and choose that.' },
  { starts: [0x1f, 0x8b], is: 'a gzip archive' },
]
