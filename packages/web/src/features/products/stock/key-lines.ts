import type { Table } from './key-table.ts'

export interface Choice {
  readonly hasHeader: boolean
  readonly column: number
}

/**
 * The values to send of a table, and their lines in the file. Packed into arrays of bytes, which a worker transfers at once; 250,000 texts
 * would be copied one by one.
 */
export interface KeyLines {
  /** The values as the JSON to send. */
  readonly json: Uint8Array<ArrayBuffer>
  /** The offset of each value in the JSON. */
  readonly starts: Uint32Array<ArrayBuffer>
  /** The line of the file in which each value begins, from 1. */
  readonly lines: Uint32Array<ArrayBuffer>
}

/** One column of a table without its heading. Completely blank lines are left out. */
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
  return { ...packValues(values), lines: Uint32Array.from(lines) }
}

function packValues(values: readonly string[]): Pick<KeyLines, 'json' | 'starts'> {
  const texts = values.map((value) => JSON.stringify(value))
  const json = new TextEncoder().encode(`[${texts.join(',')}]`)
  const starts = new Uint32Array(values.length)
  let at = 1
  for (const [index, text] of texts.entries()) {
    starts[index] = at
    at += lengthInBytes(text) + 1
  }
  return { json, starts }
}

const encoder = new TextEncoder()
// Most keys are ASCII, which needs no encoding to be measured.
const lengthInBytes = (text: string): number => (/^[\0-\x7f]*$/.test(text) ? text.length : encoder.encode(text).length)

/** The value at an index. */
export function valueAt({ json, starts }: KeyLines, index: number): string {
  const end = (starts[index + 1] ?? json.length) - 1
  return JSON.parse(new TextDecoder().decode(json.subarray(starts[index], end))) as string
}

/** A quoted cell may span several lines. */
function lineEndsIn(row: readonly string[]): number {
  let ends = 0
  for (const cell of row) for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) ends += 1
  return ends
}

/** The names of the columns, from the first line or by their number. */
export function columnNames({ rows, columns }: Table, hasHeader: boolean): string[] {
  return Array.from({ length: columns }, (_, index) => {
    const heading = hasHeader ? rows[0]?.[index]?.trim() : ''
    return heading ? heading : `Column ${index + 1}`
  })
}
