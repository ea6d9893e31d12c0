import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { canBecome, isDue, isSamePayment, isVisible, takeStep } from './orders.rules.ts'

const statuses = ['pending', 'completed', 'cancelled', 'expired', 'refunded'] as const
const at = new Date('2030-01-01T12:00:00.000Z')
const pending = { status: 'pending' as const, completed_at: null, ended_at: null, reserved_until: at.toISOString() }

test('exactly four status changes are allowed', () => {
  const steps = statuses.flatMap((from) => statuses.filter((to) => canBecome(from, to)).map((to) => `${from} -> ${to}`))
  expect(steps).toEqual(['pending -> completed', 'pending -> cancelled', 'pending -> expired', 'completed -> refunded'])
})

test('a step keeps its moment, and a refund the moment of the completion', () => {
  const completed = takeStep(pending, 'completed', at)
  expect(completed).toEqual({ ...pending, status: 'completed', completed_at: at.toISOString() })
  const later = new Date(at.getTime() + 1)
  expect(takeStep(completed, 'refunded', later)).toEqual({ ...completed, status: 'refunded', ended_at: later.toISOString() })
})

test('a reservation is due from its last moment on, while the order is pending', () => {
  expect(isDue(pending, new Date(at.getTime() - 1))).toBe(false)
  expect(isDue(pending, at)).toBe(true)
  expect(isDue({ ...pending, status: 'cancelled' }, at)).toBe(false)
})

test('a repeat names the payment that completed the order, or none', () => {
  expect(isSamePayment({ payment_reference: 'ch_1' }, null)).toBe(true)
  expect(isSamePayment({ payment_reference: 'ch_1' }, 'ch_1')).toBe(true)
  expect(isSamePayment({ payment_reference: 'ch_1' }, 'ch_2')).toBe(false)
  expect(isSamePayment({ payment_reference: null }, 'ch_2')).toBe(false)
})

test('a storefront sees its own orders alone', () => {
  const storefront = { kind: 'store' as const, id: 1, name: 'shop' }
  expect([1, null, 2].map((api_key_id) => isVisible({ api_key_id }, storefront))).toEqual([true, false, false])
  expect([null, 2].map((api_key_id) => isVisible({ api_key_id }, system))).toEqual([true, true])
})
