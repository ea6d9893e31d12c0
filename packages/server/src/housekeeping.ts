import { limits } from '@keydesk/contract'
import type { Deps } from './deps.ts'
import { purgeActivity } from './modules/activity/activity.service.ts'
import { noteRefusedSignIns } from './modules/auth/refused-sign-ins.service.ts'
import { purgeDeleted } from './modules/history/purge.service.ts'
import { forgetOldAnswers } from './modules/idempotency/idempotency.service.ts'
import { purgeAsked } from './modules/mails/mail-messages.service.ts'
import { deleteAllUnused } from './modules/media/unused-files.service.ts'
import { expireDue } from './modules/orders/order-steps.service.ts'
import { purgeMessages } from './modules/outbox/outbox.service.ts'
import { purgeRemovedKeys } from './modules/keys/removed-keys.service.ts'
import { removeAbandoned } from './modules/shop-imports/shop-imports.service.ts'
import { noticeLowStock, startStockDay, stockDayOf } from './modules/stock/runway.service.ts'

/** The longest time that an expired reservation may hold stock that other buyers wait for. */
const longestRoundMs = 15_000

/**
 * Runs the housekeeping periodically: ends expired reservations; deletes old idempotent answers and unused media files; purges removed
 * keys, deleted things, old activity, webhook deliveries and mails; removes shop imports whose process ended; records refused
 * sign-ins; and checks stock levels. Steps are independent: a failed step is logged and counted, and the next one runs. Imports and files
 * are removed beside the rounds, because an import may have 200,000 rows and the media storage may not answer, and orders expire meanwhile.
 * Every server does it; they do not disturb each other.
 */
export function startHousekeeping(deps: Deps): { stop: () => Promise<void> } {
  const roundMs = Math.min(longestRoundMs, deps.reservationMs / 4)
  let isStopped = false
  /** The day for which this server has started the runway. */
  let stockDay = ''
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let removal: Promise<void> | null = null
  let deletion: Promise<void> | null = null

  /** By the names used in the metric. */
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    expired_orders: () => expireDue(deps, () => isStopped),
    old_answers: () => forgetOldAnswers(deps),
    removed_keys: () => purgeRemovedKeys(deps),
    refused_sign_ins: () => noteRefusedSignIns(deps),
    deleted_things: () => purgeDeleted(deps),
    old_activity: () => purgeActivity(deps),
    old_deliveries: () => purgeMessages(deps, 'webhook', limits.deliveryDays),
    old_mails: () => purgeMessages(deps, 'mail', limits.activityYears * 365),
    asked_mails: () => purgeAsked(deps),
    stock_day: async () => {
      const today = stockDayOf(deps.now())
      if (today !== stockDay) await startStockDay(deps, today)
      stockDay = today
    },
    low_stock: () => noticeLowStock(deps),
  }
  const [imports, files] = ['unfinished_imports', 'unused_files']
  for (const step of [...Object.keys(steps), imports, files]) deps.housekeepingFailures[step] = 0

  const run = async (step: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      // The database closes under a removal that goes on.
      if (isStopped && step === imports) return
      deps.housekeepingFailures[step]! += 1
      // The next round repeats the work.
      deps.failures.report(error, 'a step of the housekeeping failed', { step })
    }
  }
  const doRound = async (): Promise<void> => {
    removal ??= run(imports, () => removeAbandoned(deps)).finally(() => (removal = null))
    deletion ??= run(files, () => deleteAllUnused(deps)).finally(() => (deletion = null))
    for (const [step, work] of Object.entries(steps)) {
      if (isStopped) return
      await run(step, work)
    }
    if (!isStopped) timer = setTimeout(next, roundMs).unref()
  }
  const next = () => {
    round = doRound()
  }
  next()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      // A deletion may wait for the media storage, and a removal may be long. The next start goes on with both, as after a crash.
      await round
    },
  }
}
