import { centsToDollars, type Referral } from '@keydesk/contract'
import type { Page, PageRequest } from '../../db/page.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './referral-lists.repo.ts'

export type SearchRequest = PageRequest & { readonly q?: string }

/** Referrals in one state, newest first unless another order is asked for; found by referrer or by the buyer's email. */
export async function listReferrals(
  deps: Deps,
  status: 'pending' | 'completed',
  { q = '', ...request }: SearchRequest,
): Promise<Page<Referral>> {
  const page = await repo.listReferrals(deps.db, status, q.toLowerCase(), request)
  return { ...page, rows: page.rows.map(toReferral) }
}

const toReferral = (row: repo.ListedReferral): Referral => ({
  ...{ id: row.id, referrer_id: row.referrer_id, referrer: { username: row.username } },
  ...{ purchase_id: row.purchase_id, purchase: { customer_email: row.customer_email, total: centsToDollars(row.total_cents) } },
  ...{ commission_amount: centsToDollars(row.commission_cents), status: row.status, created_at: row.created_at },
})
