import { account, auth } from '@keydesk/contract'
import { originOf } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import * as service from './account.service.ts'

export function accountRoutes(bind: Bind, deps: Deps): void {
  bind(account.find, async (_input, { caller }) => ({ data: await service.findAccount(deps, caller) }))
  bind(account.setUpTwoFactor, async ({ body }, { caller }) => ({ data: await service.setUpTwoFactor(deps, caller, body.password) }))
  bind(account.enableTwoFactor, async ({ body }, { caller }) => ({
    data: { recovery_codes: await service.enableTwoFactor(deps, caller, body.code) },
  }))
  bind(account.disableTwoFactor, async ({ body }, { caller }) => {
    await service.disableTwoFactor(deps, caller, body)
    return { data: null }
  })
  bind(account.renewRecoveryCodes, async ({ body }, { caller }) => ({
    data: { recovery_codes: await service.renewRecoveryCodes(deps, caller, body.code) },
  }))
  bind(account.changePassword, async ({ body }, { caller, request }) => ({
    data: {
      token: await service.changePassword(deps, caller, {
        current: body.current_password,
        next: body.new_password,
        code: body.code ?? '',
        origin: originOf(request),
      }),
    },
  }))
  bind(account.changeEmail, async ({ body }, { caller }) => {
    await service.changeEmail(deps, caller, { ...body, code: body.code ?? '' })
    return { data: null }
  })
  bind(auth.logoutEverywhere, async (_input, { caller }) => {
    await service.logoutEverywhere(deps, caller)
    return { data: null }
  })
}
