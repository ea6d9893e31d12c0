import type { Coupon } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { type CouponForm, checkCouponForm, couponToForm, emptyCouponForm, formToInput } from './form.ts'

// In the machine's time zone, because the form holds local time.
const now = new Date(2030, 0, 31, 10, 30)
const later = '2031-06-01T12:00'
const form = (fields: Partial<CouponForm> = {}): CouponForm => ({
  ...emptyCouponForm(now),
  code: 'SUMMER',
  discount_value: '10',
  applicable_to_all: true,
  ...fields,
})
const coupon: Coupon = {
  id: 1,
  code: 'OLD',
  discount_type: 'fixed_amount',
  discount_value: 12.5,
  expiration_date: '2029-01-01T00:00:30.000Z',
  max_usage: 5,
  max_usage_per_user: 0,
  current_usage: 2,
  applicable_to_all: false,
  applicable_products: [9, 3],
  is_active: true,
  created_at: '2028-01-01T00:00:00.000Z',
}

test('a new coupon has its defaults, and expires a month from now, or on the last day of a shorter month', () => {
  expect(emptyCouponForm(new Date(2030, 4, 15, 9, 5))).toEqual({
    code: '',
    discount_type: 'percentage',
    discount_value: '0',
    expiration_date: '2030-06-15T09:05',
    starts_at: '',
    max_usage: '0',
    max_usage_per_user: '1',
    applicable_to_all: false,
    applicable_products: [],
  })
  expect(emptyCouponForm(now).expiration_date).toBe('2030-02-28T10:30')
})

test('the payload has the exact format of the call: numbers, an ISO UTC moment, no products for a coupon for all', () => {
  expect(formToInput(form({ code: ' SUMMER ', expiration_date: later, max_usage: '100', applicable_products: [3, 9] }))).toEqual({
    code: 'SUMMER',
    discount_type: 'percentage',
    discount_value: 10,
    expiration_date: new Date(2031, 5, 1, 12).toISOString(),
    max_usage: 100,
    max_usage_per_user: 1,
    applicable_to_all: true,
    applicable_products: [],
  })
  expect(formToInput(form({ applicable_to_all: false, applicable_products: [3, 9] })).applicable_products).toEqual([3, 9])
})

test.each(['', 'abc', '.', '-'])('a number that cannot be parsed (%j) becomes 0', (typed) => {
  const input = formToInput(form({ discount_value: typed, max_usage: typed, max_usage_per_user: typed }))
  expect([input.discount_value, input.max_usage, input.max_usage_per_user]).toEqual([0, 0, 0])
})

test('Free is always sent as 100; another type does not start with that 100', () => {
  expect(formToInput(form({ discount_type: 'free_license', discount_value: '7' })).discount_value).toBe(100)
  expect(couponToForm({ ...coupon, discount_type: 'free_license', discount_value: 100 }).discount_value).toBe('0')
})

test('an unchanged date is sent as stored, with its seconds, and may be in the past', () => {
  const typed = couponToForm(coupon)
  expect(formToInput(typed, coupon).expiration_date).toBe(coupon.expiration_date)
  expect(checkCouponForm(typed, now, coupon)).toEqual({})
  expect(checkCouponForm({ ...typed, expiration_date: '2029-06-01T00:00' }, now, coupon)).toEqual({
    expiration_date: 'Expiration date must be in the future',
  })
})

test('fields that a foreign host leaves out are empty', () => {
  expect(couponToForm({ ...coupon, expiration_date: null })).toMatchObject({ expiration_date: '', applicable_products: [3, 9] })
})

test('an unknown type is sent unchanged with any value; a known one is checked', () => {
  const typed = { ...couponToForm({ ...coupon, discount_type: 'bogo', discount_value: 0 }), expiration_date: later }
  expect(formToInput(typed)).toMatchObject({ discount_type: 'bogo', discount_value: 0 })
  expect(checkCouponForm(typed, now)).toEqual({})
  expect(checkCouponForm({ ...typed, discount_type: 'percentage' }, now)).toEqual({
    discount_value: 'Discount value must be greater than 0',
  })
})

test.each<[Partial<CouponForm>, object]>([
  [{ code: '  ' }, { code: 'Code is required' }],
  [{ discount_value: '0' }, { discount_value: 'Discount value must be greater than 0' }],
  [{ discount_value: '-3' }, { discount_value: 'Discount value must be greater than 0' }],
  [{ discount_value: 'x' }, { discount_value: 'Discount value must be greater than 0' }],
  [{ discount_value: '101' }, { discount_value: 'A percentage must be at most 100' }],
  [{ discount_type: 'free_license', discount_value: '0' }, {}],
  [{ expiration_date: '' }, { expiration_date: 'Expiration date is required' }],
  [{ expiration_date: '2030-01-31T10:29' }, { expiration_date: 'Expiration date must be in the future' }],
  [{ max_usage: '1.5' }, { max_usage: 'Max usage must be a whole number' }],
  [{ max_usage_per_user: '-1' }, { max_usage_per_user: 'Max usage per user must be 0 or more' }],
  [
    { applicable_to_all: false },
    { applicable_products: 'Please select at least one product when coupon is not applicable to all products' },
  ],
  [{ applicable_to_all: false, applicable_products: [1] }, {}],
])('%o is refused with %o', (fields, problems) => {
  expect(checkCouponForm(form({ expiration_date: later, ...fields }), now)).toEqual(problems)
})

test.each(['12.345', '1.250', '100.000'])("a discount with a third decimal (%s) is refused with the form's message", (typed) => {
  const sentence = 'Discount value must have at most 2 decimals'
  for (const discount_type of ['percentage', 'fixed_amount'])
    expect(checkCouponForm(form({ expiration_date: later, discount_type, discount_value: typed }), now)).toEqual({
      discount_value: sentence,
    })
  expect(checkCouponForm(form({ expiration_date: later, discount_type: 'free_license', discount_value: typed }), now)).toEqual({})
})

test('a start is sent only if there is or was one, and as stored unless it was changed', () => {
  const starts_at = '2030-03-01T00:00:30.000Z'
  const started = { ...coupon, starts_at }
  expect(formToInput(form())).not.toHaveProperty('starts_at')
  expect(formToInput(form({ starts_at: later })).starts_at).toBe(new Date(2031, 5, 1, 12).toISOString())
  expect(formToInput(couponToForm(started), started).starts_at).toBe(starts_at)
  expect(formToInput({ ...couponToForm(started), starts_at: '' }, started).starts_at).toBeNull()
  expect(formToInput(couponToForm({ ...coupon, starts_at: null }), { ...coupon, starts_at: null })).not.toHaveProperty('starts_at')
  // The host does not know starts.
  expect(couponToForm(coupon).starts_at).toBeUndefined()
  expect(formToInput(couponToForm(coupon), coupon)).not.toHaveProperty('starts_at')
})

test('a start must be before the end', () => {
  const late = { starts_at: 'Start must be before the expiration date' }
  expect(checkCouponForm(form({ expiration_date: later, starts_at: later }), now)).toEqual(late)
  expect(checkCouponForm(form({ expiration_date: later, starts_at: '2031-06-01T11:59' }), now)).toEqual({})
})
