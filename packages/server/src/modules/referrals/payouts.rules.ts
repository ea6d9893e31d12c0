interface Amount {
  readonly status: 'pending' | 'completed' | 'failed'
  readonly amount_cents: number
}

/**
 * Whether a pending payout is more than the user's unpaid earnings; amounts in cents. Other pending payouts do not count, since the balance
 * may cover either of two.
 */
export const isOverdrawn = ({ status, amount_cents }: Amount, earnedCents: number, completedCents: number): boolean =>
  status === 'pending' && amount_cents > earnedCents - completedCents
