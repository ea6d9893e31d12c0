import { expect, test } from 'vitest'
import { checkCoupon, couponStateOf, normaliseCoupon } from './coupon-rules.ts'
import type { CouponInput } from './coupons.ts'

const now = new Date('2030-01-01T00:00:00.000Z')
const good: CouponInput = {
  ...{ code: 'SUMMER', discount_type: 'percentage', discount_value: 10, expiration_date: '2030-02-01T00:00:00.000Z' },
  ...{ max_usage: 0, max_usage_per_user: 1, applicable_to_all: true, applicable_products: [] },
}

test('a good coupon has no problems', () => expect(checkCoupon(good, now)).toEqual({}))

test.each([
  [{ code: '' }, { code: 'Code is required' }],
  [{ discount_value: 0 }, { discount_value: 'Discount value must be greater than 0' }],
  [{ discount_value: -1 }, { discount_value: 'Discount value must be greater than 0' }],
  [{ discount_value: 1.005 }, { discount_value: 'Discount value must have at most 2 decimals' }],
  [{ discount_value: 100.01 }, { discount_value: 'A percentage must be at most 100' }],
  [{ discount_type: 'fixed_amount', discount_value: 1_000_001 }, { discount_value: 'Discount value must be at most 1,000,000' }],
  [{ expiration_date: '2030-01-01T00:00:00.000Z' }, { expiration_date: 'Expiration date must be in the future' }],
  [
    { applicable_to_all: false },
    { applicable_products: 'Please select at least one product when coupon is not applicable to all products' },
  ],
] as const)('%o is refused', (change, problems) => {
  expect(checkCoupon({ ...good, ...change }, now)).toEqual(problems)
})

test('a free licence needs no value, and is stored as 100', () => {
  const free: CouponInput = { ...good, discount_type: 'free_license', discount_value: 0 }
  expect(checkCoupon(free, now)).toEqual({})
  expect(normaliseCoupon(free).discount_value).toBe(100)
})

test('an expired coupon may be saved with its date unchanged, however it is written, but not with another past one', () => {
  const past = { ...good, expiration_date: '2029-06-01T00:00:00Z' }
  expect(checkCoupon(past, now, '2029-06-01T00:00:00.000Z')).toEqual({})
  expect(checkCoupon(past, now, '2029-06-02T00:00:00.000Z')).toEqual({ expiration_date: 'Expiration date must be in the future' })
})

test('a coupon for everything names no products, and no product is named twice', () => {
  expect(normaliseCoupon({ ...good, applicable_products: [1, 2] }).applicable_products).toEqual([])
  expect(normaliseCoupon({ ...good, applicable_to_all: false, applicable_products: [2, 1, 2] }).applicable_products).toEqual([2, 1])
})

test('a coupon has the first state that holds', () => {
  const [past, later] = ['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:01.000Z']
  const usable = { expiration_date: later, starts_at: past, current_usage: 4, max_usage: 5, is_active: true }
  expect(couponStateOf(usable, now)).toBe('active')
  expect(couponStateOf({ ...usable, is_active: false }, now)).toBe('inactive')
  expect(couponStateOf({ ...usable, starts_at: later, is_active: false }, now)).toBe('scheduled')
  expect(couponStateOf({ ...usable, starts_at: later, current_usage: 5 }, now)).toBe('used_up')
  expect(couponStateOf({ ...usable, expiration_date: past, current_usage: 5 }, now)).toBe('expired')
  // A foreign host may have coupons without a date, and 0 means unlimited.
  expect(couponStateOf({ ...usable, expiration_date: null, starts_at: null, max_usage: 0 }, now)).toBe('active')
})
