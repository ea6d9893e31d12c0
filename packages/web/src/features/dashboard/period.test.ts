import { expect, test } from 'vitest'
import { dashboardSearch } from '../../routes/dashboard.ts'
import { formatRange, periodOf, toSearch, withDaysBefore } from './period.ts'

const read = (address: Record<string, string>) => periodOf(dashboardSearch(address))

test('reads a known number of days or two ordered days; anything else is the last 30 days', () => {
  expect(read({})).toEqual({ days: 30 })
  expect(read({ days: '365' })).toEqual({ days: 365 })
  expect(read({ days: '31' })).toEqual({ days: 30 })
  expect(read({ from: '2026-01-01', to: '2026-01-01' })).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  expect(read({ from: '2026-01-02', to: '2026-01-01' })).toEqual({ days: 30 })
  expect(read({ from: '2026-13-01', to: '2026-01-01' })).toEqual({ days: 30 })
  expect(read({ from: '2026-02-30', to: '2026-03-10' })).toEqual({ days: 30 })
})

test('a period of more than a year is cut at its start', () => {
  expect(read({ from: '2020-01-01', to: '2026-01-01' })).toEqual({ from: '2025-01-01', to: '2026-01-01' })
})

test('fetches as many days before the period', () => {
  expect(withDaysBefore({ days: 7 })).toEqual({ days: 14 })
  expect(withDaysBefore({ from: '2026-03-01', to: '2026-03-10' })).toEqual({ from: '2026-02-19', to: '2026-03-10' })
})

test('the default period is left out of the address', () => {
  expect(toSearch({ days: 30 })).toEqual({ days: undefined, from: undefined, to: undefined })
  expect(toSearch({ days: 7 })).toEqual({ days: 7, from: undefined, to: undefined })
})

test('a range of days has the year once, or twice across a year', () => {
  expect(formatRange('2030-01-01', '2030-01-31')).toBe('Jan 1 to Jan 31, 2030')
  expect(formatRange('2029-12-20', '2030-01-05')).toBe('Dec 20, 2029 to Jan 5, 2030')
})
