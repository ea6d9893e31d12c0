import { sql, type RawBuilder } from 'kysely'
import { bytewise, idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** Completed orders of some days. */
export interface Window {
  /** They were completed after this, */
  readonly completedAfter: string
  /** and made after this: there is an index of it. */
  readonly madeAfter: string
}

interface Trial {
  /** Null for all products. */
  readonly productIds: readonly number[] | null
  /** Whether the price of the cheapest unit matters. */
  readonly isFreeLicense: boolean
  /** 0 means unlimited, here and below. */
  readonly maxUsage: number
  readonly maxUsagePerUser: number
}

/** Orders that a coupon would have applied to, with these amounts. */
export interface Discounted {
  readonly orders: number
  readonly subtotal_cents: number
  /** Of the lines that the coupon applies to, and the lowest price of one of their units; 0 where it does not matter. */
  readonly applicable_cents: number
  readonly cheapest_cents: number
}

/**
 * The orders that a coupon would have applied to, in groups of equal amounts. Each customer could use it on the first ones that they made,
 * and so could all customers together.
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

/** How many orders there are, and what was paid for them less what was refunded. */
export async function sumOrders(db: Db, window: Window): Promise<{ readonly orders: number; readonly revenue_cents: number }> {
  const { rows } = await sql<{ orders: number; revenue_cents: number }>`
    select count(*) as orders, cast(coalesce(sum(total_cents - refunded_cents), 0) as bigint) as revenue_cents
    from orders where ${isIn(window)}`.execute(db)
  return rows[0]!
}

const isIn = ({ completedAfter, madeAfter }: Window): RawBuilder<boolean> =>
  sql`orders.status = 'completed' and orders.created_at > ${madeAfter} and orders.completed_at > ${completedAfter}`
