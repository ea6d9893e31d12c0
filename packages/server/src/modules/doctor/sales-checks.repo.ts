import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { differing, sum } from './checks.repo.ts'

/** Units and cents of items after refunds. */
const units = sql<number>`cast(coalesce(sum(quantity - refunded_quantity), 0) as bigint)`
const paid = sql<number>`cast(coalesce(sum(paid_cents - refunded_cents), 0) as bigint)`

/**
 * Variants whose stored sales do not match their sold items; `listWrongSoldItems` checks which items count as sold. `product_id + 0` keeps
 * the database from using the index on products, which would look up every item separately.
 */
export const listWrongVariantSales = (db: Db) =>
  differing(
    db,
    sql<{ id: number; product_id: number; quantity: number; found_quantity: number; revenue: number; found_revenue: number }>`
      select id, product_id, ${sum('quantity')} as quantity, ${sum('found_quantity')} as found_quantity, ${sum('revenue')} as revenue,
        ${sum('found_revenue')} as found_revenue
      from (
        select variant_id as id, product_id, quantity, 0 as found_quantity, revenue_cents as revenue, 0 as found_revenue from variant_sales
        union all
        select variant_id, product_id + 0, 0, ${units}, 0, ${paid} from order_item where sold_at is not null group by variant_id, product_id + 0
      ) as sales
      group by id, product_id
      having sum(quantity) <> sum(found_quantity) or sum(revenue) <> sum(found_revenue)
      order by id, product_id`,
  )

/** Stored sales by variant and day that do not match the items that this shop sold, from the first stored day on. */
export const listWrongDays = (db: Db) =>
  differing(
    db,
    sql<{ id: number; day: string; quantity: number; found_quantity: number }>`
      select id, day, ${sum('quantity')} as quantity, ${sum('found_quantity')} as found_quantity
      from (
        select variant_id as id, day, quantity, 0 as found_quantity from variant_day
        union all
        select variant_id, substr(sold_at, 1, 10), 0, ${units}
        from order_item join orders on orders.id = order_item.order_id
        where sold_at >= coalesce((select min(day) from variant_day), '9') and orders.shop_import_id is null
        group by variant_id, substr(sold_at, 1, 10)
      ) as sales
      group by id, day
      having sum(quantity) <> sum(found_quantity)
      order by id, day`,
  )

/** The start of a moment's quarter hour. */
const quarterHourOf = (column: string) => sql`substr(${sql.ref(column)}, 1, 14) || case
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

/** API keys whose stored revenue does not match their completed orders. */
export const listWrongApiKeySales = (db: Db) =>
  differing(
    db,
    sql<{ id: number; revenue: number; found_revenue: number }>`
      select id, ${sum('revenue')} as revenue, ${sum('found_revenue')} as found_revenue
      from (
        select api_key_id as id, revenue_cents as revenue, 0 as found_revenue from api_key_sales
        union all
        select api_key_id, 0, cast(sum(total_cents - refunded_cents) as bigint)
        from orders where status = 'completed' and api_key_id is not null group by api_key_id
      ) as sales
      group by id
      having sum(revenue) <> sum(found_revenue)
      order by id`,
  )

/** Stored sales by product and day that do not match the items sold on that day. */
export const listWrongProductDays = (db: Db) =>
  differing(
    db,
    sql<{ id: number; day: string; quantity: number; found_quantity: number; revenue: number; found_revenue: number }>`
      select id, day, ${sum('quantity')} as quantity, ${sum('found_quantity')} as found_quantity, ${sum('revenue')} as revenue,
        ${sum('found_revenue')} as found_revenue
      from (
        select product_id as id, day, quantity, 0 as found_quantity, revenue_cents as revenue, 0 as found_revenue from product_day_sales
        union all
        select product_id + 0, substr(sold_at, 1, 10), 0, ${units}, 0, ${paid}
        from order_item where sold_at is not null group by product_id + 0, substr(sold_at, 1, 10)
      ) as sales
      group by id, day
      having sum(quantity) <> sum(found_quantity) or sum(revenue) <> sum(found_revenue)
      order by id, day`,
  )

/** Stored costs by product and day that do not match the keys that the orders of that day sold, and their units without a key. */
export const listWrongCosts = (db: Db) =>
  differing(
    db,
    sql<{ id: number; day: string; cost: number; found_cost: number; unknown: number; found_unknown: number }>`
      select id, day, ${sum('cost')} as cost, ${sum('found_cost')} as found_cost, ${sum('unknown')} as unknown, ${sum('found_unknown')} as found_unknown
      from (
        select product_id as id, day, cost_cents as cost, 0 as found_cost, units_without_cost as unknown, 0 as found_unknown from product_day_sales
        union all
        select order_item.product_id + 0, substr(orders.completed_at, 1, 10), 0,
          coalesce(key_import.cost_cents / nullif(key_import.added, 0) + case when license_key.id <= key_import.dearer_until then 1 else 0 end, 0), 0,
          case when key_import.cost_cents is null then 1 else 0 end
        from license_key
        join order_item on order_item.id = license_key.order_item_id
        join orders on orders.id = order_item.order_id
        left join key_import on key_import.id = license_key.import_id
        where orders.completed_at is not null and license_key.state in ('sold', 'revoked')
        union all
        select order_item.product_id + 0, substr(orders.completed_at, 1, 10), 0, 0, 0, order_item.quantity - (
          select count(*) from license_key
          where order_item_id = order_item.id and state in ('sold', 'revoked')
            and not exists (select 1 from key_replacement where new_key_id = license_key.id))
        from orders join order_item on order_item.order_id = orders.id
        where orders.shop_import_id is not null
      ) as costs
      group by id, day
      having sum(cost) <> sum(found_cost) or sum(unknown) <> sum(found_unknown)
      order by id, day`,
  )

interface SoldItem {
  readonly id: number
  readonly order_id: number
  readonly status: string
  readonly sold_at: string | null
  readonly completed_at: string | null
  readonly refunded_quantity: number
}

/** Items whose `sold_at` does not match the status of their order and their refunds. */
export const listWrongSoldItems = (db: Db) =>
  differing(
    db,
    sql<SoldItem>`
      select order_item.id, orders.id as order_id, orders.status, order_item.sold_at, orders.completed_at,
        order_item.refunded_quantity
      from order_item join orders on orders.id = order_item.order_id
      where coalesce(order_item.sold_at, '') <> case
        when orders.status = 'completed' and order_item.refunded_quantity < order_item.quantity
        then coalesce(orders.completed_at, 'never') else '' end
      order by order_item.id`,
  )
