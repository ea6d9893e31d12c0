import { restoreHolds } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { applySoldKeys, decideKeys, decideMessages, listRestoreHolds } from './restore-holds.service.ts'

export function restoreHoldRoutes(bind: Bind, deps: Deps): void {
  bind(restoreHolds.list, async () => ({ data: await listRestoreHolds(deps) }))
  bind(restoreHolds.decideKeys, async ({ body }, { caller }) => ({ data: await decideKeys(deps, caller.actor, body) }), { isLong: true })
  bind(restoreHolds.applySoldKeys, async ({ body }, { caller }) => ({ data: await applySoldKeys(deps, caller.actor, body.lines) }), {
    isLong: true,
  })
  bind(restoreHolds.decideMessages, async ({ body }, { caller }) => ({
    data: { messages: await decideMessages(deps, caller.actor, body) },
  }))
}
