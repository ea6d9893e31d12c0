import { account, auth } from '@keydesk/contract'
import { originOf } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { Bind, Exchange } from '../../http/bind.ts'
import * as service from './account.service.ts'

type Own = Pick<Exchange<typeof account.find>, 'caller'>

const selfOf = ({ caller }: Own): service.Self => ({ caller })

export function accountRoutes(bind: Bind, deps: Deps): void {
  bind(account.find, async (_input, own) => ({ data: await service.findAccount(deps, selfOf(own)) }))
  bind(account.setUpTwoFactor, async ({ body }, own) => ({ data: await service.setUpTwoFactor(deps, selfOf(own), body.password) }))
  bind(account.enableTwoFactor, async ({ body }, own) => ({
    data: { recovery_codes: await service.enableTwoFactor(deps, selfOf(own), body.code) },
  }))
  bind(account.disableTwoFactor, async ({ body }, own) => {
    await service.disableTwoFactor(deps, selfOf(own), body)
    return { data: null }
  })
  bind(account.renewRecoveryCodes, async ({ body }, own) => ({
    data: { recovery_codes: await service.renewRecoveryCodes(deps, selfOf(own), body.code) },
  }))
  bind(account.changePassword, async ({ body }, own) => ({
    data: {
      token: await service.changePassword(deps, selfOf(own), {
        current: body.current_password,
        next: body.new_password,
        code: body.code ?? '',
        origin: originOf(own.request),
      }),
    },
  }))
  bind(auth.logoutEverywhere, async (_input, own) => {
    await service.logoutEverywhere(deps, selfOf(own))
    return { data: null }
  })
}
