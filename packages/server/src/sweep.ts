import type { Deps } from './deps.ts'
import { purgeActivity } from './modules/activity/activity.service.ts'
import { noteRefusedSignIns } from './modules/auth/refused-sign-ins.service.ts'
import { purgeDeleted } from './modules/history/purge.service.ts'
import { forgetOldAnswers } from './modules/idempotency/idempotency.service.ts'
import { sweepUnused } from './modules/media/unused-files.service.ts'
import { countLateForCoupons } from './modules/orders/coupon-catch-up.service.ts'
import { expireDue } from './modules/orders/order-steps.service.ts'
import { demandDayOf, startDemandDay } from './modules/statistics/demand.service.ts'
import { purgeRemovedKeys } from './modules/variants/removed-keys.service.ts'
import { noticeLowStock } from './modules/variants/runway.service.ts'
import { purgeDeliveries } from './modules/webhooks/deliveries.service.ts'

/** The longest time that a reservation outlives its end: other buyers wait for its stock. */
const longestRoundMs = 15_000

/**
 * Ends reservations that have passed, forgets old answers, removes what cut-short uploads left, purges removed keys, deleted things, old
 * activity and old deliveries of webhooks, notes refused sign-ins, counts what an older server left and looks at the stock, again and again.
 * Every node does; they do not get in each other's way.
 */
export function startSweeping(deps: Deps): { stop: () => Promise<void> } {
  const roundMs = Math.min(longestRoundMs, deps.reservationMs / 4)
  let isStopped = false
  /** The day of demand that this node has begun. */
  let demandDay = ''
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  const expireAll = async (): Promise<void> => {
    if ((await expireDue(deps)) > 0 && !isStopped) await expireAll()
  }
  const watchStock = async (): Promise<void> => {
    const today = demandDayOf(deps.now())
    if (today !== demandDay) await startDemandDay(deps, today)
    demandDay = today
    await noticeLowStock(deps)
  }
  const sweep = async (): Promise<void> => {
    try {
      await expireAll()
      await forgetOldAnswers(deps)
      await sweepUnused(deps)
      await purgeRemovedKeys(deps)
      await noteRefusedSignIns(deps)
      await purgeDeleted(deps)
      await purgeActivity(deps)
      await countLateForCoupons(deps)
      await purgeDeliveries(deps)
      await watchStock()
    } catch (error) {
      // The database is away: the next round does the same work.
      deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'sweeping failed')
    }
    if (!isStopped) timer = setTimeout(next, roundMs).unref()
  }
  const next = () => {
    round = sweep()
  }
  next()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}
