import { sql } from 'kysely'
import { partOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { couponsInPurge, differing, sum } from './books.repo.ts'
import { quarterHourOf } from './sales-books.repo.ts'

/** Lines whose refunded units are not those of their refunds, or whose refunded cents are not the share of these units. */
export const listWrongRefundedLines = (db: Db) => {
  const [paid, units, bought] = [sql<number>`paid_cents`, sql<number>`refunded_quantity`, sql<number>`quantity`]
  return differing(
    db,
    sql<{ id: number; order_id: number; quantity: number; found_quantity: number; cents: number; found_cents: number }>`
      select * from (
        select id, order_id as order_id, refunded_quantity as quantity, coalesce(refunds.units, 0) as found_quantity,
          refunded_cents as cents, ${partOf(db, paid, units, bought)} as found_cents, coalesce(refunds.cents, 0) as sum_cents
        from order_item
        left join (
          select item_id, ${sum('quantity')} as units, ${sum('amount_cents')} as cents from refund_item group by item_id
        ) as refunds on refunds.item_id = order_item.id
        where refunded_quantity <> 0 or refunded_cents <> 0 or refunds.item_id is not null
      ) as lines
      where quantity <> found_quantity or cents <> found_cents or cents <> sum_cents
      order by id`,
  )
}

/** Orders whose refunded cents are not the sum of their lines and refunds. */
export const listWrongRefundedOrders = (db: Db) =>
  differing(
    db,
    sql<{ id: number; kept: number; by_lines: number; by_refunds: number }>`
      select id, ${sum('kept')} as kept, ${sum('by_lines')} as by_lines, ${sum('by_refunds')} as by_refunds
      from (
        select id, refunded_cents as kept, 0 as by_lines, 0 as by_refunds from orders where refunded_cents <> 0
        union all
        select order_id, 0, refunded_cents, 0 from order_item where refunded_cents <> 0
        union all
        select order_id, 0, 0, total_cents from refund
      ) as sums
      group by id
      having sum(kept) <> sum(by_lines) or sum(kept) <> sum(by_refunds)
      order by id`,
  )

/** Orders that are refunded though something of them is left, or completed though nothing is. */
export const listWronglyRefundedOrders = (db: Db) =>
  differing(
    db,
    sql<{ id: number; status: string; left_units: number }>`
      select * from (
        select orders.id, orders.status, cast(sum(order_item.quantity - order_item.refunded_quantity) as bigint) as left_units,
          sum(order_item.refunded_quantity) as refunded
        from orders join order_item on order_item.order_id = orders.id
        group by orders.id, orders.status
      ) as orders
      where case status when 'refunded' then left_units <> 0 when 'completed' then left_units <= 0 else refunded <> 0 end
      order by id`,
  )

/** A coupon's quarter hours that do not match the completed orders with it. */
export const listWrongCouponSales = (db: Db) => {
  const [discount, kept, subtotal] = [sql<number>`coupon_discount_cents`, sql<number>`kept_cents`, sql<number>`subtotal_cents`]
  return differing(
    db,
    sql<CouponFigures>`
      with sold as (
        select coupon_id, ${quarterHourOf('completed_at')} as starts_at, total_cents - refunded_cents as revenue_cents, coupon_discount_cents,
          subtotal_cents, subtotal_cents - coalesce((
            select sum(refunded_quantity * unit_price_cents) from order_item where order_id = orders.id and refunded_quantity > 0
          ), 0) as kept_cents
        from orders where coupon_id is not null and status = 'completed'
      )
      select id, starts_at, ${sum('uses')} as uses, ${sum('found_uses')} as found_uses, ${sum('revenue')} as revenue,
        ${sum('found_revenue')} as found_revenue, ${sum('discount')} as discount, ${sum('found_discount')} as found_discount
      from (
        select coupon_id as id, starts_at, uses, 0 as found_uses, revenue_cents as revenue, 0 as found_revenue, discount_cents as discount,
          0 as found_discount
        from coupon_sales where exists (select 1 from coupon where coupon.id = coupon_sales.coupon_id)
        union all
        select coupon_id, starts_at, 0, 1, 0, revenue_cents, 0,
          case when subtotal_cents = 0 then 0 else ${partOf(db, discount, kept, subtotal)} end
        from sold
      ) as sales
      where id not in ${couponsInPurge}
      group by id, starts_at
      having sum(uses) <> sum(found_uses) or sum(revenue) <> sum(found_revenue) or sum(discount) <> sum(found_discount)
      order by id, starts_at`,
  )
}

interface CouponFigures {
  readonly id: number
  readonly starts_at: string
  readonly uses: number
  readonly found_uses: number
  /** Cents, like the fields below. */
  readonly revenue: number
  readonly found_revenue: number
  readonly discount: number
  readonly found_discount: number
}
