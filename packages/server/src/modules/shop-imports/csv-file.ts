import { limits, shopFileRefusals } from '@keydesk/contract'
import Papa from 'papaparse'
import { breathe } from '../../breathe.ts'
import { invalid, type AppError } from '../../errors.ts'

/** Reading CSV files of other programs (docs/reference/shop-imports.md, Files). */

export interface CsvRow {
  /** As a spreadsheet shows it: the titles are row 1. */
  readonly row: number
  readonly cells: readonly string[]
}

export interface CsvFile {
  readonly titles: readonly string[]
  /** The rows that are not blank, in portions. Other requests run between two of them. */
  readonly portions: () => AsyncGenerator<readonly CsvRow[]>
}

/** Decoded, and parsed, at a time. */
const chunkBytes = 1024 * 1024
const portionRows = 2_000

/** @throws 400 for a file that is no text, has no titles, or has a quotation mark without a partner */
export async function openCsv(bytes: Uint8Array): Promise<CsvFile> {
  const text = await decode(bytes)
  const delimiter = delimiterOf(text)
  const head = parse(text, 0, delimiter, 1, 0)
  const titles = (head.rows[0] ?? []).map((title) => title.trim())
  if (titles.every((title) => title === '')) throw refuse('The file has no titles in its first row')
  return { titles, portions: () => readPortions(text, head.end, delimiter) }
}

async function* readPortions(text: string, start: number, delimiter: string): AsyncGenerator<readonly CsvRow[]> {
  let row = 1
  for (let at = start; at < text.length; await breathe()) {
    const { rows, end } = parse(text, at, delimiter, portionRows, row)
    const numbered = rows.map((cells, index) => ({ row: row + index + 1, cells }))
    row += rows.length
    if (row > limits.shopImportRows + 2) throw refuse(`The file has more than ${limits.shopImportRows} rows: split it into several`)
    yield numbered.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    at = end
  }
}

function parse(text: string, from: number, delimiter: string, preview: number, before: number) {
  // The fast mode would scan the whole rest each time.
  const { data, meta, errors } = Papa.parse<string[]>(text.slice(from), { delimiter, newline: '\n', preview, fastMode: false })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken !== undefined)
    throw refuse(`Row ${before + (broken.row ?? 0) + 1} has a quotation mark without a partner. Save the file again as CSV`)
  return { rows: data, end: meta.cursor > 0 ? from + meta.cursor : text.length }
}

/** The most frequent delimiter of the titles. */
function delimiterOf(text: string): string {
  const end = text.indexOf('\n')
  const titles = text.slice(0, end === -1 ? undefined : end).replaceAll(/"[^"]*"/g, '')
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: titles.split(delimiter).length }))
  return counted.toSorted((one, other) => other.count - one.count)[0]!.delimiter
}

/** The text with one kind of line ends, and without a byte order mark and a line that names the delimiter. */
async function decode(bytes: Uint8Array): Promise<string> {
  const encoding = encodingOf(bytes)
  const decoder = new TextDecoder(encoding, { fatal: true })
  const parts: string[] = []
  /** A line end may be cut in two. */
  let carried = ''
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const isLast = at + chunkBytes >= bytes.length
      const part = carried + decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: !isLast })
      carried = !isLast && part.endsWith('\r') ? '\r' : ''
      parts.push((carried === '' ? part : part.slice(0, -1)).replaceAll(/\r\n?/g, '\n'))
      if (!isLast) await breathe()
    }
  } catch (error) {
    if (error instanceof TypeError) throw refuse('The file is not UTF-8 text. Save it as "CSV UTF-8"')
    throw error
  }
  // Excel does not show a first line that names the delimiter.
  const text = parts.join('').replace(/^"?sep=."?(?:\n|$)/i, '')
  if (text.includes('\0')) throw refuse('The file is no text. Choose a CSV file')
  if (text.trim() === '') throw refuse(shopFileRefusals.empty)
  return text
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

const refuse = (message: string): AppError => invalid(message, { file: message })
