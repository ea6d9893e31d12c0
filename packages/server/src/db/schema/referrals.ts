import type { Generated } from 'kysely'
import type { Moment } from './columns.ts'

export interface ReferralTable {
  id: Generated<number>
  referrer_id: number
  purchase_id: number
  commission_cents: number
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
  created_at: Moment
}
