import type { Table } from './key-table.ts'

export interface Choice {
  readonly hasHeader: boolean
  readonly column: number
}

/**
 * What is sent of a table, and where in the file each of it stands. Packed, because it comes from a worker: 250,000 texts take long to hand
 * over, and a few arrays of bytes take no time.
 */
export interface KeyLines {
  /** The values as the JSON that is sent. */
  readonly json: Uint8Array<ArrayBuffer>
  /** Where in it each value begins. */
  readonly starts: Uint32Array<ArrayBuffer>
  /** In which line of the file each value begins, from 1 on. */
  readonly lines: Uint32Array<ArrayBuffer>
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
// Most keys are plain letters, whose bytes need no counting.
const lengthInBytes = (text: string): number => (/^[\0-\x7f]*$/.test(text) ? text.length : encoder.encode(text).length)

/** One of the values. */
export function valueAt({ json, starts }: KeyLines, index: number): string {
  const end = (starts[index + 1] ?? json.length) - 1
  return JSON.parse(new TextDecoder().decode(json.subarray(starts[index], end))) as string
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
