import type { Deps } from './deps.ts'
import { forgetOldAnswers } from './modules/idempotency/idempotency.service.ts'
import { sweepUnused } from './modules/media/unused-files.service.ts'
import { expireDue } from './modules/orders/order-steps.service.ts'
import { purgeRemovedKeys } from './modules/variants/removed-keys.service.ts'

/** The longest time that a reservation outlives its end: other buyers wait for its stock. */
const longestRoundMs = 15_000

/**
 * Repeatedly expires reservations, deletes old idempotency answers and the files of interrupted uploads, and purges removed keys. Every node
 * does so; they do not disturb each other.
 */
export function startSweeping(deps: Deps): { stop: () => Promise<void> } {
  const roundMs = Math.min(longestRoundMs, deps.reservationMs / 4)
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  const expireAll = async (): Promise<void> => {
    if ((await expireDue(deps)) > 0 && !isStopped) await expireAll()
  }
  const sweep = async (): Promise<void> => {
    try {
      await expireAll()
      await forgetOldAnswers(deps)
      await sweepUnused(deps)
      await purgeRemovedKeys(deps)
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
