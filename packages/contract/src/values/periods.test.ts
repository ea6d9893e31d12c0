import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarUnits } from '../choices.ts'
import { countDays, daysOfPeriod, periodBefore, lastSameDay } from './periods.ts'
import { addDays } from './time-zones.ts'

const days = (from: string, to: string) => ({ from, to })

test.each([
  ['this_month', '2026-11-25', days('2026-11-01', '2026-11-25')],
  ['this_month', '2026-11-01', days('2026-11-01', '2026-11-01')],
  ['last_month', '2026-01-31', days('2025-12-01', '2025-12-31')],
  ['last_month', '2028-03-31', days('2028-02-01', '2028-02-29')],
  ['this_quarter', '2026-11-25', days('2026-10-01', '2026-11-25')],
  ['this_quarter', '2026-03-31', days('2026-01-01', '2026-03-31')],
  ['this_year', '2026-11-25', days('2026-01-01', '2026-11-25')],
] as const)('%s on %s', (name, today, expected) => {
  expect(daysOfPeriod(name, today)).toEqual(expected)
})

test.each([
  ['a number of days', days('2026-11-11', '2026-11-20'), undefined, days('2026-11-01', '2026-11-10')],
  ['one day', days('2026-03-01', '2026-03-01'), undefined, days('2026-02-28', '2026-02-28')],
  ['a month', days('2026-10-01', '2026-10-31'), undefined, days('2026-09-01', '2026-09-30')],
  ['February', days('2028-02-01', '2028-02-29'), undefined, days('2028-01-01', '2028-01-31')],
  ['a quarter', days('2026-07-01', '2026-09-30'), undefined, days('2026-04-01', '2026-06-30')],
  ['a year', days('2025-01-01', '2025-12-31'), undefined, days('2024-01-01', '2024-12-31')],
  ['the beginning of a month', days('2026-11-01', '2026-11-25'), 'month', days('2026-10-01', '2026-10-25')],
  // February is over before its 30th day.
  ['the beginning of a longer month', days('2026-03-01', '2026-03-30'), 'month', days('2026-02-01', '2026-02-28')],
  ['the beginning of a quarter', days('2026-10-01', '2026-11-25'), 'quarter', days('2026-07-01', '2026-08-25')],
  ['the beginning of a year', days('2026-01-01', '2026-01-20'), 'year', days('2025-01-01', '2025-01-20')],
  ['a quarter with its unit', days('2026-07-01', '2026-09-30'), 'quarter', days('2026-04-01', '2026-06-30')],
  ['the first month of a quarter', days('2026-10-01', '2026-10-31'), 'quarter', days('2026-07-01', '2026-07-31')],
  ['the first ten months of a year', days('2026-01-01', '2026-10-31'), 'year', days('2025-01-01', '2025-10-31')],
  ['the first two months of a quarter', days('2026-10-01', '2026-11-30'), 'quarter', days('2026-07-01', '2026-08-31')],
  ['two shorter months of a quarter', days('2027-01-01', '2027-02-28'), 'quarter', days('2026-10-01', '2026-11-30')],
  ['a quarter after shorter months', days('2026-07-01', '2026-08-10'), 'quarter', days('2026-04-01', '2026-05-10')],
  ['a quarter after longer months', days('2027-01-01', '2027-03-15'), 'quarter', days('2026-10-01', '2026-12-15')],
  ['a quarter up to a day that the month before lacks', days('2027-07-01', '2027-07-30'), 'quarter', days('2027-04-01', '2027-04-30')],
  ['a leap year', days('2028-01-01', '2028-03-10'), 'year', days('2027-01-01', '2027-03-10')],
  ['the middle of a quarter', days('2026-11-11', '2026-11-20'), 'quarter', days('2026-11-01', '2026-11-10')],
  ['ten months of a leap year', days('2028-01-01', '2028-10-31'), 'year', days('2027-01-01', '2027-10-31')],
  ['the beginning of a month without its unit', days('2026-11-01', '2026-11-25'), undefined, days('2026-10-07', '2026-10-31')],
] as const)('%s is compared with the one before', (_, period, unit, expected) => {
  expect(periodBefore(period, unit)).toEqual(expected)
})

test.each([
  ['a period that is over', days('2026-10-01', '2026-10-31'), undefined, '2026-11-01', '2026-09-30'],
  ['some days', days('2026-11-21', '2026-11-27'), undefined, '2026-11-27', '2026-11-19'],
  ['a month', days('2026-11-01', '2026-11-27'), 'month', '2026-11-27', '2026-10-26'],
  ['a quarter after longer months', days('2026-01-01', '2026-03-20'), 'quarter', '2026-03-20', '2025-12-19'],
  ['a longer month', days('2026-03-01', '2026-03-31'), 'month', '2026-03-31', '2026-02-28'],
] as const)('the days of %s that are over are compared with the same days before', (_, period, unit, today, expected) => {
  expect(lastSameDay(period, periodBefore(period, unit), today, unit)).toBe(expected)
})

test.each([undefined, ...calendarUnits])('on its first day a period has no days to compare (%s)', (unit) => {
  for (const today of ['2026-10-01', '2026-09-01']) {
    const period = days('2026-10-01', '2026-10-31')
    const before = periodBefore(period, unit)
    expect(lastSameDay(period, before, today, unit) < before.from).toBe(true)
  }
})

const periods = fc
  .record({ start: fc.integer({ min: 0, max: 20_000 }), more: fc.integer({ min: 0, max: 400 }) })
  .map(({ start, more }) => days(addDays('1999-12-25', start), addDays('1999-12-25', start + more)))

test.each(calendarUnits)('the same days of the %s before are days of it', (unit) => {
  fc.assert(
    fc.property(periods, fc.nat({ max: 400 }), ({ from, to }, past) => {
      const period = days(`${from.slice(0, 8)}01`, to)
      const before = periodBefore(period, unit)
      expect(lastSameDay(period, before, addDays(period.from, past + 1), unit) <= before.to).toBe(true)
    }),
  )
})

test('the period before never reaches into the period', () => {
  fc.assert(
    fc.property(periods, fc.option(fc.constantFrom(...calendarUnits), { nil: undefined }), (period, unit) => {
      const before = periodBefore(period, unit)
      expect(before.from <= before.to && before.to < period.from).toBe(true)
    }),
  )
})

test('the period before is as long, unless it is of whole months', () => {
  const others = periods.filter(({ from }) => !from.endsWith('-01'))
  fc.assert(
    fc.property(others, (period) => {
      expect(countDays(periodBefore(period))).toBe(countDays(period))
    }),
  )
})
