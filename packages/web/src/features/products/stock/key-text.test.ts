import { parseKeyLines } from '@keydesk/contract'
import { describe, expect, test } from 'vitest'
import {
  countInSlices,
  countKeys,
  countMissing,
  describeKeys,
  isLarge,
  mergeKeys,
  plainLimit,
  readKeys,
  removeMarks,
  splitAtDelimiters,
} from './key-text.ts'

test('counts trimmed keys without blanks', async () => {
  expect(countKeys(' A \r\n\nB\nA\rA\n')).toEqual({ keys: 4, duplicates: 2, quoted: 0, joined: 0 })
  expect(describeKeys({ keys: 12, duplicates: 2 })).toBe('12 keys, 2 duplicates')
  expect(describeKeys({ keys: 1, duplicates: 0 })).toBe('1 key')
  expect(describeKeys({ keys: 100_000, duplicates: 1 })).toBe('100,000 keys, 1 duplicate')
})

test('counts very many keys in slices, with duplicates across slices', () => {
  const text = Array.from({ length: 25_000 }, (_, index) => `K${index % 24_000}`).join('\n')
  expect(countKeys(text)).toMatchObject({ keys: 25_000, duplicates: 1_000 })
  expect([...countInSlices(text)]).toHaveLength(2)
})

test('counts and changes lines that look like cells of a table, and no others', () => {
  const text = ' "A-1" \n"B""2"\n"C-3";"D-4"\nE-5, F-6|,G-7\nH-8,\n"I\n"J,K"\n"'
  expect(countKeys(text)).toMatchObject({ keys: 8, quoted: 3, joined: 2 })
  expect(removeMarks(text)).toBe('A-1\nB"2\n"C-3";"D-4"\nE-5, F-6|,G-7\nH-8,\n"I\nJ,K\n"')
  expect(splitAtDelimiters(text)).toBe(' "A-1" \n"B""2"\n"C-3"\n"D-4"\nE-5\nF-6\nG-7\nH-8,\n"I\n"J,K"\n"')
})

test('sends the keys that the contract reads in the text', async () => {
  const text = Array.from({ length: 25_000 }, (_, index) => (index % 7 === 0 ? '  ' : ` K${index % 9_000} `)).join('\r\n')
  const { keys, problem } = readKeys(text)
  expect(problem).toBeUndefined()
  expect(keys).toEqual(parseKeyLines(text))
})

test('names the first invalid key by its line', async () => {
  expect(readKeys(`A\n\n${'x'.repeat(501)}\n${'y'.repeat(501)}`).problem).toBe('Line 3: A key must be at most 500 characters')
})

test('a text is large above the limit, not at it', () => {
  expect(isLarge('A\n'.repeat(plainLimit - 1))).toBe(false)
  expect(isLarge('A\n'.repeat(plainLimit))).toBe(true)
})

test('counts the distinct keys that a list lacks', () => {
  expect(countMissing('A\nB\n A \n\nC', ['B'])).toBe(2)
})

describe('my keys on their list', () => {
  test('keep keys that were added or sold meanwhile', () => {
    // Base A B C; I removed B and added M; they sold A and added T.
    expect(mergeKeys('A\nB\nC', 'A\nC\nM', 'B\nC\nT')).toBe('C\nT\nM')
  })
  test('add no key twice', () => expect(mergeKeys('A', 'A\nX\nX', 'A\nX')).toBe('A\nX'))
})
