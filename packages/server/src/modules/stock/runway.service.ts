import { isRunningOut, runwayOf, utcDayOf, type Demand, type RunwayRow } from '@keydesk/contract'
import { system } from '../../actor.ts'
import { chunksOf } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { idsOf } from '../../ids.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import { countReservedKeys } from '../keys/removed-keys.service.ts'
import { listProductNames } from '../products/products.service.ts'
import { findDemand, findSoldVariants, noDemand, startDay } from '../sales/sales.service.ts'
import * as variants from '../variants/variants.service.ts'

/** After this time every sale of the day before is committed: a call takes seconds. */
const settleMs = 60_000

/** The day to start now: the new day, from a minute past midnight UTC. */
export const stockDayOf = (now: Date): string => utcDayOf(new Date(now.getTime() - settleMs))

/** Starts a day of the runway (docs/reference/stock.md, Runway): it counts for variants in stock now. Safe on several servers at once. */
export async function startStockDay(deps: Deps, day = stockDayOf(deps.now())): Promise<void> {
  const ids = await variants.listIdsInStock(deps.db)
  await transact(deps.db, (tx) => startDay(tx, day, ids))
}

/**
 * How long the stock of each variant lasts (docs/reference/stock.md, Runway), except drafts and deleted ones.
 * @param withinDays leaves out what is not sold out, low, or used up within so many days
 */
export async function listRunway(deps: Deps, withinDays: number | undefined) {
  const demand = await findDemand(deps.db, deps.now())
  const rows = await variants.listStockedVariants(deps.db)
  const names = await listProductNames(deps.db, [...new Set(rows.map((row) => row.product_id))])
  const sold = await findSoldVariants(deps.db)
  const all = rows.map((row) => complete(toRunway(row, demand.get(row.id)), names, sold))
  const listed = withinDays === undefined ? all : all.filter((row) => isRunningOut(row, withinDays))
  return { data: listed.toSorted(byDaysLeft), meta: { has_stock: all.some(({ available }) => available > 0) } }
}

/** The current stock of one variant; undefined if it or its product is deleted. */
export async function findRunway(deps: Deps, tx: Db, id: number): Promise<RunwayRow | undefined> {
  const row = await variants.findStockedVariant(tx, id)
  if (row === undefined) return undefined
  const demand = await findDemand(tx, deps.now(), [id])
  return complete(toRunway(row, demand.get(id)), await listProductNames(tx, [row.product_id]), await findSoldVariants(tx, [id]))
}

type Figured = Omit<RunwayRow, 'product_name' | 'has_sold'>

const complete = (row: Figured, names: ReadonlyMap<number, string>, sold: ReadonlySet<number>): RunwayRow => ({
  ...row,
  product_name: names.get(row.product_id)!,
  has_sold: sold.has(row.variant_id),
})

/** How long the stock of a variant lasts. */
const toRunway = (row: variants.SummaryRow, demand = noDemand): Figured => ({
  ...{ product_id: row.product_id, variant_id: row.id, variant_name: row.name, available: row.stock },
  ...runwayOf(row.stock, demand, row.low_stock_threshold),
})

/** Sold out first, then fewest days. Variants without sales come last. */
function byDaysLeft(one: RunwayRow, other: RunwayRow): number {
  const [first, second] = [urgencyOf(one), urgencyOf(other)]
  return first === second ? one.variant_id - other.variant_id : first - second
}

/** A stock of less than a tenth of a day has 0 days left, and is not sold out. */
const urgencyOf = ({ available, days_left }: RunwayRow): number => (available === 0 ? -1 : (days_left ?? Infinity))

/** Variants found together share one post, which has room for this many. */
const variantsAtOnce = 25

/**
 * Records each variant whose stock has become low, once per dip (docs/reference/stock.md, Alerts), and resets those that have recovered.
 * Keys in pending orders count as stock, because they may be released. Safe on several servers at once.
 */
export async function noticeLowStock(deps: Deps): Promise<void> {
  const [reserved, demand] = [await countReservedKeys(deps.db), await findDemand(deps.db, deps.now())]
  const news = (await variants.listStockedVariants(deps.db)).filter((row) => isNews(row, { reserved, demand }))
  for (const ids of chunksOf(idsOf(news), variantsAtOnce)) {
    await transact(deps.db, async (tx) => {
      await variants.lockStock(tx, ids)
      const at = deps.now()
      const figures = { reserved: await countReservedKeys(tx), demand: await findDemand(tx, at, ids) }
      for (const id of ids) await noticeOne(tx, await variants.findStockedVariant(tx, id), figures, at)
    })
  }
}

/** By variant id. */
interface Figures {
  /** How many keys pending orders hold. */
  readonly reserved: ReadonlyMap<number, number>
  readonly demand: ReadonlyMap<number, Demand>
}

const stockOf = (row: variants.SummaryRow, { reserved }: Figures): number => row.stock + (reserved.get(row.id) ?? 0)
const isLow = (row: variants.SummaryRow, figures: Figures): boolean =>
  toRunway({ ...row, stock: stockOf(row, figures) }, figures.demand.get(row.id)).is_low
/** What is sold out has not recovered, even if its sales are too long ago to make it low. */
const isNews = (row: variants.SummaryRow, figures: Figures): boolean =>
  row.low_since === null ? isLow(row, figures) : !isLow(row, figures) && stockOf(row, figures) > 0

/** @param row of a locked variant; undefined or already handled if another server or a sale was faster */
async function noticeOne(tx: Db, row: variants.SummaryRow | undefined, figures: Figures, at: Date): Promise<void> {
  if (row === undefined || !isNews(row, figures)) return
  const { id } = row
  await variants.setLowSince(tx, id, isLow(row, figures) ? at.toISOString() : null)
  if (!isLow(row, figures)) return
  const { available, per_day, days_left, variant_name: name } = toRunway(row, figures.demand.get(id))
  const changes = creation({ stock: available, ...(days_left !== null && { days_left, per_day }) })
  await recordActivity(tx, { actor: system, action: 'variant.ran_low', subject: { kind: 'variant', id, name }, changes, at })
}
