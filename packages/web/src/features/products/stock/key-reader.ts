import Papa from 'papaparse'
import { SourceRefusal, readFileText } from './file-text.ts'
import { type Choice, type KeyLines, columnNames, keyLinesOf } from './key-lines.ts'
import { type Delimiter, type Table, delimiters, parseTable, sampleSize, withOneLineEnd } from './key-table.ts'
import { countKeys, joinedHint, quotedHint } from './key-text.ts'

/** The requests of the page: read a file or a paste, then parse or interpret it in another way. */
export type ReaderRequest =
  | { readonly is: 'file'; readonly file: File }
  | { readonly is: 'paste'; readonly text: string }
  | { readonly is: 'delimiter'; readonly delimiter: Delimiter }
  | { readonly is: 'choice'; readonly choice: Choice }

/** A parsed text and its layout. */
export interface ParsedSource {
  /** Hints for the person about how the text was read. */
  readonly notes: readonly string[]
  readonly delimiter: Delimiter
  readonly choice: Choice
  /** The names of the columns. */
  readonly columns: readonly string[]
  readonly lines: KeyLines
}

type Progress = (percent: number) => void

/**
 * Reads a file or a paste and guesses its layout; each guess can be changed by a further request. Keeps the text in between.
 * @returns handles one request; rejects with a SourceRefusal
 */
export function createKeyReader(): (ask: ReaderRequest, onProgress: Progress) => Promise<ParsedSource> {
  let text = ''
  let isTableFile = false
  let note: string | null = null
  let delimiter: Delimiter = ''
  let table: Table

  const parse = (onProgress: Progress) => {
    table = parseTable(text, delimiter, onProgress)
    return interpret(guessColumn(table.rows.slice(0, sampleSize)))
  }
  const read = (raw: string, name: string | null, onProgress: Progress) => {
    const whole = withOneLineEnd(raw)
    const named = delimiterLine.exec(whole)
    text = whole.slice(named?.[0].length)
    isTableFile = name !== null && /\.(?:csv|tsv)$/i.test(name)
    delimiter = delimiters.find(({ value }) => value === named?.[1])?.value ?? guessDelimiter(text, isTableFile)
    return parse(onProgress)
  }
  const interpret = (choice: Choice): ParsedSource => ({
    notes: [note, table.warning, isTableFile && delimiter === '' ? wholeLinesNote(text) : null, otherKeysNote(table, choice)].filter(
      (each) => each !== null,
    ),
    delimiter,
    choice,
    columns: columnNames(table, choice.hasHeader),
    lines: keyLinesOf(table, choice),
  })

  return async (ask, onProgress) => {
    switch (ask.is) {
      case 'file': {
        // Reading and parsing take about the same time.
        const found = await readFileText(ask.file, (percent) => onProgress(Math.floor(percent / 2)))
        note = found.note
        return read(found.text, ask.file.name, (percent) => onProgress(50 + Math.floor(percent / 2)))
      }
      case 'paste':
        return read(ask.text, null, onProgress)
      case 'delimiter':
        delimiter = ask.delimiter
        return parse(onProgress)
      case 'choice':
        return interpret(ask.choice)
    }
  }
}

export type ReaderReply =
  | { readonly is: 'progress'; readonly percent: number }
  | { readonly is: 'read'; readonly found: ParsedSource }
  | { readonly is: 'refused'; readonly reason: string | null }

/** The reply to the page. A refusal has a reason; any other failure has none. */
export async function replyTo(reading: Promise<ParsedSource>): Promise<ReaderReply> {
  try {
    return { is: 'read', found: await reading }
  } catch (error) {
    return { is: 'refused', reason: error instanceof SourceRefusal ? error.message : null }
  }
}

/** The first line of a file for Excel can name the delimiter. Excel does not show it, so the next one is line 1. */
const delimiterLine = /^"?sep=(.)"?(?:\n|$)/i

/** Usual names of a column of keys. */
const keyHeading = /^(?:(?:licen[cs]e|product|activation|serial|cd|game)?[ _-]?(?:keys?|codes?|serials?|numbers?)|licen[cs]es?|values?)$/i
const candidates = ['\t', ';', ',', '|']

/**
 * Guesses the delimiter of the cells. A key may contain a comma, so a text without the name of a table file is split only if it has tabs or
 * a heading of a table.
 */
function guessDelimiter(text: string, isTableFile: boolean): Delimiter {
  const options = { preview: 20, delimitersToGuess: candidates, newline: '\n' as const, skipEmptyLines: true }
  const { data, meta, errors } = Papa.parse<string[]>(text.slice(0, 20_000), options)
  if (errors.some(({ code }) => code === 'UndetectableDelimiter')) return delimiterOfHeading(text) || delimiterOfQuotes(text)
  return isTableFile || meta.delimiter === '\t' || (data[0] ?? []).some(isKeyHeading) ? (meta.delimiter as Delimiter) : ''
}

/** The delimiter of the heading. An unmatched quotation mark can make the lines differ, but the heading still shows that it is a table. */
function delimiterOfHeading(text: string): Delimiter {
  const [heading = ''] = text.split('\n', 1)
  const found = candidates.find((candidate) => heading.includes(candidate) && heading.split(candidate).some(isKeyHeading))
  return (found ?? '') as Delimiter
}

/** A single column in quotation marks is a table, too: with any delimiter, its cells lose their marks. */
function delimiterOfQuotes(text: string): Delimiter {
  const lines = text.slice(0, 20_000).split('\n', 20)
  const filled = lines.filter((line) => line.trim() !== '')
  return filled.filter((line) => /^"(?:[^"]|"")*"\s*$/.test(line)).length * 2 > filled.length ? ',' : ''
}

/** An unmatched quotation mark can make each line of a table a key. */
function wholeLinesNote(text: string): string | null {
  const { quoted, joined } = countKeys(text)
  const hints = [quoted > 0 && quotedHint(quoted), joined > 0 && joinedHint(joined)].filter((hint) => hint !== false)
  return hints.length === 0 ? null : `${hints.join(' ')} If they are cells of a table, choose the delimiter.`
}

/** A list of keys in one line is a row, of which one cell is taken. */
function otherKeysNote({ rows }: Table, { hasHeader, column }: Choice): string | null {
  const filled = rows.slice(0, sampleSize).filter((row) => row.some((cell) => cell.trim() !== ''))
  if (filled.length !== 1 || hasHeader) return null
  const cells = filled[0]!.map((cell) => cell.trim())
  const least = keyLikeness([cells[column] ?? '']) / 2
  if (!cells.some((cell, index) => index !== column && cell !== '' && keyLikeness([cell]) >= least)) return null
  return `This line has ${cells.length} cells; only one is taken. If they are all keys, put each on a line of its own.`
}

/** Guesses whether the first line names the columns, and which column holds the keys. */
function guessColumn(sample: Table['rows']): { readonly hasHeader: boolean; readonly column: number } {
  const [first = [], ...others] = sample
  const named = first.findIndex(isKeyHeading)
  if (named !== -1) return { hasHeader: true, column: named }
  const looksNamed = first.every(isWord) && others.some((row) => row.some((cell) => /\d/.test(cell)))
  const hasHeader = looksNamed && !isKeyLikeNext(sample)
  return { hasHeader, column: likeliestColumn(hasHeader ? others : sample) }
}

const isKeyHeading = (cell: string) => keyHeading.test(cell.trim())
const isWord = (cell: string) => /^[\p{L} _#.-]{1,40}$/u.test(cell)

/** A key may have no digits. In a list, it has the length and the separators of the next line. */
function isKeyLikeNext([first = [], ...others]: Table['rows']): boolean {
  const next = others.find((row) => row.some((cell) => cell.trim() !== ''))
  return first.length === 1 && next?.length === 1 && shapeOf(first[0]!) === shapeOf(next[0]!)
}

const shapeOf = (cell: string) => cell.trim().replaceAll(/[\p{L}\d]/gu, 'x')

function likeliestColumn(rows: Table['rows']): number {
  const width = Math.max(1, ...rows.map((row) => row.length))
  const scores = Array.from({ length: width }, (_, column) => keyLikeness(rows.map((row) => (row[column] ?? '').trim())))
  return scores.indexOf(Math.max(...scores))
}

/** Scores a column: keys are distinct and long, and neither dates, plain email addresses nor small numbers. An account to log in with is a key. */
function keyLikeness(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return 0
  const distinct = new Set(filled).size / cells.length
  const length = filled.reduce((sum, cell) => sum + cell.length, 0) / filled.length
  const isOther = filled.every((cell) =>
    /^\d{1,6}(?:\.\d+)?$|^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b|^[^\s@:;|]+@[^\s@:;|]+\.[^\s@:;|]+$/.test(cell),
  )
  return distinct * Math.min(length, 20) * (isOther ? 0.05 : 1)
}
