import { addDays, limits } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './demand.repo.ts'

/** By then every sale of the day before is through: a call takes seconds. */
const settleMs = 60_000

export const utcDayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The day whose sums of demand are due: from a minute past midnight on, the new one. */
export const demandDayOf = (now: Date): string => utcDayOf(new Date(now.getTime() - settleMs))

/**
 * Begins a new day of the runway (docs/reference/stock.md, Runway): the day counts for what is in stock, and the days before it are summed
 * up, so that reading the demand of a variant takes one row. Costs what the variants and 28 days are, not what was ever sold. Several nodes
 * may do so, one after the other.
 */
export async function startDemandDay(deps: Deps, day = demandDayOf(deps.now())): Promise<void> {
  await transact(deps.db, async (tx) => {
    await repo.lockDemand(tx)
    await repo.countDay(tx, day)
    await repo.sumDays(tx, day)
    await repo.forgetDaysBefore(tx, addDays(day, 1 - limits.demandDays))
  })
}

/** For a refund, before it locks anything else of the statistics: two refunds cannot wait for each other. */
export const lockDemand = (tx: Db): Promise<void> => repo.lockDemand(tx)

/**
 * Takes a refunded sale out of the day on which it was counted.
 * @param tx a transaction that has called `lockDemand`
 */
export async function takeBackFromDay(tx: Db, variantId: number, day: string, quantity: number): Promise<void> {
  await repo.subtractFromDay(tx, variantId, day, quantity)
  await repo.subtractFromSum(tx, variantId, day, quantity)
}
