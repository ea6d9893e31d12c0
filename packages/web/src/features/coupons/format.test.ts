import { expect, test } from 'vitest'
import { formatDiscount, formatProducts, formatUses, newestFirst, unnamed } from './format.ts'

test.each([
  ['percentage', 12.5, '12.5%'],
  ['percentage', 10, '10%'],
  ['fixed_amount', 10, '$10'],
  ['fixed_amount', 12.5, '$12.50'],
  ['free_license', 100, 'Free'],
  ['bogo', 5, 'bogo'],
])('%s of %d shows as %s', (discount_type, discount_value, text) => {
  expect(formatDiscount({ discount_type, discount_value })).toBe(text)
})

test('uses include the limit if there is one', () => {
  expect(formatUses({ current_usage: 3, max_usage: 0 })).toBe('3')
  expect(formatUses({ current_usage: 3, max_usage: 50 })).toBe('3 / 50')
})

test('products are All, their names, or None', () => {
  const nameOf = (id: number) => `P${id}`
  expect(formatProducts({ applicable_to_all: true, applicable_products: [1] }, nameOf)).toBe('All Products')
  expect(formatProducts({ applicable_to_all: false, applicable_products: [1, 2] }, nameOf)).toBe('P1, P2')
  expect(formatProducts({ applicable_to_all: false, applicable_products: [] }, nameOf)).toBe('No products selected')
})

test('a product that is not listed shows the name that was sent with the coupon, or its number', () => {
  const coupon = { applicable_to_all: false, applicable_products: [1, 2, 3], product_names: { 1: 'Told', 2: 'Told' } }
  expect(formatProducts(coupon, (id) => (id === 1 ? 'Listed' : undefined))).toBe('Listed, Told, #3')
  expect(formatProducts(coupon, (id) => (id === 1 ? 'Listed' : unnamed(id)))).toBe('Listed, Told, #3')
})

test('the newest comes first, in any spelling of its moment', () => {
  const rows = [
    { id: 1, created_at: '2030-01-02T00:00:00Z' },
    { id: 2, created_at: '2030-01-02T01:00:00+02:00' },
    { id: 3, created_at: null },
    { id: 4, created_at: '2030-01-03' },
    { id: 5, created_at: '2030-01-02T00:00:00Z' },
  ]
  expect(newestFirst(rows).map(({ id }) => id)).toEqual([4, 5, 1, 2, 3])
})
