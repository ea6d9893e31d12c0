import { auth, signIn as calls } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { readMe, signIn } from './auth.service.ts'
import { endSession } from './sessions.service.ts'

export function authRoutes(bind: Bind, deps: Deps): void {
  bind(calls.login, async ({ body }, { request }) => ({ data: await signIn(deps, body, request.ip) }))
  bind(auth.me, async (_input, { caller }) => ({ data: await readMe(deps, caller.userId) }))
  bind(auth.logout, async (_input, { caller }) => {
    await endSession(deps, caller.sessionId)
    return { data: null }
  })
}
