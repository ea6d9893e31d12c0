import type { Deps } from './deps.ts'
import { purgeActivity } from './modules/activity/activity.service.ts'
import { noteRefusedSignIns } from './modules/auth/refused-sign-ins.service.ts'
import { purgeDeleted } from './modules/history/purge.service.ts'
import { forgetOldAnswers } from './modules/idempotency/idempotency.service.ts'
import { sweepUnused } from './modules/media/unused-files.service.ts'
import { expireDue } from './modules/orders/order-steps.service.ts'
import { purgeMessages } from './modules/outbox/outbox.service.ts'
import { purgeRemovedKeys } from './modules/keys/removed-keys.service.ts'
import { noticeLowStock, startStockDay, stockDayOf } from './modules/stock/runway.service.ts'

/** The longest time that a reservation outlives its end: other buyers wait for its stock. */
const longestRoundMs = 15_000

/**
 * Ends reservations that have passed, forgets old answers, removes what cut-short uploads left, purges removed keys, deleted things, old
 * activity and old deliveries of webhooks, notes refused sign-ins and looks at the stock, again and again.
 * Each step is by itself: one that fails is logged and counted, and the next one goes on. Every node sweeps; they do not get in each
 * other's way.
 */
export function startSweeping(deps: Deps): { stop: () => Promise<void> } {
  const roundMs = Math.min(longestRoundMs, deps.reservationMs / 4)
  let isStopped = false
  /** The day of the runway that this node has begun. */
  let stockDay = ''
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  /** By the names that the metric has. */
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    expired_orders: () => expireDue(deps, () => isStopped),
    old_answers: () => forgetOldAnswers(deps),
    unused_files: () => sweepUnused(deps),
    removed_keys: () => purgeRemovedKeys(deps),
    refused_sign_ins: () => noteRefusedSignIns(deps),
    deleted_things: () => purgeDeleted(deps),
    old_activity: () => purgeActivity(deps),
    old_deliveries: () => purgeMessages(deps, 'webhook'),
    stock_day: async () => {
      const today = stockDayOf(deps.now())
      if (today !== stockDay) await startStockDay(deps, today)
      stockDay = today
    },
    low_stock: () => noticeLowStock(deps),
  }
  for (const step of Object.keys(steps)) deps.sweepFailures[step] = 0

  const sweep = async (): Promise<void> => {
    for (const [step, work] of Object.entries(steps)) {
      if (isStopped) return
      try {
        await work()
      } catch (error) {
        deps.sweepFailures[step]! += 1
        // The next round does the same work. Only these fields: a driver's error object holds the query's parameters, which may be keys.
        const { name, code, stack } = error as NodeJS.ErrnoException
        deps.log.warn({ step, name, code, stack }, 'a step of the housekeeping failed')
      }
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
