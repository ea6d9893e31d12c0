import { auth, passwordReset, sessions, signIn as calls } from '@keydesk/contract'
import { originOf } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { readMe, signIn, signOut } from './auth.service.ts'
import { askForResetLink, resetByLink } from './password-reset.service.ts'
import { endOwnOtherSessions, endOwnSession, listSessions } from './sessions.service.ts'

export function authRoutes(bind: Bind, deps: Deps): void {
  bind(calls.login, async ({ body }, { request }) => ({ data: await signIn(deps, body, originOf(request)) }))
  bind(passwordReset.find, async () => ({ data: { is_mailed: deps.mail !== null } }))
  bind(passwordReset.ask, async ({ body }, { request }) => {
    await askForResetLink(deps, body.email, originOf(request))
    return { data: null }
  })
  bind(passwordReset.reset, async ({ body }, { request }) => {
    await resetByLink(deps, body, originOf(request))
    return { data: null }
  })
  bind(auth.me, async (_input, { caller }) => ({ data: await readMe(deps, caller) }))
  bind(auth.logout, async (_input, { caller }) => {
    await signOut(deps, caller)
    return { data: null }
  })
  bind(sessions.list, async (_input, { caller }) => ({ data: await listSessions(deps, caller) }))
  bind(sessions.end, async ({ params }, { caller }) => {
    await endOwnSession(deps, caller, params.id)
    return { data: null }
  })
  bind(sessions.endOthers, async (_input, { caller }) => ({ data: { ended: await endOwnOtherSessions(deps, caller) } }))
}
