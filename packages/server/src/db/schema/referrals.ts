import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

export interface ReferralTable {
  id: Generated<number>
  referrer_id: number
  order_id: number
  /** What the referrer earns; less than at first where a part of the order was refunded, and 0 once all of it was. */
  commission_cents: number
  /** Of the whole order. Null until a refund changes the commission. */
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
  /** Null while it is pending, and where nobody knows any more. */
  decided_at: Moment | null
  /** Of one that was completed with others: the smallest of their ids. */
  run_id: number | null
}
