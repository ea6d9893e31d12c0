import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOfCents, priceCart, shareCents, type CartLine, type CouponTerms } from './pricing.ts'

const line = fc.record({
  product_id: fc.integer({ min: 1, max: 5 }),
  unit_cents: fc.integer({ min: 0, max: 100_000_000 }),
  quantity: fc.integer({ min: 1, max: 1000 }),
})
const lines = fc.array(line, { minLength: 1, maxLength: 100 })
const coupon: fc.Arbitrary<CouponTerms | null> = fc.option(
  fc.record({
    discount_type: fc.constantFrom('percentage' as const, 'fixed_amount' as const, 'free_license' as const),
    discount_hundredths: fc.integer({ min: 1, max: 100_000_000 }),
    product_ids: fc.option(fc.array(fc.integer({ min: 1, max: 5 })).map((ids) => new Set(ids))),
  }),
)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('whatever the cart and the discounts, nothing is negative and all cents add up', () => {
  fc.assert(
    fc.property(lines, coupon, fc.integer({ min: 0, max: 10_000 }), (cart, terms, referral) => {
      const priced = priceCart(cart, terms, referral)
      const amounts = cart.map((item) => item.unit_cents * item.quantity)
      expect(priced.subtotal_cents).toBe(sum(amounts))
      expect(priced.total_cents).toBe(priced.subtotal_cents - priced.coupon_discount_cents - priced.referral_discount_cents)
      for (const cents of [priced.total_cents, priced.coupon_discount_cents, priced.referral_discount_cents])
        expect(cents).toBeGreaterThanOrEqual(0)
      expect(sum(priced.paid_cents)).toBe(priced.total_cents)
      priced.paid_cents.forEach((paid, index) => {
        expect(paid).toBeGreaterThanOrEqual(0)
        expect(paid).toBeLessThanOrEqual(amounts[index]!)
        expect(Number.isSafeInteger(paid)).toBe(true)
      })
    }),
  )
})

test('shares are in proportion: none is a whole cent away from its exact part', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const whole = sum(weights)
        const total = Math.floor(whole * part)
        const shares = shareCents(total, weights)
        expect(sum(shares)).toBe(whole === 0 ? 0 : total)
        shares.forEach((share, index) => expect(Math.abs(share - (whole === 0 ? 0 : (total * weights[index]!) / whole))).toBeLessThan(1))
      },
    ),
  )
})

test.each([
  [1_00, 1250, 13],
  [2, 2500, 1],
  [1, 4999, 0],
  [1, 5000, 1],
  [333, 3333, 111],
  [0, 10_000, 0],
  [100_000_000_000_00, 10_000, 100_000_000_000_00],
])('%i cents at %i hundredths of a percent are %i cents, half a cent rounded up', (cents, hundredths, expected) => {
  expect(percentOfCents(cents, hundredths)).toBe(expected)
})

const cart: CartLine[] = [
  { product_id: 1, unit_cents: 1000, quantity: 2 },
  { product_id: 2, unit_cents: 499, quantity: 1 },
  { product_id: 1, unit_cents: 250, quantity: 3 },
]
const only = (...ids: number[]) => new Set(ids)

test.each([
  ['a percentage of everything', { discount_type: 'percentage', discount_hundredths: 1000, product_ids: null }, 325],
  ['a percentage of what it applies to', { discount_type: 'percentage', discount_hundredths: 1000, product_ids: only(2) }, 50],
  ['a percentage is at most all of it', { discount_type: 'percentage', discount_hundredths: 20_000, product_ids: only(2) }, 499],
  ['a fixed amount', { discount_type: 'fixed_amount', discount_hundredths: 700, product_ids: null }, 700],
  [
    'a fixed amount never passes what it applies to',
    { discount_type: 'fixed_amount', discount_hundredths: 700, product_ids: only(2) },
    499,
  ],
  ['one unit of the cheapest applicable item free', { discount_type: 'free_license', discount_hundredths: 10_000, product_ids: null }, 250],
  [
    'one unit of the cheapest of those it applies to',
    { discount_type: 'free_license', discount_hundredths: 10_000, product_ids: only(2) },
    499,
  ],
  ['nothing where it applies to nothing', { discount_type: 'free_license', discount_hundredths: 10_000, product_ids: only(9) }, 0],
] as const)('%s', (_, terms, expected) => {
  expect(priceCart(cart, terms, 0).coupon_discount_cents).toBe(expected)
})

test('the referral discount acts on what the coupon left', () => {
  const priced = priceCart(cart, { discount_type: 'fixed_amount', discount_hundredths: 1249, product_ids: null }, 500)
  expect(priced).toMatchObject({ subtotal_cents: 3249, coupon_discount_cents: 1249, referral_discount_cents: 100, total_cents: 1900 })
})
