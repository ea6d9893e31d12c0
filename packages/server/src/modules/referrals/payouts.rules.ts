interface Amount {
  readonly status: 'pending' | 'completed' | 'failed'
  readonly amount_cents: number
}

/**
 * Whether a pending payout takes more than its user has earned and not been paid yet; amounts in cents. Other pending payouts do not count:
 * of two that wait, the balance may still cover either.
 */
export const isOverdrawn = ({ status, amount_cents }: Amount, earnedCents: number, completedCents: number): boolean =>
  status === 'pending' && amount_cents > earnedCents - completedCents
