import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countLines, ImportReader, noLines, placeLines, type RefusedLine } from './key-imports.rules.ts'
import type { ExistingKey } from '../keys/keys.service.ts'

const here = 1
const values = ['A', 'B', 'C', 'D', 'E', '__proto__', 'constructor']
const states = ['available', 'reserved', 'sold', 'revoked', 'removed'] as const
/** Few values, so that repeats and overlaps are common. Some have whitespace from pasting, some cannot be keys. */
const text = fc.oneof(
  fc.constantFrom(...values, ' A', 'B\t', 'e\u0301', '\u00e9'),
  fc.constantFrom('', '  ', 'A\u200b', 'C\nD', 'x'.repeat(501)),
)
/** A value is one key in the whole shop. */
const shop = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...values), fc.constantFrom(here, 2, 3), fc.constantFrom(...states)), {
    selector: ([value]) => value,
  })
  .map((rows) => rows.map(([value, variant_id, state], index): ExistingKey => ({ id: index + 1, value, variant_id, state })))
const situation = fc.record({ lines: fc.array(text, { maxLength: 30 }), shop, pieces: fc.integer({ min: 1, max: 7 }) })

/** Reads and places the lines in pieces. */
function sort({ lines, shop: existing, pieces }: { lines: string[]; shop: readonly ExistingKey[]; pieces: number }) {
  const reader = new ImportReader()
  const counts = noLines()
  const [fresh, back, refused]: [string[], ExistingKey[], RefusedLine[]] = [[], [], []]
  for (let from = 0; from < lines.length; from += pieces) {
    const read = reader.read(lines.slice(from, from + pieces))
    const placed = placeLines(here, read.values, existing)
    fresh.push(...placed.fresh)
    back.push(...placed.back)
    refused.push(...read.refused, ...placed.refused)
    countLines(counts, placed.fresh.length + placed.back.length, [...read.refused, ...placed.refused])
  }
  return { fresh, back, refused, counts }
}

test('each line has one disposition', () => {
  fc.assert(
    fc.property(situation, (all) => {
      const { refused, counts } = sort(all)
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(all.lines.length)
      expect(new Set(refused.map(({ line }) => line)).size).toBe(refused.length)
      expect(refused.length + counts.new).toBe(all.lines.length)
    }),
  )
})

test('what is new was in no variant or removed from this one, and is there once', () => {
  fc.assert(
    fc.property(situation, (all) => {
      const { fresh, back } = sort(all)
      expect(new Set([...fresh, ...back.map((key) => key.value)]).size).toBe(fresh.length + back.length)
      for (const value of fresh) expect(all.shop.filter((key) => key.value === value)).toEqual([])
      for (const key of back) expect(key).toMatchObject({ variant_id: here, state: 'removed' })
    }),
  )
})

/** Whether the disposition of a line is correct. */
function holds({ line, disposition, reason, variant_id, key }: RefusedLine, lines: readonly string[]): boolean {
  const [value, ...earlier] = lines
    .slice(0, line)
    .map((each) => each.normalize('NFC').trim())
    .toReversed()
  const isOurs = key?.value === value && key?.variant_id === here
  switch (disposition) {
    case 'invalid':
      return /^(?:A key|The line) .+/.test(reason ?? '') && key === undefined
    case 'repeated':
      return earlier.includes(value ?? '')
    case 'in_stock':
      return isOurs && key.state === 'available'
    case 'sold':
      return isOurs && ['reserved', 'sold', 'revoked'].includes(key.state)
    case 'elsewhere':
      return key?.value === value && variant_id === key?.variant_id && variant_id !== here
  }
}

test('each refusal has its reason', () => {
  fc.assert(
    fc.property(situation, (all) => {
      expect(sort(all).refused.filter((line) => !holds(line, all.lines))).toEqual([])
    }),
  )
})

test('the pieces in which it is read make no difference', () => {
  fc.assert(
    fc.property(situation, (all) => {
      const whole = sort({ ...all, pieces: all.lines.length + 1 })
      const inPieces = sort(all)
      const byLine = (refused: typeof whole.refused) => refused.toSorted((one, other) => one.line - other.line)
      expect({ ...inPieces, refused: byLine(inPieces.refused) }).toEqual({ ...whole, refused: byLine(whole.refused) })
    }),
  )
})

test('once it is stored, the same list has nothing new', () => {
  fc.assert(
    fc.property(situation, (all) => {
      const { fresh, back } = sort(all)
      const added = fresh.map((value, index): ExistingKey => ({ id: 1_000 + index, value, variant_id: here, state: 'available' }))
      const isBack = new Set(back.map((key) => key.id))
      const shopAfter = [...all.shop.map((key): ExistingKey => (isBack.has(key.id) ? { ...key, state: 'available' } : key)), ...added]
      const again = sort({ ...all, shop: shopAfter })
      expect(again.counts.new).toBe(0)
      expect(again.counts.in_stock).toBeGreaterThanOrEqual(fresh.length + back.length)
    }),
  )
})

test('a list as a supplier sends it', () => {
  const existing: ExistingKey[] = [
    { id: 1, value: 'STOCK', variant_id: here, state: 'available' },
    { id: 2, value: 'SOLD', variant_id: here, state: 'sold' },
    { id: 3, value: 'THERE', variant_id: 2, state: 'available' },
    { id: 4, value: 'GONE', variant_id: here, state: 'removed' },
  ]
  const lines = ['NEW', ' STOCK ', 'SOLD', 'THERE', 'GONE', 'NEW', '', 'bad\u200bone']
  const { fresh, back, refused, counts } = sort({ lines, shop: existing, pieces: 3 })
  expect({ fresh, back: back.map((key) => key.value) }).toEqual({ fresh: ['NEW'], back: ['GONE'] })
  expect(counts).toEqual({ new: 2, repeated: 1, in_stock: 1, sold: 1, elsewhere: 1, invalid: 2 })
  expect(refused.toSorted((one, other) => one.line - other.line).map(({ line, disposition }) => [line, disposition])).toEqual([
    [2, 'in_stock'],
    [3, 'sold'],
    [4, 'elsewhere'],
    [6, 'repeated'],
    [7, 'invalid'],
    [8, 'invalid'],
  ])
})
