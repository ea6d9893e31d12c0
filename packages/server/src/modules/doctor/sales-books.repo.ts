import { addDays, limits } from '@keydesk/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { differing, sum } from './books.repo.ts'

interface ProductFigures {
  readonly id: number
  readonly quantity: number
  readonly found_quantity: number
  /** Cents. */
  readonly revenue: number
  readonly found_revenue: number
  readonly last: string | null
  readonly found_last: string | null
}

/** What is left of lines after refunds. */
const units = sql<number>`cast(coalesce(sum(quantity - refunded_quantity), 0) as bigint)`
const paid = sql<number>`cast(coalesce(sum(paid_cents - refunded_cents), 0) as bigint)`

/**
 * Products whose stored sales do not match their sold lines; `listWrongSoldLines` checks which lines count as sold. The sum in `group by`
 * keeps the database from using the index over products, which would look up every line by itself.
 */
export const listWrongProductSales = (db: Db) =>
  differing(
    db,
    sql<ProductFigures>`
      select id, ${sum('quantity')} as quantity, ${sum('found_quantity')} as found_quantity, ${sum('revenue')} as revenue,
        ${sum('found_revenue')} as found_revenue, max(last) as last, max(found_last) as found_last
      from (
        select product_id as id, quantity, 0 as found_quantity, revenue_cents as revenue, 0 as found_revenue,
          last_purchase_at as last, null as found_last
        from product_sales
        union all
        select product_id + 0, 0, ${units}, 0, ${paid}, null, max(sold_at)
        from order_item where sold_at is not null group by product_id + 0
      ) as sales
      group by id
      having sum(quantity) <> sum(found_quantity) or sum(revenue) <> sum(found_revenue)
        or coalesce(max(last), '') <> coalesce(max(found_last), '')
      order by id`,
  )

/** The same per variant. */
export const listWrongVariantSales = (db: Db) =>
  differing(
    db,
    sql<{ id: number; product_id: number; quantity: number; found_quantity: number }>`
      select id, product_id, ${sum('quantity')} as quantity, ${sum('found_quantity')} as found_quantity
      from (
        select variant_id as id, product_id, quantity, 0 as found_quantity from variant_sales
        union all
        select variant_id, product_id + 0, 0, ${units}
        from order_item where sold_at is not null group by variant_id, product_id + 0
      ) as sales
      group by id, product_id
      having sum(quantity) <> sum(found_quantity)
      order by id, product_id`,
  )

/** The same by variant and day, of the days that are kept. */
export const listWrongDays = (db: Db) =>
  differing(
    db,
    sql<{ id: number; day: string; quantity: number; found_quantity: number }>`
      select id, day, ${sum('quantity')} as quantity, ${sum('found_quantity')} as found_quantity
      from (
        select variant_id as id, day, quantity, 0 as found_quantity from variant_day
        union all
        select variant_id, substr(sold_at, 1, 10), 0, ${units}
        from order_item
        where sold_at >= coalesce((select min(day) from variant_day), (select max(day) from demand_sum), '')
        group by variant_id, substr(sold_at, 1, 10)
      ) as sales
      group by id, day
      having sum(quantity) <> sum(found_quantity)
      order by id, day`,
  )

/** The sums of demand against the days that they are made of. */
export async function listWrongDemand(db: Db) {
  const { day } = await db
    .selectFrom('demand_sum')
    .select(({ fn }) => fn.max<string | null>('day').as('day'))
    .executeTakeFirstOrThrow()
  if (day === null) return []
  const weight = sql`case when day > ${addDays(day, -limits.recentDemandDays)} then 2 else 1 end`
  return differing(
    db,
    sql<{ id: number; day: string; units: number; found_units: number; days: number; found_days: number }>`
      select id, day, ${sum('units')} as units, ${sum('found_units')} as found_units, ${sum('days')} as days, ${sum('found_days')} as found_days
      from (
        select variant_id as id, day, units, 0 as found_units, days, 0 as found_days from demand_sum where day = ${day}
        union all
        select variant_id, ${day}, 0, cast(sum(quantity * ${weight}) as bigint), 0, cast(sum(${weight}) as bigint) from variant_day
        where day < ${day} and day > ${addDays(day, -limits.demandDays)}
          and exists (select 1 from demand_sum as other where other.day = ${day})
        group by variant_id
      ) as demand
      group by id, day
      having sum(units) <> sum(found_units) or sum(days) <> sum(found_days)
      order by id`,
  )
}

/** When the quarter hour of a moment began. */
export const quarterHourOf = (column: string) => sql`substr(${sql.ref(column)}, 1, 14) || case
  when substr(${sql.ref(column)}, 15, 2) < '15' then '00'
  when substr(${sql.ref(column)}, 15, 2) < '30' then '15'
  when substr(${sql.ref(column)}, 15, 2) < '45' then '30'
  else '45' end || ':00.000Z'`
const quarterHour = quarterHourOf('completed_at')

/** Quarter hours whose stored sales do not match the orders completed in them. */
export const listWrongQuarterHourSales = (db: Db) =>
  differing(
    db,
    sql<{ starts_at: string; orders: number; found_orders: number; revenue: number; found_revenue: number }>`
      select starts_at, ${sum('orders')} as orders, ${sum('found_orders')} as found_orders, ${sum('revenue')} as revenue,
        ${sum('found_revenue')} as found_revenue
      from (
        select starts_at, orders, 0 as found_orders, revenue_cents as revenue, 0 as found_revenue from quarter_hour_sales
        union all
        select ${quarterHour}, 0, count(*), 0, cast(sum(total_cents - refunded_cents) as bigint)
        from orders where status not in ('pending', 'cancelled', 'expired', 'refunded') group by ${quarterHour}
      ) as sales
      group by starts_at
      having sum(orders) <> sum(found_orders) or sum(revenue) <> sum(found_revenue)
      order by starts_at`,
  )

/** A product's sales in a quarter hour or a day that do not match the lines sold in it. */
export const listWrongSpans = (db: Db) =>
  differing(
    db,
    sql<{ id: number; kind: string; starts_at: string; quantity: number; found_quantity: number; revenue: number; found_revenue: number }>`
      with found as (
        select product_id + 0 as id, ${quarterHourOf('sold_at')} as starts_at, ${units} as quantity, ${paid} as revenue_cents
        from order_item where sold_at is not null group by product_id + 0, ${quarterHourOf('sold_at')}
      )
      select id, kind, starts_at, ${sum('quantity')} as quantity, ${sum('found_quantity')} as found_quantity,
        ${sum('revenue')} as revenue, ${sum('found_revenue')} as found_revenue
      from (
        select product_id as id, kind, starts_at, quantity, 0 as found_quantity, revenue_cents as revenue, 0 as found_revenue from span_sales
        union all
        select id, 'quarter_hour', starts_at, 0, quantity, 0, revenue_cents from found
        union all
        select id, 'day', substr(starts_at, 1, 10) || 'T00:00:00.000Z', 0, quantity, 0, revenue_cents from found
      ) as sales
      group by id, kind, starts_at
      having sum(quantity) <> sum(found_quantity) or sum(revenue) <> sum(found_revenue)
      order by id, kind, starts_at`,
  )

interface SoldLine {
  readonly id: number
  readonly order_id: number
  readonly status: string
  readonly sold_at: string | null
  readonly completed_at: string | null
  readonly refunded_quantity: number
}

/** Lines whose sold mark does not fit the status of their order, and what of them was refunded. */
export const listWrongSoldLines = (db: Db) =>
  differing(
    db,
    sql<SoldLine>`
      select order_item.id, orders.id as order_id, orders.status, order_item.sold_at, orders.completed_at,
        order_item.refunded_quantity
      from order_item join orders on orders.id = order_item.order_id
      where coalesce(order_item.sold_at, '') <> case
        when orders.status = 'completed' and order_item.refunded_quantity < order_item.quantity
        then coalesce(orders.completed_at, 'never') else '' end
      order by order_item.id`,
  )
