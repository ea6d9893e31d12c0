import { centsToDollars, orderIdOf, type Referral } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { Page, PageRequest } from '../../db/page.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './referral-lists.repo.ts'

export type SearchRequest = PageRequest & { readonly q?: string }

/**
 * Referrals in one state, newest first unless another order is requested. The search covers the referrer, the buyer's email and the order.
 * A role that may not see customers gets no emails and cannot search by them (docs/reference/referrals.md, Lists).
 */
export async function listReferrals(
  deps: Deps,
  { permissions }: Pick<SignedIn, 'permissions'>,
  status: 'pending' | 'completed' | 'rejected',
  { q = '', ...request }: SearchRequest,
): Promise<Page<Referral>> {
  const withCustomers = permissions.includes('customers:read')
  const page = await repo.listReferrals(deps.db, status, { text: q.toLowerCase(), orderId: orderIdOf(q), withCustomers }, request)
  return { ...page, rows: page.rows.map((row) => toReferral(row, withCustomers)) }
}

const toReferral = (row: repo.ListedReferral, withCustomers: boolean): Referral => ({
  ...{ id: row.id, referrer_id: row.referrer_id, referrer: { username: row.username } },
  purchase_id: row.order_id,
  purchase: {
    customer_email: withCustomers ? row.customer_email : null,
    ...{ total: centsToDollars(row.total_cents), refunded_total: centsToDollars(row.refunded_cents) },
  },
  ...{ commission_amount: centsToDollars(row.commission_cents), status: row.status, created_at: row.created_at },
})
