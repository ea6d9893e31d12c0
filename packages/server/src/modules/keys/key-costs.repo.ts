import { sql } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { uniteRanges, type TimeRange } from '../../db/time-ranges.ts'

/** The cost of keys that were sold, which follows from their batches (docs/reference/books.md, Cost of keys). */

/** Sums over sold keys, also those that were replaced or refunded since. */
export interface KeyCosts {
  /** The cost of the keys whose cost is known. */
  readonly cost_cents: number
  /** The number of keys whose cost is unknown. */
  readonly units_without_cost: number
}

/** The total of a batch divided by its keys; the first keys cost the cents that are left over. */
const costOfKey = sql<number>`(key_import.cost_cents / nullif(key_import.added, 0) + case when license_key.id <= key_import.dearer_until then 1 else 0 end)`

const sums = sql`cast(coalesce(sum(${costOfKey}), 0) as bigint) as cost_cents,
  cast(sum(case when key_import.cost_cents is null then 1 else 0 end) as bigint) as units_without_cost`

const isSold = sql`license_key.state in ('sold', 'revoked')`

export async function sumByItem(db: Db, itemIds: readonly number[]): Promise<(KeyCosts & { readonly item_id: number })[]> {
  const { rows } = await sql<KeyCosts & { item_id: number }>`
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
      select ${nth} as nth, product_id, ${sums}
      from orders
      join order_item on order_item.order_id = orders.id
      join license_key on license_key.order_item_id = order_item.id
      left join key_import on key_import.id = license_key.import_id
      where orders.completed_at >= ${from} and orders.completed_at < ${before} and ${isSold}
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
