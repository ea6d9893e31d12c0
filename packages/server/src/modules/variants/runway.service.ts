import type { Demand, RunwayRow } from '@keydesk/contract'
import { system } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { findDemand, startDay } from '../sales/sales.service.ts'
import { countReservedKeys } from './removed-keys.repo.ts'
import { byDaysLeft, toRunwayRow } from './runway.rules.ts'
import * as repo from './variants.repo.ts'

/** By then every sale of the day before is through: a call takes seconds. */
const settleMs = 60_000

/** The day that is due to begin: from a minute past midnight on, the new one. */
export const stockDayOf = (now: Date): string => new Date(now.getTime() - settleMs).toISOString().slice(0, 10)

/** Begins a day of the runway (docs/reference/stock.md, Runway): it counts for what is in stock now. Several nodes may do so. */
export async function startStockDay(deps: Deps, day = stockDayOf(deps.now())): Promise<void> {
  const ids = await repo.listIdsInStock(deps.db)
  await transact(deps.db, (tx) => startDay(tx, day, ids))
}

/** How long the stock of each variant lasts (docs/reference/stock.md, Runway), without drafts and deleted ones. */
export async function listRunway(deps: Deps): Promise<RunwayRow[]> {
  const demand = await findDemand(deps.db, deps.now())
  const rows = await repo.listStockedVariants(deps.db)
  return rows.map((row) => toRunwayRow(row, demand.get(row.id))).toSorted(byDaysLeft)
}

/** Found in one look, they are one post, which has room for so many. */
const variantsPerLook = 25

/**
 * Records each variant whose stock has become low, once a dip (docs/reference/stock.md, Alerts), and forgets those that are fine again. Keys
 * that a pending order holds count as stock here: they may come back. Several nodes may do so at once.
 */
export async function noticeLowStock(deps: Deps): Promise<void> {
  const [reserved, demand] = [await countReservedKeys(deps.db), await findDemand(deps.db, deps.now())]
  const news = (await repo.listStockedVariants(deps.db)).filter((row) => isNews(row, { reserved, demand }))
  for (let from = 0; from < news.length; from += variantsPerLook) {
    const ids = news.slice(from, from + variantsPerLook).map((row) => row.id)
    await transact(deps.db, async (tx) => {
      // By their ids, as sales lock them.
      for (const id of ids) await repo.findLiveVariant(tx, id, { lock: true })
      const at = deps.now()
      const figures = { reserved: await countReservedKeys(tx), demand: await findDemand(tx, at, ids) }
      for (const id of ids) await noticeOne(tx, await repo.findStockedVariant(tx, id), figures, at)
    })
  }
}

/** By the ids of variants. */
interface Figures {
  /** How many keys pending orders hold. */
  readonly reserved: ReadonlyMap<number, number>
  readonly demand: ReadonlyMap<number, Demand>
}

const isLow = (row: repo.StockedVariant, { reserved, demand }: Figures) =>
  toRunwayRow({ ...row, stock: row.stock + (reserved.get(row.id) ?? 0) }, demand.get(row.id)).is_low
const isNews = (row: repo.StockedVariant, figures: Figures) => isLow(row, figures) !== (row.low_since !== null)

/** @param row of a locked variant; another node, or a sale, may have been quicker */
async function noticeOne(tx: Db, row: repo.StockedVariant | undefined, figures: Figures, at: Date): Promise<void> {
  if (row === undefined || !isNews(row, figures)) return
  const { id } = row
  await repo.updateVariant(tx, id, { low_since: isLow(row, figures) ? at.toISOString() : null })
  if (!isLow(row, figures)) return
  const { available, per_day, days_left, variant_name: name } = toRunwayRow(row, figures.demand.get(id))
  const changes = {
    stock: { before: null, after: available },
    ...(days_left !== null && { days_left: { before: null, after: days_left }, per_day: { before: null, after: per_day } }),
  }
  await recordActivity(tx, { actor: system, action: 'variant.ran_low', subject: { kind: 'variant', id, name }, changes, at })
}

/** The stock of one variant as it is now; undefined when it or its product is deleted. */
export async function findRunway(deps: Deps, tx: Deps['db'], id: number): Promise<RunwayRow | undefined> {
  const row = await repo.findStockedVariant(tx, id)
  return row && toRunwayRow(row, (await findDemand(tx, deps.now(), [id])).get(id))
}
