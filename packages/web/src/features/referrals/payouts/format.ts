import type { Payout, PayoutFlag, UsedTransaction } from '@keydesk/contract'
import { formatCount, inSentence } from '../../../kit/text/format.ts'
import { formatUser } from '../format.tsx'

interface FlagWords {
  /** The text of the badge. */
  readonly short: string
  readonly tone: 'red' | 'yellow'
  readonly sentence: (payout: Payout) => string
}

export const userOf = ({ username, user_id }: Payout): string => formatUser(username, user_id)

const words: Readonly<Record<PayoutFlag, FlagWords>> = {
  balance_overdrawn: {
    short: 'Balance too low',
    tone: 'red',
    sentence: (payout) => `The balance of ${inSentence(userOf(payout))} no longer covers it.`,
  },
  address_changed: {
    short: 'Address changed',
    tone: 'yellow',
    sentence: (payout) => `The address is another one than that of the last ${payout.wallet_type} payout to ${inSentence(userOf(payout))}.`,
  },
  transaction_repeated: {
    short: 'Transaction repeated',
    tone: 'yellow',
    sentence: () => 'A payout that was completed at another time has the same transaction ID.',
  },
}

/** The warning about a transaction ID that other payouts have. */
export const usedText = ({ payout_id, payouts }: UsedTransaction): string =>
  `Payout #${payout_id}${payouts > 1 ? ` and ${formatCount(payouts - 1)} more have` : ' has'} this transaction ID already.`

export const usedFailure = 'Failed to check whether a payout has this transaction ID already'

/** The warnings about a payout. An unknown flag of a foreign host is left out. */
export const flagsOf = (payout: Payout): readonly FlagWords[] =>
  payout.flags.flatMap((flag) => (flag in words ? [words[flag as PayoutFlag]] : []))
