import type { Payout, PayoutFlag, UsedTransaction } from '@keydesk/contract'
import { formatCount, inSentence } from '../../../kit/text/format.ts'
import { formatUser } from '../format.tsx'

interface FlagWords {
  /** On a badge. */
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
    sentence: () => 'The same transaction ID stands on a payout that was completed at another time.',
  },
}

/** What a person must look at before a transaction ID is used once more. */
export const sayUsed = ({ payout_id, payouts }: UsedTransaction): string =>
  `This transaction ID already stands on payout #${payout_id}${payouts > 1 ? ` and ${formatCount(payouts - 1)} more` : ''}.`

/** Said where the other payouts could not be looked through. */
export const usedUnknown = 'Failed to check whether a payout has this transaction ID already'

/** What a person must look at. A flag that only a foreign host knows is left out. */
export const flagsOf = (payout: Payout): readonly FlagWords[] =>
  payout.flags.flatMap((flag) => (flag in words ? [words[flag as PayoutFlag]] : []))
