import { expect, test } from 'vitest'
import { ordersSearch } from '../../routes/orders.ts'
import { filtersOf } from './filters.ts'
import { formatEvent, formatItems, eventLines, orderTone } from './format.ts'

const item = (product: string, name: string, quantity: number) => ({ id: 1, quantity, variant: { name, product: { name: product } } })
const row = (action: string, actor: string) => ({ id: 1, at: '2030-01-01T00:00:00.000Z', actor, action, changes: {} })

test('items read product, variant and quantity', () => {
  expect(formatItems([item('Aurora', 'Month', 2)])).toBe('Aurora - Month x2')
  expect(formatItems([item('Aurora', 'Month', 2), item('Borealis', 'Day', 1)])).toBe('Aurora - Month x2, Borealis - Day x1')
  expect(formatItems([item('', 'Month', 1)])).toBe('Month x1')
  expect(formatItems([])).toBe('')
  expect(formatItems([item('שלום', '1 Month', 2)])).toBe('\u2068שלום\u2069 - 1 Month x2')
})

test('completed is green, pending is yellow, everything else is red', () => {
  expect(['completed', 'pending', 'cancelled', 'expired', 'refunded', 'disputed', ''].map(orderTone)).toEqual([
    'green',
    'yellow',
    'red',
    'red',
    'red',
    'red',
    'red',
  ])
})

test('the timeline is written in sentences', () => {
  expect(formatEvent(row('order.created', 'storefront'))).toBe('Order created by storefront')
  expect(formatEvent(row('order.completed', 'storefront'))).toBe('Completed by storefront')
  expect(formatEvent(row('order.expired', 'system'))).toBe('Reservation expired')
  expect(formatEvent(row('order.cancelled', 'ann'))).toBe('Cancelled by ann')
  expect(formatEvent(row('order.keys_revealed', 'admin'))).toBe('Keys revealed by admin')
  expect(formatEvent(row('order.refunded', 'admin'))).toBe('Refunded by admin')
  expect(formatEvent(row('note_added', ''))).toBe('Note added')
})

test('a refund shows its amount, items and reason', () => {
  const refund = (changes: Record<string, unknown>) => eventLines({ ...row('order.partly_refunded', 'admin'), changes })
  expect(
    refund({
      refunded_total: { before: 8.55, after: 17.1 },
      refunded_items: { before: null, after: ['Aurora - Day x1', 'Aurora - Month x1'] },
      refund_reason: { before: null, after: 'Wrong region' },
    }),
  ).toEqual(['$8.55 for Aurora - Day x1, Aurora - Month x1', 'Reason: Wrong region'])
  expect(refund({ refunded_total: { before: 0, after: 20 } })).toEqual(['$20.00'])
  // A refund by an early version recorded a status alone.
  expect(refund({ status: { before: 'completed', after: 'refunded' } })).toEqual([])
})

test('a completion by hand shows who, why, and an uncounted coupon', () => {
  const done = { ...row('order.completed', 'admin'), changes: { completion_reason: { before: null, after: 'Bank transfer' } } }
  expect(formatEvent(done)).toBe('Completed by hand by admin')
  expect(eventLines(done)).toEqual(['Reason: Bank transfer'])
  const uncounted = { ...done.changes, uncounted_coupon: { before: null, after: 'TEN' } }
  expect(eventLines({ ...done, changes: uncounted })).toEqual([
    'Reason: Bank transfer',
    'Coupon TEN had no use left: this order does not count for it',
  ])
})

test('invalid parts of an address are ignored', () => {
  const reading = (search: Record<string, string>) => filtersOf(ordersSearch(search))
  expect(reading({})).toEqual({})
  expect(reading({ coupon: '3' })).toEqual({ coupon_id: 3 })
  expect(reading({ coupon: 'x' })).toEqual({})
  expect(reading({ q: ' ann ', status: 'pending', from: '2030-01-01', to: '2030-01-31' })).toEqual({
    q: 'ann',
    status: 'pending',
    from: '2030-01-01',
    to: '2030-01-31',
  })
  expect(reading({ q: '  ', status: 'lost', from: 'yesterday', to: '2030-13-45' })).toEqual({})
  const opened = (order: string) => ordersSearch({ order }).order
  expect(['12', '', '0', '-1', '1.5', 'abc'].map(opened)).toEqual([12, undefined, undefined, undefined, undefined, undefined])
})
