import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayOf, daysUpTo, formatInZone, isTimeZone, momentOfDay } from './time-zones.ts'

test.each([
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-20', '2026-11-20T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-07-01', '2026-07-01T07:00:00.000Z'],
  // 23 and 25 hours.
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-02', '2026-11-02T08:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00.000Z'],
  // Half an hour of daylight saving.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-05', '2026-10-04T13:00:00.000Z'],
  // 30 December 2011 did not take place.
  ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2012-01-01', '2011-12-31T10:00:00.000Z'],
  // The clocks jump from midnight to one, and back from midnight to eleven in the evening.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
  // Local mean time, to the second.
  ['America/Los_Angeles', '1850-01-01', '1850-01-01T07:52:58.000Z'],
])('in %s the day %s begins at %s', (zone, day, start) => {
  expect(momentOfDay(day, zone)).toBe(start)
})

test('the first and the last days that can be written have a beginning', () => {
  for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Apia'])
    for (const day of ['0000-01-01', '0099-12-31', '9999-12-31']) expect(Date.parse(momentOfDay(day, zone))).not.toBeNaN()
})

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
const moments = fc.date({ min: new Date('1975-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })

test('every moment is in exactly the day that its clock shows', () => {
  fc.assert(
    fc.property(zones, moments, (zone, moment) => {
      const day = dayOf(moment, zone)
      expect(Date.parse(momentOfDay(day, zone))).toBeLessThanOrEqual(moment.getTime())
      expect(Date.parse(momentOfDay(addDays(day, 1), zone))).toBeGreaterThan(moment.getTime())
      // Another way to the same.
      const [month, date, year] = moment.toLocaleDateString('en-US', { timeZone: zone, dateStyle: 'short' }).split('/')
      expect([Number(day.slice(2, 4)), Number(day.slice(5, 7)), Number(day.slice(8))]).toEqual([year, month, date].map(Number))
    }),
    { numRuns: Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 300) },
  )
})

test('days begin on a quarter hour', () => {
  const days = fc.date({ min: new Date('2026-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(zones, days, (zone, moment) => {
      expect(Date.parse(momentOfDay(dayOf(moment, zone), zone)) % 900_000).toBe(0)
    }),
    { numRuns: Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 200) },
  )
})

test('the last days are listed oldest first, whatever the month', () => {
  expect(daysUpTo('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(daysUpTo('2030-01-01', 1)).toEqual(['2030-01-01'])
})

test('a moment is written as the clocks show it, with their offset', () => {
  const moment = new Date('2026-11-20T23:04:05.678Z')
  expect(formatInZone(moment, 'America/Los_Angeles')).toBe('2026-11-20T15:04:05-08:00')
  expect(formatInZone(moment, 'Asia/Kathmandu')).toBe('2026-11-21T04:49:05+05:45')
  expect(formatInZone(moment, 'UTC')).toBe('2026-11-20T23:04:05+00:00')
  expect(formatInZone(moment, 'America/St_Johns')).toBe('2026-11-20T19:34:05-03:30')
})

test('what is written with an offset is the same moment', () => {
  fc.assert(
    fc.property(zones, moments, (zone, moment) => {
      expect(Date.parse(formatInZone(moment, zone))).toBe(Math.floor(moment.getTime() / 1000) * 1000)
    }),
    { numRuns: Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 100) },
  )
})

test.each(['UTC', 'Asia/Kathmandu', 'asia/kathmandu', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'EST5EDT', 'America/Port-au-Prince'])(
  '%s is a time zone',
  (name) => {
    expect(isTimeZone(name)).toBe(true)
  },
)

test.each(['', 'Nowhere', 'Asia/', '+05:45', '-08:00', 'UTC ', 'Asia/Kathmandu\0', '../etc', `A${'/a'.repeat(60)}`])(
  '%j is none',
  (name) => {
    expect(isTimeZone(name)).toBe(false)
  },
)
