import { limits } from '@keydesk/contract'
import Papa from 'papaparse'
import { SourceRefusal } from './file-text.ts'

/** The delimiter between cells. Empty: the whole line is the value. */
export type Delimiter = '' | ',' | ';' | '\t' | '|'

export const delimiters: readonly { readonly value: Delimiter; readonly label: string }[] = [
  { value: ',', label: 'Comma (,)' },
  { value: ';', label: 'Semicolon (;)' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar (|)' },
  { value: '', label: 'None: the whole line' },
]

export interface Table {
  readonly rows: readonly (readonly string[])[]
  /** The number of columns of the widest of the first rows. */
  readonly columns: number
  /** A hint for the person about unmatched quotation marks. */
  readonly warning: string | null
}

/** Read at a time, to report progress. */
const chunkRows = 5_000
/** The rows that guesses and the choice of columns use. */
export const sampleSize = 200

/**
 * The cells of a text. Quoted cells may contain the delimiter and line ends.
 * @throws SourceRefusal for more lines than one import accepts
 */
export function parseTable(text: string, delimiter: Delimiter, onProgress: (percent: number) => void): Table {
  const rows: (readonly string[])[] = []
  let warning: string | null = null
  for (let at = 0; at < text.length;) {
    const part = delimiter === '' ? readLines(text, at) : readCells(text, at, delimiter)
    warning ??= part.hasOpenQuote ? openQuote(rows.length, part.rows.length) : null
    for (const row of part.rows) rows.push(row)
    if (rows.length > limits.keysPerSave + 1)
      throw new SourceRefusal('One import takes at most 250,000 lines. Split the file into several.')
    at = part.end
    onProgress(Math.floor((at / text.length) * 100))
  }
  return { rows, columns: Math.max(1, ...rows.slice(0, sampleSize).map((row) => row.length)), warning }
}

/** Makes all line ends the same: a file may mix them, but the parser accepts one kind. */
export const withOneLineEnd = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

interface Part {
  readonly rows: readonly (readonly string[])[]
  /** The start of the next part. */
  readonly end: number
  readonly hasOpenQuote: boolean
}

function readLines(text: string, from: number): Part {
  const rows: string[][] = []
  let at = from
  while (rows.length < chunkRows && at < text.length) {
    const end = text.indexOf('\n', at)
    rows.push([text.slice(at, end === -1 ? undefined : end)])
    at = end === -1 ? text.length : end + 1
  }
  return { rows, end: at, hasOpenQuote: false }
}

function readCells(text: string, from: number, delimiter: string): Part {
  // The fast mode would scan the whole rest each time.
  const options = { delimiter, newline: '\n' as const, preview: chunkRows, fastMode: false }
  const { data, meta, errors } = Papa.parse<string[]>(text.slice(from), options)
  const end = meta.cursor > 0 ? from + meta.cursor : text.length
  // After the last line end the parser adds a row with one empty cell.
  const rows = end === text.length && data.at(-1)?.join(delimiter) === '' ? data.slice(0, -1) : data
  return { rows, end, hasOpenQuote: errors.some(({ type }) => type === 'Quotes') }
}

const openQuote = (before: number, found: number) =>
  `A quotation mark between line ${before + 1} and line ${before + found} has no partner. Look at the preview, or choose "None" as the delimiter.`
