import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  formatClock,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatExact,
  formatFullDay,
  formatLongDate,
  inToast,
  plural,
  viewerZone,
} from './format.ts'
import { hueOf, initialsOf } from './picture.tsx'

// Local noon: the same day in every time zone.
const noon = new Date(2026, 10, 20, 12, 4, 5)

test('dates use the US format', () => {
  const iso = noon.toISOString()
  expect(formatDate(iso)).toBe('11/20/2026')
  expect(formatLongDate(iso)).toBe('Nov 20, 2026')
  expect(formatDateTime(iso)).toMatch(/^Nov 20, 2026, 12:04\sPM$/)
  expect(formatExact(iso)).toMatch(/^Nov 20, 2026, 12:04:05\sPM \(2026-11-\d\d \d\d:\d\d:05 UTC\)$/)
  expect(formatExact(iso)).toContain(iso.slice(0, 19).replace('T', ' '))
})

test('a moment is written like Intl writes it, in any month and at any hour', () => {
  const zones = { formatDate, formatLongDate, formatClock, formatDateTime }
  const written = {
    formatDate: new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', day: 'numeric' }),
    formatLongDate: new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }),
    formatClock: new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    formatDateTime: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
  }
  const moments = fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      for (const [name, format] of Object.entries(zones)) {
        const expected = written[name as keyof typeof written].format(moment).replaceAll(/\s/g, ' ')
        expect(format(moment.toISOString()), name).toBe(expected)
      }
    }),
  )
})

test('a UTC day is written like Intl writes it, in any time zone', () => {
  const full = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (moment) => {
      const day = moment.toISOString().slice(0, 10)
      expect(formatFullDay(day)).toBe(full.format(moment))
    }),
  )
  expect(formatDay('2030-01-01')).toBe('Jan 1')
  expect([formatDay('soon'), formatFullDay('soon')]).toEqual(['soon', 'soon'])
})

test('counts are grouped like Intl groups them', () => {
  const number = new Intl.NumberFormat('en-US')
  fc.assert(
    fc.property(fc.integer(), (count) => {
      expect(formatCount(count)).toBe(number.format(count))
    }),
  )
})

test('counts are grouped, with the singular for one', () => {
  expect(formatCount(1234567)).toBe('1,234,567')
  expect([0, 1, 2].map((count) => plural(count, 'key'))).toEqual(['0 keys', '1 key', '2 keys'])
  expect(plural(1200, 'reply', 'replies')).toBe('1,200 replies')
})

test('a placeholder has the initials of its name', () => {
  const names = ['Aurora', 'nightfall pro', 'DMA - Vector 2', 'É', '', '  ', '—', '7 Days', '𝒜b']
  expect(names.map(initialsOf)).toEqual(['AU', 'NP', 'DV', 'É', '', '', '', '7D', '𝒜B'])
})

test('a placeholder has the same hue for a name, and other hues for other names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const hue = hueOf(name)
      return Number.isInteger(hue) && hue >= 0 && hue < 360 && hue === hueOf(name)
    }),
  )
  expect(new Set(Array.from({ length: 100 }, (_, index) => hueOf(`Product ${index}`))).size).toBeGreaterThan(60)
})

test('a long name is cut for a toast, between whole characters', () => {
  expect(inToast('n'.repeat(40))).toBe('n'.repeat(40))
  expect(inToast('👩‍👩‍👧'.repeat(60))).toBe(`${'👩‍👩‍👧'.repeat(39)}…`)
  expect(inToast('م'.repeat(60))).toBe(`\u2068${'م'.repeat(39)}…\u2069`)
})

test('the viewer has UTC if the browser does not recognise the zone of the system', () => {
  const zoneOf = (zone: string) => {
    vi.stubGlobal('Temporal', { Now: { timeZoneId: () => zone } })
    return viewerZone()
  }
  expect(['', 'Etc/Unknown', 'Europe/Berlin'].map(zoneOf)).toEqual(['UTC', 'UTC', 'Europe/Berlin'])
})
