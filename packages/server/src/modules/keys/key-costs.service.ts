import type { Db } from '../../db/schema.ts'
import type { TimeRange } from '../../db/time-ranges.ts'
import * as repo from './key-costs.repo.ts'

/**
 * What sold keys cost, in cents (docs/reference/books.md, Cost of keys). Keys that were replaced or refunded since count; so do the units
 * of imported orders that have no key, without a known cost.
 */

export type { KeyCosts } from './key-costs.repo.ts'

export const noCosts: repo.KeyCosts = { cost_cents: 0, units_without_cost: 0 }

/**
 * What sold keys cost, by order item. Items that are not sold are left out.
 * @param mayLackKeys false for items of which none is of an imported order
 */
export async function findCostsOfItems(
  db: Db,
  itemIds: readonly number[],
  mayLackKeys: boolean,
): Promise<ReadonlyMap<number, repo.KeyCosts>> {
  if (itemIds.length === 0) return new Map()
  const rows = await (mayLackKeys ? repo.sumByItem(db, itemIds) : repo.sumKeysByItem(db, itemIds))
  return new Map(rows.map((row) => [row.item_id, row]))
}

/** What these keys cost, by their ids, sold or not. Keys whose cost is unknown are left out. */
export const findCostsOfKeys = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  new Map((await repo.listByKey(db, ids)).map(({ id, cost_cents }) => [id, cost_cents]))

/** What one key cost. */
export const readCostOfKey = repo.sumOfKey

/** What the sold keys of a key import cost, by the UTC day on which their order was completed, in ascending order. */
export const listCostsByDay = repo.sumByDayOf

/** What sold keys cost by product, in orders completed in one of these time ranges, by the index of the range. */
export const listCostsByProduct = async (db: Db, ranges: readonly TimeRange[]) => (ranges.length === 0 ? [] : repo.sumByProduct(db, ranges))

/** The id of the nth key of an import, from 1, or of its last one if it has fewer. 0 if it has none. */
export const findNthKeyOf = repo.findNthKeyOf
