import { expect, test } from 'vitest'
import { changePrice, priceEnds } from './price-rules.ts'

test('a percentage rounds half a cent up, exactly', () => {
  expect(changePrice(999, { percent: 10 }, null)).toBe(1_099)
  expect(changePrice(500, { percent: 10 }, null)).toBe(550)
  expect(changePrice(1_005, { percent: 10 }, null)).toBe(1_106)
  expect(changePrice(1_000, { percent: -33.33 }, null)).toBe(667)
  expect(changePrice(199, { percent: 0 }, null)).toBe(199)
})

test('an amount is added or taken off', () => {
  expect(changePrice(999, { amount: 2.5 }, null)).toBe(1_249)
  expect(changePrice(999, { amount: -0.1 }, null)).toBe(989)
})

test('the end is the nearest one, the higher of two', () => {
  expect(changePrice(1_000, { percent: 10 }, '0.99')).toBe(1_099)
  expect(changePrice(1_149, { amount: 0 }, '0.99')).toBe(1_199)
  expect(changePrice(1_148, { amount: 0 }, '0.99')).toBe(1_099)
  expect(changePrice(1_150, { amount: 0 }, '0.00')).toBe(1_200)
  expect(changePrice(1_149, { amount: 0 }, '0.00')).toBe(1_100)
})

test('a price is never below 0 or above the limit, and rounding makes nothing free', () => {
  expect(changePrice(500, { amount: -5.01 }, null)).toBe(0)
  expect(changePrice(500, { percent: -100 }, '0.99')).toBe(0)
  expect(changePrice(0, { percent: 10 }, '0.99')).toBe(0)
  expect(changePrice(100_000_000, { percent: 900 }, null)).toBe(100_000_000)
  expect(changePrice(100_000_000, { percent: 900 }, '0.99')).toBe(99_999_999)
  for (const end of priceEnds) expect(changePrice(30, { amount: 0 }, end)).toBeGreaterThan(0)
})
