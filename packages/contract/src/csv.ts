/** Tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\ufeff'

/** One line of a CSV file (RFC 4180). */
export const toCsvLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`

function toCell(text: string): string {
  // A spreadsheet would run such a cell as a formula, and a stranger may have written it.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
