import type { PayoutRunInput, RefusedPayout } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { payoutsRefused } from '../../errors.ts'
import { lockReferralUsers } from '../users/referral-users.service.ts'
import * as repo from './payouts.repo.ts'
import { planRun } from './payout-runs.rules.ts'
import { storeDecision } from './payouts.service.ts'

/**
 * Completes several pending payouts, all or none. Returns their ids in the requested order. A repeat with the same transaction ids changes
 * nothing and returns the same (docs/reference/referrals.md, Payout runs).
 * @throws 409 `payouts_refused` with each refused payout and the reason
 */
export async function completePayouts(deps: Deps, actor: Actor, { payouts }: PayoutRunInput): Promise<number[]> {
  const ids = payouts.map(({ id }) => id)
  return transact(deps.db, async (tx) => {
    const found = await repo.findPayouts(tx, ids)
    // Lock users before payouts, each in the order of their ids, as every change of a balance does.
    const users = await lockReferralUsers(tx, [...new Set(found.map((row) => row.user_id))])
    const stored = await repo.findPayouts(tx, ids, { lock: true })
    const completedCents = await repo.sumCompleted(
      tx,
      users.map((user) => user.id),
    )
    const plan = planRun(payouts, stored, users, completedCents)
    if (plan.is === 'refused') throw payoutsRefused(plan.refused satisfies readonly RefusedPayout[])
    if (plan.is === 'repeated') return ids
    for (const each of plan.decided) await storeDecision(tx, deps, actor, each)
    return ids
  })
}
