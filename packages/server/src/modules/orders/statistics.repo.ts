import { sql } from 'kysely'
import { idRows, partOf, textRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** When each of some products was last sold, of orders that still count. */
export async function listLastSales(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
  if (productIds.length === 0) return new Map()
  // One look at the end of the index for each product.
  const { rows } = await sql<{ id: number; last: string | null }>`
    select id, (select max(sold_at) from order_item where product_id = sold.id and sold_at is not null) as last
    from (select cast(value as bigint) as id from ${textRows(db, productIds.map(String))} as listed) as sold`.execute(db)
  return new Map(rows.map(({ id, last }) => [id, last]))
}

export interface ProductSum {
  readonly product_id: number
  readonly quantity: number
  readonly revenue_cents: number
}

/** What some products sold from one moment until before another, counted from the lines of the orders. */
export async function sumLines(db: Db, productIds: readonly number[], from: string, before: string): Promise<ProductSum[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<ProductSum>`
    select product_id, cast(sum(quantity - refunded_quantity) as bigint) as quantity, cast(sum(paid_cents - refunded_cents) as bigint) as revenue_cents
    from order_item
    where product_id in ${idRows(db, productIds)} and sold_at is not null and sold_at >= ${from} and sold_at < ${before}
    group by product_id`.execute(db)
  return rows
}

/** What orders with a coupon brought. */
export interface CouponSums {
  readonly uses: number
  readonly revenue_cents: number
  /** What it took off, less the share of refunded units. */
  readonly discount_cents: number
}

/** Over the whole life of a coupon. */
export async function sumCoupon(db: Db, couponId: number): Promise<CouponSums> {
  const [sums] = await sumCouponBetween(db, couponId, [{ from: '', before: '9' }])
  return sums!
}

/** By stretches of time, each from one moment until before another. */
export async function sumCouponBetween(
  db: Db,
  couponId: number,
  stretches: readonly { readonly from: string; readonly before: string }[],
): Promise<CouponSums[]> {
  const [discount, kept, subtotal] = [
    sql<number>`coupon_discount_cents`,
    sql<number>`(subtotal_cents - refunded)`,
    sql<number>`subtotal_cents`,
  ]
  const values = sql.join(stretches.map(({ from, before }, nth) => sql`(cast(${nth} as integer), ${from}, ${before})`))
  const { rows } = await sql<CouponSums>`
    with stretch (nth, starts_at, ends_at) as (values ${values}),
    given_back as (
      select completed_at, coupon_discount_cents - ${partOf(db, discount, kept, subtotal)} as cents
      from (
        select completed_at, coupon_discount_cents, subtotal_cents, (
          select sum(refunded_quantity * unit_price_cents) from order_item where order_id = orders.id
        ) as refunded
        from orders
        where coupon_id = ${couponId} and status = 'completed' and subtotal_cents > 0 and id in (select order_id from refund)
      ) as refunded_orders
    )
    select cast(count(orders.id) as bigint) as uses,
      cast(coalesce(sum(orders.total_cents - orders.refunded_cents), 0) as bigint) as revenue_cents,
      cast(coalesce(sum(orders.coupon_discount_cents), 0) - coalesce((
        select sum(cents) from given_back where completed_at >= stretch.starts_at and completed_at < stretch.ends_at
      ), 0) as bigint) as discount_cents
    from stretch left join orders
      on orders.coupon_id = ${couponId} and orders.status = 'completed'
      and orders.completed_at >= stretch.starts_at and orders.completed_at < stretch.ends_at
    group by stretch.nth, stretch.starts_at, stretch.ends_at
    order by stretch.nth`.execute(db)
  return rows
}
