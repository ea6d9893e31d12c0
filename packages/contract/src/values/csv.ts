/** Marks a file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff'

/** A text that a person may have written, or one that is written as it is, such as a number: a minus does not make it a formula. */
export type CsvCell = string | { readonly asIs: string }

/** One line of a CSV file (RFC 4180). */
export const toCsvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? toCell(cell) : cell.asIs)).join(',')}\r\n`

/** Whole cents as dollars with two decimals. */
export const amountCell = (cents: number): CsvCell => ({ asIs: (cents / 100).toFixed(2) })

export const countCell = (count: number): CsvCell => ({ asIs: String(count) })

/** A text that a spreadsheet does not run as a formula: a stranger may have written it. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function toCell(text: string): string {
  const harmless = withoutFormula(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
