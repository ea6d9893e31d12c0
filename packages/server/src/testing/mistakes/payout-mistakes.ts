/** Mistakes of coupons and payouts, as in mistakes.ts. */
export const payoutMistakes: readonly (readonly [what: string, statements: string, sentence: string])[] = [
  [
    'a coupon that starts when it is over',
    `update coupon set starts_at = expiration_date where id = 1`,
    'Coupon 1 starts at 2030-02-01T00:00:00.000Z, but expires at 2030-02-01T00:00:00.000Z.',
  ],
  ['a completed payout without a transaction', `update payout set status = 'completed'`, 'Payout 1 is completed, but has no transaction.'],
  ['a pending payout with a transaction', `update payout set transaction_id = 'tx'`, 'Payout 1 is pending, but has a transaction.'],
  ['a pending payout with a reason', `update payout set reason = 'Spam'`, 'Payout 1 is pending, but has a reason for a rejection.'],
  ['a pending payout of a run', `update payout set run_id = 1`, 'Payout 1 is pending, but is part of a run.'],
  ['a pending payout with a date', `update payout set decided_at = created_at`, 'Payout 1 is pending, but says when it was decided.'],
  [
    'a run that is named after no payout of it',
    `update payout set status = 'completed', transaction_id = 'tx', run_id = 7`,
    'Payouts say that run 7 completed them, but its first is 1.',
  ],
]
