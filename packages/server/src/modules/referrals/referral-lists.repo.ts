import { sql } from 'kysely'
import { byId, byNumber, byUniqueNumber, containing, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { ReferralTable } from '../../db/schema/referrals.ts'

export interface ListedReferral {
  readonly id: number
  readonly referrer_id: number
  readonly username: string
  readonly order_id: number
  readonly customer_email: string
  readonly total_cents: number
  readonly refunded_cents: number
  readonly commission_cents: number
  readonly status: string
  readonly created_at: string
}

// No sorting by columns of other tables, because an index covers one table; none by status, because a list has only one.
const listing = {
  id: 'referral.id',
  sorts: {
    id: byId,
    purchase_id: byUniqueNumber('referral.order_id'),
    commission_amount: byNumber('referral.commission_cents'),
    // Ids grow with time, and the index on the status contains them.
    created_at: byId,
  },
  fallback: '-id',
}

export function listReferrals(
  db: Db,
  status: ReferralTable['status'],
  search: { readonly text: string; readonly orderId: number | null; /** Also by the buyer's email. */ readonly withCustomers: boolean },
  request: PageRequest,
): Promise<Page<ListedReferral>> {
  const counted = db.selectFrom('referral').where('referral.status', '=', status)
  const list = counted
    .innerJoin('app_user', 'app_user.id', 'referral.referrer_id')
    .innerJoin('orders', 'orders.id', 'referral.order_id')
    .select([
      ...(['referral.id', 'referral.referrer_id', 'referral.order_id', 'referral.commission_cents'] as const),
      ...(['referral.status', 'referral.created_at', 'app_user.username'] as const),
      ...(['orders.customer_email', 'orders.total_cents', 'orders.refunded_cents'] as const),
    ])
  const pattern = containing(search.text)
  const found = [
    sql`app_user.username_key like ${pattern} escape '\\'`,
    ...(search.withCustomers ? [sql`orders.customer_key like ${pattern} escape '\\'`] : []),
    ...(search.orderId === null ? [] : [sql`referral.order_id = ${search.orderId}`]),
  ]
  const isFound = search.text === '' ? undefined : sql<boolean>`(${sql.join(found, sql` or `)})`
  return readPage(db, { list, search: isFound, counted }, listing, request)
}
