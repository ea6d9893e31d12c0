import { sql, type RawBuilder } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { uniteRanges, type TimeRange } from '../../db/time-ranges.ts'

/** The cost of keys that were sold, which follows from their imports (docs/reference/books.md, Cost of keys). */

/** Sums over sold keys, also those that were replaced or refunded since, and over sold units without a key. */
export interface KeyCosts {
  /** The cost of the keys whose cost is known. */
  readonly cost_cents: number
  /** The number of keys whose cost is unknown, and of units without a key. */
  readonly units_without_cost: number
}

/** The total of a key import divided by its keys; the first keys cost the cents that are left over. */
const costOfKey = sql<number>`(key_import.cost_cents / nullif(key_import.added, 0) + case when license_key.id <= key_import.dearer_until then 1 else 0 end)`

const isUnknown = sql`case when key_import.cost_cents is null then 1 else 0 end`

const sumsOf = (cost: RawBuilder<unknown>, unknown: RawBuilder<unknown>) => sql`cast(coalesce(sum(${cost}), 0) as bigint) as cost_cents,
  cast(coalesce(sum(${unknown}), 0) as bigint) as units_without_cost`

const sums = sumsOf(costOfKey, isUnknown)

const isSold = sql`license_key.state in ('sold', 'revoked')`

/** Only the items of imported orders have units without a key. A key that replaced another belongs to the unit of that one. */
const unitsWithoutKey = sql`item.quantity - (
      select count(*) from license_key
      where order_item_id = item.id and ${isSold} and not exists (select 1 from key_replacement where new_key_id = license_key.id))`

/** A row for each sold key of some items, and one for what each of these items lacks. */
const costsOf = (isMeant: RawBuilder<unknown>) => sql`(
    with item as (
      select order_item.id, order_item.product_id, order_item.quantity, orders.shop_import_id
      from orders join order_item on order_item.order_id = orders.id
      where ${isMeant}
    )
    select item.id, item.product_id, ${costOfKey} as cost, ${isUnknown} as unknown
    from item
    join license_key on license_key.order_item_id = item.id
    left join key_import on key_import.id = license_key.import_id
    where ${isSold}
    union all
    select item.id, item.product_id, 0, ${unitsWithoutKey} from item where item.shop_import_id is not null
  ) as item_cost`

const sumsOfItems = sumsOf(sql`cost`, sql`unknown`)

interface ItemCosts extends KeyCosts {
  readonly item_id: number
}

export async function sumByItem(db: Db, itemIds: readonly number[]): Promise<ItemCosts[]> {
  const { rows } = await sql<ItemCosts>`
    select id as item_id, ${sumsOfItems} from ${costsOf(sql`order_item.id in ${idRows(db, itemIds)}`)} group by id`.execute(db)
  return rows
}

/** The same for items that have a key for each unit: shorter, because every sale waits for it. */
export async function sumKeysByItem(db: Db, itemIds: readonly number[]): Promise<ItemCosts[]> {
  const { rows } = await sql<ItemCosts>`
    select order_item_id as item_id, ${sums}
    from license_key left join key_import on key_import.id = license_key.import_id
    where order_item_id in ${idRows(db, itemIds)} and ${isSold}
    group by order_item_id`.execute(db)
  return rows
}

export async function listByKey(db: Db, ids: readonly number[]): Promise<{ id: number; cost_cents: number }[]> {
  const { rows } = await sql<{ id: number; cost_cents: number }>`
    select license_key.id as id, cast(${costOfKey} as bigint) as cost_cents
    from license_key join key_import on key_import.id = license_key.import_id
    where license_key.id in ${idRows(db, ids)} and key_import.cost_cents is not null`.execute(db)
  return rows
}

export async function sumOfKey(db: Db, id: number): Promise<KeyCosts> {
  const { rows } = await sql<KeyCosts>`
    select ${sums} from license_key left join key_import on key_import.id = license_key.import_id
    where license_key.id = ${id}`.execute(db)
  return rows[0]!
}

export async function sumByDayOf(db: Db, importId: number): Promise<(KeyCosts & { readonly day: string })[]> {
  const day = sql`substr(orders.completed_at, 1, 10)`
  const { rows } = await sql<KeyCosts & { day: string }>`
    select ${day} as day, ${sums}
    from license_key
    join key_import on key_import.id = license_key.import_id
    join order_item on order_item.id = license_key.order_item_id
    join orders on orders.id = order_item.order_id
    where license_key.import_id = ${importId} and ${isSold}
    group by ${day} order by ${day}`.execute(db)
  return rows
}

export async function sumByProduct(
  db: Db,
  ranges: readonly TimeRange[],
): Promise<(KeyCosts & { readonly product_id: number; readonly nth: number })[]> {
  const query = uniteRanges(
    ranges,
    ({ from, before }, nth) => sql`
      select ${nth} as nth, product_id, ${sumsOfItems}
      from ${costsOf(sql`orders.completed_at >= ${from} and orders.completed_at < ${before}`)}
      group by product_id`,
  )
  const { rows } = await sql<KeyCosts & { product_id: number; nth: number }>`${query}`.execute(db)
  return rows
}

export async function findNthKeyOf(tx: Db, importId: number, nth: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from (select id from license_key where import_id = ${importId} order by id limit ${nth}) as first_ones`.execute(tx)
  return rows[0]!.id ?? 0
}
