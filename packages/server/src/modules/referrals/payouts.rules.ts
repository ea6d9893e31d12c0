import { centsToDollars, formatUsd, type PayoutFlag } from '@keydesk/contract'

interface Amount {
  readonly status: 'pending' | 'completed' | 'failed'
  readonly amount_cents: number
}

/**
 * Whether a pending payout exceeds the user's unpaid earnings. Amounts are in cents. Other pending payouts do not count, because the
 * balance may cover any one of them.
 */
export const isOverdrawn = ({ status, amount_cents }: Amount, earnedCents: number, completedCents: number): boolean =>
  status === 'pending' && amount_cents > earnedCents - completedCents

interface Wallet {
  readonly user_id: number
  readonly wallet_type: string
}

/** Identifies a user's wallet by user and type, ignoring the case of the type. */
export const walletKey = ({ user_id, wallet_type }: Wallet): string => `${user_id} ${wallet_type.toLowerCase()}`

interface Known {
  /** In cents, by user. */
  readonly completedCents: ReadonlyMap<number, number>
  /** Address of the last completed payout, by `walletKey`. */
  readonly lastAddresses: ReadonlyMap<string, string>
  /** Transactions that several runs use. */
  readonly repeated: ReadonlySet<string>
}

type Listed = Amount & Wallet & { readonly wallet_address: string; readonly transaction_id: string | null }

/** What a person must check (docs/reference/referrals.md, Flags). */
export function flagsOf(payout: Listed, earnedCents: number, { completedCents, lastAddresses, repeated }: Known): PayoutFlag[] {
  // A first payout has no address to compare with; the first of another wallet type does not go where the last one went.
  const isFirst = !completedCents.has(payout.user_id)
  const isMoved = payout.status === 'pending' && !isFirst && lastAddresses.get(walletKey(payout)) !== payout.wallet_address
  const isRepeated = payout.status === 'completed' && payout.transaction_id !== null && repeated.has(payout.transaction_id)
  return [
    ...(isOverdrawn(payout, earnedCents, completedCents.get(payout.user_id) ?? 0) ? ['balance_overdrawn' as const] : []),
    ...(isMoved ? ['address_changed' as const] : []),
    ...(isRepeated ? ['transaction_repeated' as const] : []),
  ]
}

export const alreadyDecided = ({ status }: Amount): string => `This payout is already ${status}`

export function overdrawnSentence(username: string, leftCents: number): string {
  const left = formatUsd(centsToDollars(Math.max(0, leftCents)))
  return `The balance of ${username} no longer covers this payout: ${left} is left`
}
