import { type DailySales, addDays } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { formatCompact, summarise, toSeries } from './series.ts'

/** Consecutive days, each with a number of orders of $10. */
const sold = (first: string, orders: readonly number[]): DailySales[] =>
  orders.map((count, index) => ({ day: addDays(first, index), orders: count, revenue: count * 10 }))

test('the sums are exact to the cent', () => {
  const days = [0.1, 0.2, 1234.56].map((revenue, index) => ({ day: `2030-01-0${index + 1}`, orders: index, revenue }))
  expect(summarise(days)).toEqual({ revenue: 1234.86, orders: 3, average: 411.62 })
})

test('without an order there is no average', () => {
  expect(summarise([{ day: '2030-01-01', orders: 0, revenue: 0 }])).toEqual({ revenue: 0, orders: 0, average: null })
})

test('each day is paired with its day of the previous period, and today is running', () => {
  const { points, sums } = toSeries(sold('2029-12-29', [1, 2, 3, 4]), 2, 'day', '2030-01-01')
  expect(points).toEqual([
    { from: '2029-12-31', to: '2029-12-31', orders: 3, revenue: 30, before: 10, isRunning: false },
    { from: '2030-01-01', to: '2030-01-01', orders: 4, revenue: 40, before: 20, isRunning: true },
  ])
  expect(sums).toEqual({ revenue: 70, orders: 7, average: 10 })
})

test('a day that the shorter period before lacks has no revenue before', () => {
  const { points } = toSeries(
    sold('2030-02-01', [...Array.from({ length: 28 }, () => 1), ...Array.from({ length: 31 }, () => 2)]),
    31,
    'day',
    undefined,
    28,
  )
  expect(points.map(({ before }) => before)).toEqual([...Array.from({ length: 28 }, () => 10), null, null, null])
})

test('weeks begin on Monday, months on the first, each compared with the same days before', () => {
  // 1 January 2030 is a Tuesday.
  const days = sold(
    '2029-12-04',
    Array.from({ length: 56 }, (_, index) => (index < 28 ? 1 : 2)),
  )
  const weeks = toSeries(days, 28, 'week', '2030-01-28').points
  expect(weeks.map(({ from, to, orders, before, isRunning }) => [from, to, orders, before, isRunning])).toEqual([
    ['2030-01-01', '2030-01-06', 12, 60, false],
    ['2030-01-07', '2030-01-13', 14, 70, false],
    ['2030-01-14', '2030-01-20', 14, 70, false],
    ['2030-01-21', '2030-01-27', 14, 70, false],
    ['2030-01-28', '2030-01-28', 2, 10, true],
  ])
  expect(toSeries(days, 40, 'month', '2030-01-28').points.map(({ from, to }) => [from, to])).toEqual([
    ['2029-12-20', '2029-12-31'],
    ['2030-01-01', '2030-01-28'],
  ])
})

test('the change leaves out today, and is unknown if nothing was sold before', () => {
  expect(toSeries(sold('2029-12-29', [4, 4, 5, 0]), 2, 'day', '2030-01-01').change).toEqual({ revenue: 25, orders: 25, average: 0 })
  expect(toSeries(sold('2029-12-29', [4, 4, 5, 3]), 2, 'day', '2031-01-01').change).toEqual({ revenue: 0, orders: 0, average: 0 })
  expect(toSeries(sold('2029-12-29', [0, 0, 5, 3]), 2, 'day', '2030-01-01').change).toEqual({ revenue: null, orders: null, average: null })
})

test('the average of an order has a change of its own', () => {
  const days = sold('2029-12-29', [4, 4, 5, 0]).map((day, nth) => (nth === 2 ? { ...day, revenue: day.revenue * 2 } : day))
  expect(toSeries(days, 2, 'day', '2030-01-01').change).toEqual({ revenue: 150, orders: 25, average: 100 })
})

test('there is no previous period if the host answers the period alone', () => {
  const { points, change } = toSeries(sold('2030-01-01', [1, 2]), 2, 'day', undefined)
  expect(points.map(({ before, isRunning }) => [before, isRunning])).toEqual([
    [null, false],
    [null, false],
  ])
  expect(change.revenue).toBeNull()
})

test('axis labels are short', () => {
  const marks = [0, 0.5, 4, 850, 1_000, 1_200, 1_250, 25_000, 200_000, 2_500_000, 1e9, 2e12]
  expect(marks.map(formatCompact)).toEqual(['0', '0.5', '4', '850', '1K', '1.2K', '1.25K', '25K', '200K', '2.5M', '1B', '2T'])
})
