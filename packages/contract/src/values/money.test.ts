import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDollars, dollarsToCents, formatUsd, price } from './money.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })

test('every amount of cents survives the way to dollars, through JSON and back', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const dollars = JSON.parse(JSON.stringify(centsToDollars(amount))) as number
      expect(price.parse(dollars)).toBe(dollars)
      expect(dollarsToCents(dollars)).toBe(amount)
    }),
    { numRuns: 5_000 },
  )
})

test('dollars as a person types them are exact to the cent', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.nat(99), (whole, part) => {
      const typed = Number(`${whole}.${String(part).padStart(2, '0')}`)
      expect(dollarsToCents(price.parse(typed))).toBe(whole * 100 + part)
    }),
    { numRuns: 5_000 },
  )
})

test('a third decimal is refused rather than rounded away', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.nat(99), fc.integer({ min: 1, max: 9 }), (whole, part, third) => {
      const typed = Number(`${whole}.${String(part).padStart(2, '0')}${third}`)
      expect(price.safeParse(typed).success).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})

test('prices run from 0 to a million, and are numbers', () => {
  for (const good of [0, -0, 0.01, 1.99, 999_999.99, 1_000_000]) expect(price.safeParse(good).success, String(good)).toBe(true)
  const bad = [-0.01, -1, 1_000_000.01, 1e21, 0.001, 1.999, Number.NaN, Infinity, -Infinity, '1.99', '', null, undefined, true, [1], {}, 1n]
  expect(bad.filter((value) => price.safeParse(value).success)).toEqual([])
})

test('no cents are no negative cents', () => {
  expect(Object.is(dollarsToCents(-0), 0)).toBe(true)
})

test('money is shown in dollars with two decimals', () => {
  expect([0, -0, -0.001, 1.5, 1234.5, 0.1 + 0.2, 1_000_000, -3].map(formatUsd)).toEqual([
    '$0.00',
    '$0.00',
    '$0.00',
    '$1.50',
    '$1,234.50',
    '$0.30',
    '$1,000,000.00',
    '-$3.00',
  ])
})
