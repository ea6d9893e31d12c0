import { sql, type RawBuilder } from 'kysely'
import { bytewise, idRows, partOf, textRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** When each of these products was last sold, in orders that still count. */
export async function listLastSold(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
  if (productIds.length === 0) return new Map()
  // One seek to the end of the index for each product.
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

/** Sales of some products from one moment until before another, summed from order lines. */
export async function sumLines(db: Db, productIds: readonly number[], from: string, before: string): Promise<ProductSum[]> {
  if (productIds.length === 0) return []
  const { rows } = await sql<ProductSum>`
    select product_id, cast(sum(quantity - refunded_quantity) as bigint) as quantity, cast(sum(paid_cents - refunded_cents) as bigint) as revenue_cents
    from order_item
    where product_id in ${idRows(db, productIds)} and sold_at is not null and sold_at >= ${from} and sold_at < ${before}
    group by product_id`.execute(db)
  return rows
}

/** Sums of the orders with a coupon. */
export interface CouponSums {
  readonly uses: number
  readonly revenue_cents: number
  /** The total discount, less the share of refunded units. */
  readonly discount_cents: number
}

/** Sums by period, each from one moment until before another. */
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

/** Restricts to completed orders of a period. */
export interface Window {
  /** Only orders completed after this moment. */
  readonly completedAfter: string
  /** Only orders created after this moment, which has an index. */
  readonly madeAfter: string
}

interface Trial {
  /** Null for all products. */
  readonly productIds: readonly number[] | null
  /** Whether the price of the cheapest unit is needed. */
  readonly isFreeLicense: boolean
  /** 0 means unlimited. The same applies to `maxUsagePerUser`. */
  readonly maxUsage: number
  readonly maxUsagePerUser: number
}

/** Orders that a coupon would have applied to, with these amounts. */
export interface Discounted {
  readonly orders: number
  readonly subtotal_cents: number
  /** The amount of the lines that the coupon applies to. `cheapest_cents` is their lowest unit price, or 0 if not needed. */
  readonly applicable_cents: number
  readonly cheapest_cents: number
}

/**
 * The orders that a coupon would have applied to, grouped by equal amounts. The limits per customer and in total allow the earliest orders.
 */
export async function groupDiscounted(db: Db, window: Window, trial: Trial): Promise<Discounted[]> {
  const { productIds, maxUsage, maxUsagePerUser } = trial
  const { rows } = await sql<Discounted>`
    with applicable as (${productIds === null ? allOrders(window, trial) : ordersWith(db, window, productIds)}),
    allowed as (${maxUsagePerUser === 0 ? sql`select * from applicable` : firstOfEachCustomer(db, maxUsagePerUser)}),
    discounted as (select * from allowed ${maxUsage === 0 ? sql`` : sql`order by id limit ${maxUsage}`})
    select count(*) as orders, subtotal_cents, applicable_cents, cheapest_cents from discounted
    group by subtotal_cents, applicable_cents, cheapest_cents`.execute(db)
  return rows
}

const allOrders = (window: Window, { isFreeLicense }: Trial): RawBuilder<unknown> => sql`
  select id, limit_key, subtotal_cents, subtotal_cents as applicable_cents,
    ${isFreeLicense ? sql`(select min(unit_price_cents) from order_item where order_id = orders.id)` : sql`0`} as cheapest_cents
  from orders where ${isIn(window)}`

const ordersWith = (db: Db, window: Window, productIds: readonly number[]): RawBuilder<unknown> => sql`
  select orders.id, limit_key, subtotal_cents, cast(sum(unit_price_cents * quantity) as bigint) as applicable_cents,
    min(unit_price_cents) as cheapest_cents
  from orders join order_item on order_item.order_id = orders.id
  where ${isIn(window)} and product_id in ${idRows(db, productIds)}
  group by orders.id, limit_key, subtotal_cents`

const firstOfEachCustomer = (db: Db, count: number): RawBuilder<unknown> => sql`
  select * from (select *, row_number() over (partition by ${bytewise(db, 'limit_key')} order by id) as nth from applicable) as numbered
  where nth <= ${count}`

/** The number of completed orders, and the amount paid less refunds. */
export async function sumCompleted(db: Db, window: Window): Promise<{ readonly orders: number; readonly revenue_cents: number }> {
  const { rows } = await sql<{ orders: number; revenue_cents: number }>`
    select count(*) as orders, cast(coalesce(sum(total_cents - refunded_cents), 0) as bigint) as revenue_cents
    from orders where ${isIn(window)}`.execute(db)
  return rows[0]!
}

const isIn = ({ completedAfter, madeAfter }: Window): RawBuilder<boolean> =>
  sql`orders.status = 'completed' and orders.created_at > ${madeAfter} and orders.completed_at > ${completedAfter}`
