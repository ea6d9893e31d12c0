import { expect, test } from 'vitest'
import { keysToRevoke, leftOf, refundOf } from './refund-rules.ts'

const sold = (id: number, item_id = 1) => ({ id, item_id, state: 'sold' })
const idsOf = (keys: readonly { id: number }[]) => keys.map(({ id }) => id)

test('the keys sold last leave first, and those of other lines stay', () => {
  expect(idsOf(keysToRevoke([sold(1), sold(2), sold(3, 2), sold(4)], [], 1, 2))).toEqual([4, 2])
})

test('a replacement came last, whatever its id, and what is not the customer’s any more does not count', () => {
  const keys = [{ ...sold(1), state: 'revoked' }, sold(2), sold(9), sold(5), { ...sold(12), state: 'revoked' }]
  const replacements = [{ replacement_id: 9 }, { replacement_id: 5 }]
  expect(idsOf(keysToRevoke(keys, replacements, 1, 2))).toEqual([5, 9])
  expect(idsOf(keysToRevoke(keys, replacements, 1, 9))).toEqual([5, 9, 2])
})

test('what a unit gives back follows from how many were refunded before', () => {
  const item = { quantity: 3, paid: 10 }
  expect([0, 1, 2].map((refunded_quantity) => refundOf({ ...item, refunded_quantity }, 1))).toEqual([3.33, 3.34, 3.33])
  expect(refundOf({ ...item, refunded_quantity: 1 }, 2)).toBe(6.67)
  expect(refundOf({ quantity: 2, paid: 0.01 }, 1)).toBe(0.01)
  expect(refundOf({ quantity: 2 }, 2)).toBe(0)
  expect(leftOf({ quantity: 3, refunded_quantity: 2 })).toBe(1)
  expect(leftOf({ quantity: 3 })).toBe(3)
})
