import { dollarsToCents, inSentence, type Payout, type PayoutFlag, type UsedTransaction } from '@keydesk/contract'
import { formatCount } from '../../../kit/text/format.ts'
import { formatUser } from '../format.ts'

interface FlagWords {
  /** The text of the badge. */
  readonly short: string
  readonly tone: 'red' | 'yellow'
  readonly sentence: (payout: Payout) => string
}

export const userOf = ({ username, user_id }: Payout): string => formatUser(username, user_id)

const words: Readonly<Record<PayoutFlag | 'referrals_disabled', FlagWords>> = {
  balance_overdrawn: {
    short: 'Balance too low',
    tone: 'red',
    sentence: (payout) => `The balance of ${inSentence(userOf(payout))} no longer covers it.`,
  },
  address_changed: {
    short: 'Address changed',
    tone: 'yellow',
    sentence: (payout) =>
      `The last ${payout.wallet_type} payout to ${inSentence(userOf(payout))} went to another address, or there was none.`,
  },
  transaction_repeated: {
    short: 'Transaction repeated',
    tone: 'yellow',
    sentence: () => 'A payout that was completed at another time has the same transaction ID.',
  },
  referrals_disabled: {
    short: 'Referrals disabled',
    tone: 'yellow',
    sentence: (payout) =>
      `Referrals of ${inSentence(userOf(payout))} were disabled after this payout was asked for. Find out why before you send.`,
  },
}

/** The warning about a transaction ID that other payouts have. */
export const usedText = ({ payout_id, payouts }: UsedTransaction): string =>
  `Payout #${payout_id}${payouts > 1 ? ` and ${formatCount(payouts - 1)} more have` : ' has'} this transaction ID already.`

export const usedFailure = 'Failed to check whether a payout has this transaction ID already'

/** Flags also the payouts of a run that the balance covers alone, but not after those before them: the server would refuse the run. */
export function markUncovered(payouts: readonly Payout[]): readonly Payout[] {
  const leftOf = new Map<number, number>()
  return payouts.map((payout) => {
    const { user_id, balance, amount, flags } = payout
    const left = (leftOf.get(user_id) ?? dollarsToCents(balance ?? Infinity)) - dollarsToCents(amount)
    if (left >= 0) leftOf.set(user_id, left)
    return left >= 0 || flags.includes('balance_overdrawn') ? payout : { ...payout, flags: ['balance_overdrawn', ...flags] }
  })
}

/** The warnings about a payout. An unknown flag of a foreign host is left out. */
export const flagsOf = (payout: Payout): readonly FlagWords[] =>
  [...payout.flags, ...(payout.referral_enabled === false ? ['referrals_disabled'] : [])].flatMap((flag) =>
    flag in words ? [words[flag as PayoutFlag]] : [],
  )
