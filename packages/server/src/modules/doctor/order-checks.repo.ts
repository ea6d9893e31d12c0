import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { differing, sum } from './checks.repo.ts'

/**
 * Orders whose amounts, in cents, are not the sum of their items. A database constraint checks that the total is the subtotal minus the
 * discounts.
 */
export const listUnevenOrders = (db: Db) =>
  differing(
    db,
    sql<{ id: number; subtotal: number; total: number; items_subtotal: number; items_paid: number }>`
      select orders.id, orders.subtotal_cents as subtotal, orders.total_cents as total,
        coalesce(items.subtotal, 0) as items_subtotal, coalesce(items.paid, 0) as items_paid
      from orders
      left join (
        select order_id, cast(sum(quantity * unit_price_cents) as bigint) as subtotal, ${sum('paid_cents')} as paid
        from order_item group by order_id
      ) as items on items.order_id = orders.id
      where orders.subtotal_cents <> coalesce(items.subtotal, 0) or orders.total_cents <> coalesce(items.paid, 0)
      order by orders.id`,
  )

/**
 * Coupons whose use count is not their number of orders, except cancelled and expired ones. A purge is taking its orders from a coupon in
 * batches.
 */
export const listWrongCouponUsage = (db: Db) =>
  differing(
    db,
    sql<{ id: number; kept: number; found: number }>`
      select coupon.id, coupon.current_usage as kept, coalesce(counted.found, 0) as found
      from coupon
      left join (
        select coupon_id, count(*) as found from orders
        where coupon_id is not null and status not in ('cancelled', 'expired') group by coupon_id
      ) as counted on counted.coupon_id = coupon.id
      where coupon.current_usage <> coalesce(counted.found, 0) and coupon.code_key not like ' purged %'
      order by coupon.id`,
  )

/** Coupons that cannot be found by their code, and deleted ones that can. */
export const listWrongCodes = (db: Db) =>
  differing(
    db,
    sql<{ id: number; code: string; code_key: string }>`
      select id, code, code_key from coupon
      where (deleted_at is null and substr(code_key, 1, 1) = ' ') or (deleted_at is not null and substr(code_key, 1, 1) <> ' ')
      order by id`,
  )

/** Coupons that do not start before they expire. */
export const listNeverValidCoupons = (db: Db) =>
  differing(
    db,
    sql<{ id: number; starts_at: string; expiration_date: string }>`
      select id, starts_at, expiration_date from coupon where starts_at >= expiration_date order by id`,
  )
