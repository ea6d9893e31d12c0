/** Marks a file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\ufeff'

/** One line of a CSV file (RFC 4180). */
export const toCsvLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`

/** A text that a spreadsheet does not run as a formula: a stranger may have written it. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function toCell(text: string): string {
  const harmless = withoutFormula(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
