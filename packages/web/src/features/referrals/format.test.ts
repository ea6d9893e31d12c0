import { expect, test } from 'vitest'
import { formatReferred, formatReferrer } from './format.ts'
import { payoutTone, referralTone } from './parts.tsx'

test('a referrer shows as the username, or by number', () => {
  expect(formatReferrer({ referrer: { username: 'mara' }, referrer_id: 7 })).toBe('mara')
  expect(formatReferrer({ referrer: null, referrer_id: 7 })).toBe('User #7')
  expect(formatReferrer({ referrer: { username: '' }, referrer_id: 7 })).toBe('User #7')
})

test('the referred is the customer of the purchase, or N/A', () => {
  expect(formatReferred({ purchase: { customer_email: 'a@example.com', total: 1 } })).toBe('a@example.com')
  expect(formatReferred({ purchase: null })).toBe('N/A')
})

test.each([
  ['pending', 'yellow', 'yellow'],
  ['completed', 'green', 'green'],
  ['rejected', 'red', 'red'],
  ['failed', 'neutral', 'red'],
  ['under_review', 'neutral', 'neutral'],
])('a referral that is %s is %s, and such a payout %s', (status, referral, payout) =>
  expect([referralTone(status), payoutTone(status)]).toEqual([referral, payout]),
)
