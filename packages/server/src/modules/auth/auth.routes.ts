import { auth } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { signIn, signOut } from './auth.service.ts'

export function authRoutes(bind: Bind, deps: Deps): void {
  bind(auth.login, async ({ body }, { request }) => ({ data: await signIn(deps, body, request.ip) }))
  bind(auth.logout, async (_input, { caller }) => {
    await signOut(deps, caller)
    return { data: null }
  })
}
