import { assert, integer, option, property } from 'fast-check'
import { expect, test } from 'vitest'
import { bulkMessage } from '../products/bulk-rules.ts'
import { limits } from '../limits.ts'
import { runwayOf, stockLevelOf } from './stock-rules.ts'

test('days left are what is available by what sells a day', () => {
  expect(runwayOf(20, { units: 70, days: 35 }, null)).toEqual({ per_day: 2, days_left: 10, is_low: false })
  expect(runwayOf(13, { units: 70, days: 35 }, null)).toEqual({ per_day: 2, days_left: 6.5, is_low: true })
  expect(runwayOf(14, { units: 70, days: 35 }, null)).toMatchObject({ days_left: 7, is_low: false })
  expect(runwayOf(0, { units: 1, days: 35 }, null)).toEqual({ per_day: 0.03, days_left: 0, is_low: true })
})

test('where nothing sells only the threshold counts', () => {
  expect(runwayOf(0, { units: 0, days: 35 }, null)).toEqual({ per_day: 0, days_left: null, is_low: false })
  expect(runwayOf(5, { units: 0, days: 0 }, 5)).toEqual({ per_day: 0, days_left: null, is_low: true })
  expect(runwayOf(6, { units: 0, days: 0 }, 5).is_low).toBe(false)
})

test('more stock never lasts shorter, and what is low stays low with less', () => {
  const whole = integer({ min: 0, max: 100_000 })
  assert(
    property(whole, whole, whole, integer({ min: 1, max: 35 }), option(whole), (one, other, units, days, threshold) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map((stock) => runwayOf(stock, { units, days }, threshold))
      expect(less!.days_left ?? 0).toBeLessThanOrEqual(more!.days_left ?? 0)
      expect(less!.is_low || !more!.is_low).toBe(true)
      // What is shown does not contradict what is said.
      if (threshold !== null) return
      expect(more!.is_low).toBe((more!.days_left ?? Infinity) < limits.lowStockDays)
    }),
  )
})

test('a stock is out, low or fine', () => {
  expect(stockLevelOf({ stock: 0, is_low: true })).toBe('out')
  expect(stockLevelOf({ stock: 3, is_low: true })).toBe('low')
  expect(stockLevelOf({ stock: 3 })).toBe('fine')
  // A foreign host says neither.
  expect(stockLevelOf({})).toBe('fine')
})

test('one message tells of several products', () => {
  expect(bulkMessage(['Aurora', 'Borealis'], { detection_status: 'Detected', sales_paused: true }, 'Stay away.')).toEqual({
    title: 'News of 2 products',
    description: 'Stay away.\n\n• Aurora\n• Borealis',
    fields: [
      { name: 'Detection status', value: 'Detected' },
      { name: 'Sales', value: 'Paused' },
    ],
  })
  expect(bulkMessage(['Aurora'], { sales_paused: false }, 'Back.')).toEqual({
    ...{ title: 'Aurora', description: 'Back.' },
    fields: [{ name: 'Sales', value: 'Open' }],
  })
})

test('however many products there are and whatever they are called, the description fits', () => {
  const names = Array.from({ length: limits.bulkProducts }, () => 'x'.repeat(limits.shortText))
  const { description } = bulkMessage(names, {}, 'y'.repeat(limits.bulkMessage))
  expect(description.length).toBeLessThanOrEqual(4_096)
  const listed = description.split('\n').filter((line) => line.startsWith('• ')).length
  expect(listed).toBeGreaterThan(10)
  expect(description).toMatch(new RegExp(`\\nand ${names.length - listed} more$`))
})
