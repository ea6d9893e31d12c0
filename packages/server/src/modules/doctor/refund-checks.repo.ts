import { sql } from 'kysely'
import { partOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { differing, sum } from './checks.repo.ts'

/** Items whose refunded units or cents do not match their refunds, or whose refunded cents are not the share of these units. */
export const listWrongRefundedItems = (db: Db) => {
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
      ) as items
      where quantity <> found_quantity or cents <> found_cents or cents <> sum_cents
      order by id`,
  )
}

/** Orders whose refunded cents differ from the sum of their items, or of their refunds. */
export const listWrongRefundedOrders = (db: Db) =>
  differing(
    db,
    sql<{ id: number; kept: number; by_items: number; by_refunds: number }>`
      select id, ${sum('kept')} as kept, ${sum('by_items')} as by_items, ${sum('by_refunds')} as by_refunds
      from (
        select id, refunded_cents as kept, 0 as by_items, 0 as by_refunds from orders where refunded_cents <> 0
        union all
        select order_id, 0, refunded_cents, 0 from order_item where refunded_cents <> 0
        union all
        select order_id, 0, 0, total_cents from refund
      ) as sums
      group by id
      having sum(kept) <> sum(by_items) or sum(kept) <> sum(by_refunds)
      order by id`,
  )

/** Refunded orders with units left, completed orders with none left, and other orders with refunded units. */
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
