import { expect, test } from 'vitest'
import { cellStyle, tableStyle } from './column.ts'

const columns = [
  { priority: 'high' },
  { share: 2 },
  { priority: 'low', share: 1 },
  { align: 'right', share: 1 },
  { priority: 'low' },
  { isActions: true },
] as const

test('a column is as wide as its content or takes its share; numbers never wrap', () => {
  expect(tableStyle(columns)).toEqual({
    '--one-line': 'max-content minmax(6.5rem, 2fr) minmax(6.5rem, 1fr) minmax(max-content, 1fr) max-content max-content',
    '--two-lines': 'max-content minmax(6.5rem, 2fr) minmax(max-content, 1fr) max-content',
  })
})

test('the low columns share the second line, beside the actions', () => {
  expect(columns.map((_, index) => cellStyle(columns, index)?.['--second-line'])).toEqual([
    undefined,
    undefined,
    '1 / 3',
    undefined,
    '3 / 4',
    undefined,
  ])
})

test('a column without a shown title is before both lines', () => {
  const withBox = [{ hideTitle: true }, ...columns]
  expect(withBox.flatMap((_, index) => cellStyle(withBox, index)?.['--second-line'] ?? [])).toEqual(['2 / 4', '4 / 5'])
})
