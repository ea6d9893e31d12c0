import { type DailySales, addDays, countDays } from '@keydesk/contract'
import { expect, test } from 'vitest'
import type { Period } from './period.ts'
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
  const { points, sums } = toSeries(sold('2029-12-29', [1, 2, 3, 4]), { days: 2 }, 'day', '2030-01-01')
  expect(points).toEqual([
    { from: '2029-12-31', to: '2029-12-31', orders: 3, revenue: 30, before: 10, isRunning: false },
    { from: '2030-01-01', to: '2030-01-01', orders: 4, revenue: 40, before: 20, isRunning: true },
  ])
  expect(sums).toEqual({ revenue: 70, orders: 7, average: 10 })
})

test('a day that the shorter period before lacks has no revenue before', () => {
  const { points } = toSeries(
    sold('2030-02-01', [...Array.from({ length: 28 }, () => 1), ...Array.from({ length: 31 }, () => 2)]),
    { from: '2030-03-01', to: '2030-03-31' },
    'day',
  )
  expect(points.map(({ before }) => before)).toEqual([...Array.from({ length: 28 }, () => 10), null, null, null])
})

test('weeks begin on Monday, months on the first, each compared with the same days before', () => {
  // 1 January 2030 is a Tuesday.
  const days = sold(
    '2029-12-04',
    Array.from({ length: 56 }, (_, index) => (index < 28 ? 1 : 2)),
  )
  const weeks = toSeries(days, { days: 28 }, 'week', '2030-01-28').points
  expect(weeks.map(({ from, to, orders, before, isRunning }) => [from, to, orders, before, isRunning])).toEqual([
    ['2030-01-01', '2030-01-06', 12, 60, false],
    ['2030-01-07', '2030-01-13', 14, 70, false],
    ['2030-01-14', '2030-01-20', 14, 70, false],
    ['2030-01-21', '2030-01-27', 14, 70, false],
    ['2030-01-28', '2030-01-28', 2, 10, true],
  ])
  expect(toSeries(days, { days: 40 }, 'month', '2030-01-28').points.map(({ from, to }) => [from, to])).toEqual([
    ['2029-12-20', '2029-12-31'],
    ['2030-01-01', '2030-01-28'],
  ])
})

/** From one day to another, each with its day of the month as its number of orders: $10 on the first. */
const soldUntil = (from: string, to: string) =>
  sold(
    from,
    Array.from({ length: countDays({ from, to }) }, (_, index) => Number(addDays(from, index).slice(-2))),
  )
/** What the days of a month sold up to one of them. */
const upTo = (day: number) => (day * (day + 1) * 10) / 2

test('by month, each month is compared with a whole one, and the running one with the same days', () => {
  const before = (period: Period, from: string, today: string) =>
    toSeries(soldUntil(from, 'to' in period ? period.to : today), period, 'month', today).points.map((point) => point.before)
  const november = { from: '2026-11-01', to: '2026-11-30' }
  expect(before({ name: 'last_month', ...november }, '2026-10-01', '2026-12-05')).toEqual([upTo(31)])
  expect(before(november, '2026-10-01', '2026-12-05')).toEqual([upTo(31)])
  const quarter = { name: 'this_quarter', from: '2026-01-01', to: '2026-03-20' } as const
  expect(before(quarter, '2025-10-01', '2026-03-20')).toEqual([upTo(31), upTo(30), upTo(20)])
})

test('in a calendar period each day is compared with the same day, whatever the lengths of the months', () => {
  const days = soldUntil('2025-10-01', '2026-03-20')
  const quarter = { name: 'this_quarter', from: '2026-01-01', to: '2026-03-20' } as const
  const points = toSeries(days, quarter, 'day', '2026-03-20').points
  expect(points.filter((point) => point.before !== point.revenue)).toEqual([])
  // March 2 is a Monday: until March 8, and December 2 to 8.
  expect(toSeries(days, quarter, 'week', '2026-03-20').points.find(({ from }) => from === '2026-03-02')!.before).toBe(upTo(8) - upTo(1))
})

test('the change of a calendar period is that against its same days', () => {
  const quarter = { name: 'this_quarter', from: '2026-01-01', to: '2026-03-20' } as const
  const { change } = toSeries(soldUntil('2025-10-01', '2026-03-20'), quarter, 'day', '2026-03-20')
  // January 31, February 28 and March 19 days, against October 31, November 30 and December 19.
  const [now, then] = [upTo(31) + upTo(28) + upTo(19), upTo(31) + upTo(30) + upTo(19)]
  expect(change.revenue).toBe(Math.round((now / then - 1) * 100))
})

test('the change leaves out today, and is unknown if nothing was sold before', () => {
  expect(toSeries(sold('2029-12-29', [4, 4, 5, 0]), { days: 2 }, 'day', '2030-01-01').change).toEqual({
    revenue: 25,
    orders: 25,
    average: 0,
  })
  expect(toSeries(sold('2029-12-29', [4, 4, 5, 3]), { days: 2 }, 'day', '2031-01-01').change).toEqual({ revenue: 0, orders: 0, average: 0 })
  expect(toSeries(sold('2029-12-29', [0, 0, 5, 3]), { days: 2 }, 'day', '2030-01-01').change).toEqual({
    revenue: null,
    orders: null,
    average: null,
  })
})

test('the average of an order has a change of its own', () => {
  const days = sold('2029-12-29', [4, 4, 5, 0]).map((day, nth) => (nth === 2 ? { ...day, revenue: day.revenue * 2 } : day))
  expect(toSeries(days, { days: 2 }, 'day', '2030-01-01').change).toEqual({ revenue: 150, orders: 25, average: 100 })
})

test('there is no previous period if the host answers the period alone', () => {
  const { points, change } = toSeries(sold('2030-01-01', [1, 2]), { days: 2 }, 'day', undefined)
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
