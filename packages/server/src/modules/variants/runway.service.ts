import type { RunwayRow } from '@keydesk/contract'
import { system } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { utcDayOf } from '../statistics/demand.service.ts'
import { countReservedKeys } from './removed-keys.repo.ts'
import { byDaysLeft, toRunwayRow } from './runway.rules.ts'
import * as repo from './variants.repo.ts'

/**
 * How long the stock of each variant lasts (docs/reference/stock.md, Runway), without drafts and deleted ones. Costs the same however many
 * orders there are.
 */
export async function listRunway(deps: Deps): Promise<RunwayRow[]> {
  const rows = await repo.listStockedVariants(deps.db, utcDayOf(deps.now()))
  return rows.map(toRunwayRow).toSorted(byDaysLeft)
}

/** Found in one look, they are one post, which has room for so many. */
const variantsPerLook = 25

/**
 * Records each variant whose stock has become low, once a dip (docs/reference/stock.md, Alerts), and forgets those that are fine again. Keys
 * that a pending order holds count as stock here: they may come back. Several nodes may do so at once.
 */
export async function noticeLowStock(deps: Deps): Promise<void> {
  const day = utcDayOf(deps.now())
  const reserved = await countReservedKeys(deps.db)
  const news = (await repo.listStockedVariants(deps.db, day)).filter((row) => isNews(row, reserved))
  for (let from = 0; from < news.length; from += variantsPerLook) {
    const ids = news.slice(from, from + variantsPerLook).map((row) => row.id)
    await transact(deps.db, async (tx) => {
      // By their ids, as sales lock them.
      for (const id of ids) await repo.findLiveVariant(tx, id, { lock: true })
      const held = await countReservedKeys(tx)
      const at = deps.now()
      for (const id of ids) await noticeOne(tx, await repo.findStockedVariant(tx, id, day), held, at)
    })
  }
}

type Held = ReadonlyMap<number, number>

const isLow = (row: repo.StockedVariant, held: Held) => toRunwayRow({ ...row, stock: row.stock + (held.get(row.id) ?? 0) }).is_low
const isNews = (row: repo.StockedVariant, held: Held) => isLow(row, held) !== (row.low_since !== null)

/** @param row of a locked variant; another node, or a sale, may have been quicker */
async function noticeOne(tx: Db, row: repo.StockedVariant | undefined, held: Held, at: Date): Promise<void> {
  if (row === undefined || !isNews(row, held)) return
  const { id } = row
  await repo.updateVariant(tx, id, { low_since: isLow(row, held) ? at.toISOString() : null })
  if (!isLow(row, held)) return
  const { available, per_day, days_left, variant_name: name } = toRunwayRow(row)
  const changes = {
    stock: { before: null, after: available },
    ...(days_left !== null && { days_left: { before: null, after: days_left }, per_day: { before: null, after: per_day } }),
  }
  await recordActivity(tx, { actor: system, action: 'variant.ran_low', subject: { kind: 'variant', id, name }, changes, at })
}

/** The stock of one variant as it is now; undefined when it or its product is deleted. */
export async function findRunway(deps: Deps, tx: Deps['db'], id: number): Promise<RunwayRow | undefined> {
  const row = await repo.findStockedVariant(tx, id, utcDayOf(deps.now()))
  return row && toRunwayRow(row)
}
