import { store } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { repeatOf } from '../../http/idempotency-key.ts'
import { once } from '../idempotency/idempotency.service.ts'
import { createStoreUser } from '../users/store-users.service.ts'
import { createPayout } from './payouts.service.ts'

/** The store API for people who recommend the shop (docs/reference/referrals.md). */
export function storeUserRoutes(bind: Bind, deps: Deps): void {
  bind(store.createUser, async ({ body }, { caller, request }) => ({
    data: await once(deps, repeatOf(caller, request), (tx) => createStoreUser(tx, deps, caller.actor, body)),
  }))
  bind(store.createPayout, async ({ params, body }, { caller, request }) => ({
    data: await once(deps, repeatOf(caller, request), (tx) => createPayout(tx, deps, caller.actor, params.id, body)),
  }))
}
