import { referrals } from '@keydesk/contract'
import type { Page } from '../../db/page.ts'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { asSeenBy, listReferralUsers, saveSettings, setCustomCode } from '../users/referral-users.service.ts'
import { completePayouts, decidePayout, exportPayouts, listPayouts, listUsedTransactions } from './payouts.service.ts'
import { listReferrals } from './referral-lists.service.ts'

export function referralRoutes(bind: Bind, deps: Deps): void {
  bind(referrals.users, async ({ query }, { caller }) => listReferralUsers(deps, caller, query))
  bind(referrals.settings, async ({ params, body }, { caller }) => ({
    data: asSeenBy(caller, await saveSettings(deps, caller.actor, params.userId, body)),
  }))
  bind(referrals.customCode, async ({ params, body }, { caller }) => ({
    referral_code: await setCustomCode(deps, caller.actor, params.userId, body.code),
  }))
  bind(referrals.pending, async ({ query }, { caller, setHeader }) => bare(await listReferrals(deps, caller, 'pending', query), setHeader))
  bind(referrals.completed, async ({ query }, { caller, setHeader }) =>
    bare(await listReferrals(deps, caller, 'completed', query), setHeader),
  )
  bind(referrals.payouts, async ({ query: { export: isFile, ...query } }, { caller, setHeader }) =>
    bare(await (isFile ? exportPayouts(deps, caller.actor, query) : listPayouts(deps, query)), setHeader),
  )
  bind(referrals.usedTransactions, async ({ body }) => ({ data: await listUsedTransactions(deps, body.transaction_ids) }))
  bind(referrals.completePayouts, async ({ body }, { caller }) => ({
    data: { completed: await completePayouts(deps, caller.actor, body) },
  }))
  bind(referrals.decidePayout, async ({ params, body }, { caller }) => ({ data: await decidePayout(deps, caller.actor, params.id, body) }))
}

/** The body of these lists is a bare array (docs/reference/referrals.md, Lists), so headers carry what other lists have in `meta`. */
function bare<Row>({ rows, meta: { next_cursor, total } }: Page<Row>, setHeader: (name: string, value: string) => void): Row[] {
  if (total !== undefined) setHeader('x-total-count', String(total))
  if (next_cursor !== null) setHeader('x-next-cursor', next_cursor)
  return rows
}
