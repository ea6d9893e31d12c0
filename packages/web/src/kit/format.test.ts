import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCount, formatDate, formatDateTime, formatExact, formatLongDate, plural } from './format.ts'
import { hueOf, initialsOf } from './placeholder.ts'

// Local noon, so that the day is the same in every time zone.
const noon = new Date(2026, 10, 20, 12, 4, 5)

test('dates use the US format', () => {
  const iso = noon.toISOString()
  expect(formatDate(iso)).toBe('11/20/2026')
  expect(formatLongDate(iso)).toBe('Nov 20, 2026')
  expect(formatDateTime(iso)).toMatch(/^Nov 20, 2026, 12:04\sPM$/)
  expect(formatExact(iso)).toMatch(/^Nov 20, 2026, 12:04:05\sPM \(2026-11-\d\d \d\d:\d\d:05 UTC\)$/)
  expect(formatExact(iso)).toContain(iso.slice(0, 19).replace('T', ' '))
})

test('counts are grouped, and one is one', () => {
  expect(formatCount(1234567)).toBe('1,234,567')
  expect([0, 1, 2].map((count) => plural(count, 'key'))).toEqual(['0 keys', '1 key', '2 keys'])
  expect(plural(1200, 'reply', 'replies')).toBe('1,200 replies')
})

test('a placeholder has the initials of its name', () => {
  const names = ['Aurora', 'nightfall pro', 'DMA - Vector 2', 'É', '', '  ', '—', '7 Days', '𝒜b']
  expect(names.map(initialsOf)).toEqual(['AU', 'NP', 'DV', 'É', '', '', '', '7D', '𝒜B'])
})

test('a placeholder has one hue for a name, and names have different ones', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const hue = hueOf(name)
      return Number.isInteger(hue) && hue >= 0 && hue < 360 && hue === hueOf(name)
    }),
  )
  expect(new Set(Array.from({ length: 100 }, (_, index) => hueOf(`Product ${index}`))).size).toBeGreaterThan(60)
})
