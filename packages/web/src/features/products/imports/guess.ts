import Papa from 'papaparse'
import type { Delimiter, Table } from './table.ts'

/** What a column of keys is called. */
const keyHeading = /^(?:(?:licen[cs]e|product|activation|serial|cd|game)?[ _-]?(?:keys?|codes?|serials?|numbers?)|licen[cs]es?|values?)$/i
const candidates = ['\t', ';', ',', '|']

/**
 * What stands between the cells. A key may hold a comma, so a text that is not named as a table is cut only where a tab or a heading
 * says that it is one.
 * @param name of the file; null for a paste
 */
export function guessDelimiter(text: string, name: string | null): Delimiter {
  const options = { preview: 20, delimitersToGuess: candidates, newline: '\n' as const, skipEmptyLines: true }
  const { data, meta, errors } = Papa.parse<string[]>(text.slice(0, 20_000), options)
  if (errors.some(({ code }) => code === 'UndetectableDelimiter')) return delimiterOfHeading(text)
  const isTable = name !== null && /\.(?:csv|tsv)$/i.test(name)
  return isTable || meta.delimiter === '\t' || (data[0] ?? []).some(isKeyHeading) ? (meta.delimiter as Delimiter) : ''
}

/** A quotation mark without a partner makes the lines differ; the heading still says that they are a table. */
function delimiterOfHeading(text: string): Delimiter {
  const [heading = ''] = text.split('\n', 1)
  const found = candidates.find((candidate) => heading.includes(candidate) && heading.split(candidate).some(isKeyHeading))
  return (found ?? '') as Delimiter
}

/** Whether the first line names the columns, and which of them holds the keys. */
export function guessColumn(sample: Table['rows']): { readonly hasHeader: boolean; readonly column: number } {
  const [first = [], ...others] = sample
  const named = first.findIndex(isKeyHeading)
  if (named !== -1) return { hasHeader: true, column: named }
  const hasHeader = others.length > 0 && first.every(isWord) && others.some((row) => row.some((cell) => /\d/.test(cell)))
  return { hasHeader, column: likeliestColumn(hasHeader ? others : sample) }
}

const isKeyHeading = (cell: string) => keyHeading.test(cell.trim())
const isWord = (cell: string) => /^[\p{L} _#.-]{1,40}$/u.test(cell)

function likeliestColumn(rows: Table['rows']): number {
  const width = Math.max(1, ...rows.map((row) => row.length))
  const scores = Array.from({ length: width }, (_, column) => keyLikeness(rows.map((row) => (row[column] ?? '').trim())))
  return scores.indexOf(Math.max(...scores))
}

/** Keys differ from each other, are long, and are neither dates, addresses nor small numbers. */
function keyLikeness(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return 0
  const distinct = new Set(filled).size / cells.length
  const length = filled.reduce((sum, cell) => sum + cell.length, 0) / filled.length
  const isOther = filled.every((cell) => /^\d{1,6}(?:\.\d+)?$|^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b|^\S+@\S+\.\S+$/.test(cell))
  return distinct * Math.min(length, 20) * (isOther ? 0.05 : 1)
}
