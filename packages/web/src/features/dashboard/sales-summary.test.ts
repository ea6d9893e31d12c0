import { expect, test } from 'vitest'
import { formatDay, formatFullDay, summarise } from './sales-summary.ts'

test('the sums are exact to the cent', () => {
  const days = [0.1, 0.2, 1234.56].map((revenue, index) => ({ day: `2030-01-0${index + 1}`, orders: index, revenue }))
  expect(summarise(days)).toEqual({ revenue: 1234.86, orders: 3, average: 411.62 })
})

test('without an order there is no average', () => {
  expect(summarise([{ day: '2030-01-01', orders: 0, revenue: 0 }])).toEqual({ revenue: 0, orders: 0, average: null })
})

test("a day is UTC's, whatever the reader's zone", () => {
  expect(formatDay('2030-01-01')).toBe('Jan 1')
  expect(formatFullDay('2030-12-31')).toBe('Tue, Dec 31, 2030')
  expect(formatDay('soon')).toBe('soon')
})
