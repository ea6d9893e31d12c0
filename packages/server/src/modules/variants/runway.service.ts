import type { RunwayRow } from '@keydesk/contract'
import { system } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { utcDayOf } from '../statistics/demand.service.ts'
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

/**
 * Records each variant whose stock has become low, once a dip (docs/reference/stock.md, Alerts), and forgets those that are fine again.
 * Several nodes may do so at once.
 */
export async function noticeLowStock(deps: Deps): Promise<void> {
  const day = utcDayOf(deps.now())
  const isNews = (row: repo.StockedVariant) => toRunwayRow(row).is_low !== (row.low_since !== null)
  for (const { id } of (await repo.listStockedVariants(deps.db, day)).filter(isNews)) {
    await transact(deps.db, async (tx) => {
      // Another node, or a sale, may have been quicker.
      if ((await repo.findLiveVariant(tx, id, { lock: true })) === undefined) return
      const row = await repo.findStockedVariant(tx, id, day)
      if (row === undefined || !isNews(row)) return
      const { is_low, available, per_day, days_left, variant_name: name } = toRunwayRow(row)
      const at = deps.now()
      await repo.updateVariant(tx, id, { low_since: is_low ? at.toISOString() : null })
      if (!is_low) return
      const changes = {
        stock: { before: null, after: available },
        ...(days_left !== null && { days_left: { before: null, after: days_left }, per_day: { before: null, after: per_day } }),
      }
      await recordActivity(tx, { actor: system, action: 'variant.ran_low', subject: { kind: 'variant', id, name }, changes, at })
    })
  }
}

/** The stock of one variant as it is now; undefined when it or its product is deleted. */
export async function findRunway(deps: Deps, tx: Deps['db'], id: number): Promise<RunwayRow | undefined> {
  const row = await repo.findStockedVariant(tx, id, utcDayOf(deps.now()))
  return row && toRunwayRow(row)
}
