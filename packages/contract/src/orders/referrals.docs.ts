import { component, docs, innerObject } from '../describe.ts'
import {
  customCode,
  payout,
  payoutDecision,
  payoutFlags,
  payoutRunInput,
  referral,
  referralSettings,
  referralStatuses,
  referralUser,
  referrals,
  usedTransaction,
  usedTransactionsInput,
} from './referrals.ts'
import { payoutStatuses } from '../choices.ts'

export const referralsDocs = docs(referrals, {
  about: 'Referral users, what they earned, and their payouts.',
  calls: {
    completePayouts:
      'Several may share a transaction. A repeat with the same transaction ids answers the same. 409: `payouts_refused`, with the payouts and the reasons in `data.refused`: nothing was completed.',
    decidePayout: '409: `balance_overdrawn` where a refund left less than the payout takes.',
  },
  query: {
    user_id: 'Only the user with this id.',
    type: 'Which list.',
    status: 'Only those in this state.',
    export: 'True if the answer becomes a file: the activity records it.',
  },
  components: {
    ReferralUser: component(referralUser, 'Somebody with a referral code.', {
      email: 'Null for a role that may not see customers.',
      referral_enabled: 'Whether the code works.',
      commission_rate: 'Percent; null where the default holds.',
      referral_discount: 'Percent; null where the default holds.',
      referral_stats: 'The figures of the code.',
      balance:
        'What was earned less the payouts that are pending or completed, in US dollars; may be below 0. Left out without `payouts:read`.',
    }),
    ReferralStats: component(innerObject(referralUser.shape.referral_stats), 'What a referral code brought so far.', {
      total_referrals: 'How many orders were made with the code.',
      completed_referrals: 'How many of them are completed.',
      total_commission: 'What completed referrals earned, in US dollars.',
    }),
    ReferralSettings: component(referralSettings, 'A rate that is left out is the default again.', {
      enabled: 'Whether the code works.',
      custom_commission: 'Percent of the order that the referrer earns.',
      referral_discount: 'Percent that buyers with the code save.',
    }),
    CustomCodeInput: component(customCode, 'A code of one’s own choice.'),
    CustomCode: component(referrals.customCode.response, 'The code that holds now.'),
    Referral: component(
      referral,
      'An order that somebody referred, and what they earn by it.',
      { referrer: 'The referral user.', purchase: 'The order.', commission_amount: 'US dollars.' },
      { status: referralStatuses },
    ),
    Referrer: component(innerObject(referral.shape.referrer), 'Who referred the buyer.'),
    ReferredPurchase: component(innerObject(referral.shape.purchase), 'The order that was referred.', {
      customer_email: 'Null for a role that may not see customers.',
      total: 'US dollars.',
      refunded_total: 'What was refunded so far, in US dollars.',
    }),
    Payout: component(
      payout,
      'Money that a referral user asked for.',
      {
        amount: 'US dollars.',
        reason: 'Why it was rejected.',
        decided_at: 'When it was completed or rejected.',
        flags: 'What a person should check before it is paid.',
        balance: 'Of a pending one in a list: what its user has earned less what was paid out, in US dollars.',
        referral_enabled: 'Of a pending one in a list: false if the referrals of its user are disabled.',
      },
      {
        status: payoutStatuses,
        flags: payoutFlags,
      },
    ),
    PayoutDecision: component(payoutDecision, '`completed` with a transaction id, or `failed` without one and perhaps with a reason.', {
      reason: 'Why it was rejected.',
    }),
    PayoutRunInput: component(payoutRunInput, 'Payouts that were sent.'),
    SentPayout: component(innerObject(payoutRunInput.shape.payouts), 'A payout, and the transaction that proves it.', {
      id: 'The id of the payout.',
    }),
    UsedTransactionsInput: component(usedTransactionsInput, 'Transaction ids that are to be entered.', {
      transaction_ids: 'Transaction ids to look for.',
    }),
    UsedTransaction: component(usedTransaction, 'A transaction id that completed payouts have already.', {
      payout_id: 'The first of the completed payouts with it.',
      payouts: 'How many completed payouts have it.',
    }),
    PayoutRun: component(referrals.completePayouts.response.shape.data, 'What was completed.', { completed: 'The ids of the payouts.' }),
  },
})
