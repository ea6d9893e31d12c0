import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

export interface ReferralTable {
  id: Generated<number>
  referrer_id: number
  order_id: number
  /** The referrer's commission. Reduced by a partial refund of the order, and 0 after a full one. */
  commission_cents: number
  /** The commission of the whole order. Null until a refund changes it. */
  original_commission_cents: number | null
  status: 'pending' | 'completed' | 'rejected'
  created_at: Moment
}

export interface PayoutTable {
  id: Generated<number>
  user_id: number
  amount_cents: number
  wallet_type: string
  wallet_address: string
  status: 'pending' | 'completed' | 'failed'
  transaction_id: string | null
  /** Why it was rejected. */
  reason: string | null
  created_at: Moment
  /** Null while it is pending. */
  decided_at: Moment | null
  /** For a payout completed together with others: the smallest of their ids. */
  run_id: number | null
}
