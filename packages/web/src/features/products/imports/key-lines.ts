import type { Table } from './table.ts'

export interface Choice {
  readonly hasHeader: boolean
  readonly column: number
}

/** What is sent of a table, and where in the file each of it stands. */
export interface KeyLines {
  readonly values: readonly string[]
  /** From 1 on. */
  readonly lines: readonly number[]
}

/** One column of a table without its heading. Lines that are blank from end to end are left out. */
export function keyLinesOf({ rows }: Table, { hasHeader, column }: Choice): KeyLines {
  const values: string[] = []
  const lines: number[] = []
  let line = 1
  for (const [index, row] of rows.entries()) {
    const start = line
    line += 1 + lineEndsIn(row)
    if ((index === 0 && hasHeader) || row.every((cell) => cell.trim() === '')) continue
    values.push(row[column] ?? '')
    lines.push(start)
  }
  return { values, lines }
}

/** A quoted cell may go over several lines. */
function lineEndsIn(row: readonly string[]): number {
  let ends = 0
  for (const cell of row) for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) ends += 1
  return ends
}

/** The names of the columns, as the first line or their number says. */
export function columnNames({ rows, columns }: Table, hasHeader: boolean): string[] {
  return Array.from({ length: columns }, (_, index) => {
    const heading = hasHeader ? rows[0]?.[index]?.trim() : ''
    return heading ? heading : `Column ${index + 1}`
  })
}
