import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { freeText, listUpTo, oneOf, queryFlag, reference, toggle } from '../fields.ts'
import { guarded, money, optionalMoney } from '../team/guarded.ts'
import { limits } from '../limits.ts'
import { listed, listQuery, wholeNumber } from '../lists.ts'
import { amount, count, flag, id, listOf, moment, nullableAmount, optionalAmount, optionalFlag, orElse, reader, text } from '../tolerant.ts'
import { payoutFilters } from '../choices.ts'

/** The default rates, in percent. */
export const referralDefaults = { commission: 10, discount: 5 } as const

/**
 * Percent. The form takes steps of 0.1; the call takes 2 decimals, so that a finer stored rate is saved back unchanged.
 */
const rate = (what: string) => {
  const rule = `${what} must be a number from 0 to 100 with at most 2 decimals`
  const hasTwoDecimals = (percent: number) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-8
  return z.number(rule).check(z.minimum(0, rule), z.maximum(100, rule), z.refine(hasTwoDecimals, rule))
}

/** A rate that is left out is the default again (docs/reference/referrals.md, Rates). */
export const referralSettings = z.object({
  enabled: toggle('Enabled'),
  custom_commission: z.optional(rate('Custom commission rate')),
  referral_discount: z.optional(rate('Referral discount')),
})
export type ReferralSettings = z.infer<typeof referralSettings>

export const referralCodeRule = /^[A-Za-z0-9_-]{3,20}$/
/** The sentences of the form and of the server. */
export const referralCodeSentences = {
  required: 'Please enter a custom code',
  malformed: 'Code must be 3-20 characters and contain only letters, numbers, underscores or hyphens',
} as const

export const customCode = z.object({
  code: z
    .string({ error: ({ input }) => (input === undefined ? referralCodeSentences.required : 'Code must be text') })
    .check(
      z.trim(),
      z.minLength(1, { error: referralCodeSentences.required, abort: true }),
      z.regex(referralCodeRule, referralCodeSentences.malformed),
    ),
})

export const referralUser = z.object({
  id,
  username: text,
  /** Null for a role that may not see customers. */
  email: orElse(z.nullable(text), null),
  referral_code: orElse(z.nullable(z.string()), null),
  referral_enabled: flag,
  /** Percent; null if the default applies. */
  commission_rate: nullableAmount,
  referral_discount: nullableAmount,
  referral_stats: orElse(z.object({ total_referrals: count, completed_referrals: count, total_commission: money }), {
    total_referrals: 0,
    completed_referrals: 0,
    total_commission: 0,
  }),
  /** Earned, less the payouts that are pending or completed; below 0 if more was paid out. */
  balance: guarded('payouts:read', optionalAmount),
})
export type ReferralUser = z.infer<typeof referralUser>

export const referralStatuses = ['pending', 'completed', 'rejected'] as const
export const referral = z.object({
  id,
  referrer_id: count,
  /** A foreign host may send the username alone. */
  referrer: reader(z.nullable(z.object({ username: text })), (input) => (typeof input === 'string' ? { username: input } : null), null),
  purchase_id: count,
  purchase: orElse(
    z.nullable(
      z.object({
        /** Null for a role that may not see customers. */
        customer_email: orElse(z.nullable(text), null),
        total: money,
        refunded_total: optionalMoney,
      }),
    ),
    null,
  ),
  commission_amount: money,
  status: text,
  created_at: moment,
})
export type Referral = z.infer<typeof referral>

/** What a person must check (docs/reference/referrals.md, Flags). */
export const payoutFlags = ['balance_overdrawn', 'address_changed', 'transaction_repeated'] as const
export type PayoutFlag = (typeof payoutFlags)[number]
export const payout = z.object({
  id,
  user_id: count,
  username: z.optional(text),
  amount,
  wallet_type: text,
  wallet_address: text,
  status: text,
  created_at: moment,
  transaction_id: orElse(z.nullish(z.string()), null),
  /** Why it was rejected; null if no reason was given. */
  reason: orElse(z.nullish(z.string()), null),
  /** When it was completed or rejected; null while it is pending, and for one that was decided before this field existed. */
  decided_at: orElse(z.nullish(z.string()), null),
  /** Values of `payoutFlags`; a foreign host sends none. */
  flags: listOf(text),
  /** What the user of a listed pending payout has earned, less what was paid out. All that is paid now must be within it. */
  balance: optionalAmount,
  /** False for a listed pending payout of a user whose referrals were disabled after they asked for it. */
  referral_enabled: optionalFlag,
})
export type Payout = z.infer<typeof payout>

const transactionId = z
  .string('Transaction ID must be text')
  .check(z.trim(), z.maxLength(limits.shortText, `Transaction ID must be at most ${limits.shortText} characters`))

/** `completed` with a transaction id, or `failed` without one and perhaps with a reason (docs/reference/referrals.md, Payouts). */
export const payoutDecision = z.object({
  status: oneOf('Status', ['completed', 'failed']),
  transaction_id: z.optional(transactionId),
  reason: z.optional(freeText('Reason', limits.payoutReason).check(z.trim())),
})
export type PayoutDecision = z.infer<typeof payoutDecision>

/** Payouts that were sent, each with the transaction that proves it; several may share one (docs/reference/referrals.md, Payout runs). */
export const payoutRunInput = z.object({
  payouts: listUpTo(
    'Payouts',
    z.object({ id: reference('Payout'), transaction_id: transactionId.check(z.minLength(1, 'Please enter a transaction ID')) }),
    limits.payoutRun,
  ).check(
    z.minLength(1, 'Payouts must have at least 1 entry'),
    z.refine((payouts) => new Set(payouts.map(({ id: each }) => each)).size === payouts.length, 'Each payout may be listed once'),
  ),
})
export type PayoutRunInput = z.infer<typeof payoutRunInput>

/** Why a run was refused, for each payout that prevents it: the `data` of `payouts_refused`. */
export const refusedPayout = z.object({ id, code: text, message: text })
export type RefusedPayout = z.infer<typeof refusedPayout>

export const usedTransactionsInput = z.object({ transaction_ids: listUpTo('Transaction IDs', transactionId, limits.payoutRun) })

/** A transaction id that a completed payout has already. */
export const usedTransaction = z.object({ transaction_id: text, /** The first of those payouts. */ payout_id: id, payouts: count })
export type UsedTransaction = z.infer<typeof usedTransaction>

const path = '/admin/referrals'
/**
 * The lists of referrals and payouts are bare (docs/reference/referrals.md, Lists); the headers `x-next-cursor` and `x-total-count` have
 * what other lists have in `meta`.
 */
export const referrals = {
  users: endpoint({
    method: 'GET',
    path: `${path}/users-with-stats`,
    access: 'referrals:read',
    summary: 'Referral users with their figures',
    query: z.extend(listQuery, {
      /** Only the user with this id. */
      user_id: z.optional(wholeNumber('user_id', 1, Number.MAX_SAFE_INTEGER)),
    }),
    response: listed(referralUser),
  }),
  settings: endpoint({
    method: 'PUT',
    path: `${path}/settings/:userId`,
    access: 'referrals:write',
    summary: 'Enable a user and set the rates; a rate left out is the default again',
    body: referralSettings,
    response: wrapped(referralUser),
  }),
  customCode: endpoint({
    method: 'PUT',
    path: `${path}/code/:userId/custom`,
    access: 'referrals:write',
    summary: 'Replace the code of a user',
    body: customCode,
    response: z.object({ referral_code: text }),
  }),
  pending: endpoint({
    method: 'GET',
    path: `${path}/pending`,
    access: 'referrals:read',
    summary: 'Pending referrals, newest first',
    query: listQuery,
    response: z.array(referral),
  }),
  completed: endpoint({
    method: 'GET',
    path: `${path}/completed`,
    access: 'referrals:read',
    summary: 'Completed referrals, newest first',
    query: listQuery,
    response: z.array(referral),
  }),
  payouts: endpoint({
    method: 'GET',
    path,
    access: 'payouts:read',
    summary: 'Payouts, newest first',
    query: z.extend(listQuery, {
      type: z._default(z.enum(['payouts'], 'type must be payouts'), 'payouts'),
      status: z.optional(z.enum(payoutFilters, `status must be one of: ${payoutFilters.join(', ')}`)),
      /** Whether the answer becomes a file: the activity records it. */
      export: queryFlag('export', false),
    }),
    response: z.array(payout),
  }),
  completePayouts: endpoint({
    method: 'POST',
    path: `${path}/payout-runs`,
    access: 'payouts:write',
    summary: 'Complete several pending payouts, all or none',
    body: payoutRunInput,
    beyondSpec: true,
    response: wrapped(z.object({ completed: z.array(id) })),
  }),
  usedTransactions: endpoint({
    method: 'POST',
    path: `${path}/used-transactions`,
    access: 'payouts:read',
    reads: true,
    summary: 'Which of some transaction ids completed payouts have already',
    body: usedTransactionsInput,
    beyondSpec: true,
    response: wrapped(z.array(usedTransaction)),
  }),
  decidePayout: endpoint({
    method: 'PUT',
    path: `${path}/payout/:id/status`,
    access: 'payouts:write',
    summary: 'Complete or reject a pending payout',
    body: payoutDecision,
    response: wrapped(payout),
  }),
}
