import { coupons } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { dryRunCoupon } from './coupon-dry-run.service.ts'
import { createCoupon, updateCoupon } from './coupon-saving.service.ts'
import { listCoupons, removeCoupon, setCouponActive } from './coupons.service.ts'

export function couponRoutes(bind: Bind, deps: Deps): void {
  bind(coupons.list, async ({ query }) => listCoupons(deps, query))
  bind(coupons.create, async ({ body }, { caller }) => ({ data: await createCoupon(deps, caller.actor, body) }))
  bind(coupons.dryRun, async ({ body }) => ({ data: await dryRunCoupon(deps, body) }))
  bind(coupons.update, async ({ params, body }, { caller }) => ({ data: await updateCoupon(deps, caller.actor, params.id, body) }))
  bind(coupons.activate, async ({ params }, { caller }) => ({ data: await setCouponActive(deps, caller.actor, params.id, true) }))
  bind(coupons.deactivate, async ({ params }, { caller }) => ({ data: await setCouponActive(deps, caller.actor, params.id, false) }))
  bind(coupons.remove, async ({ params }, { caller }) => {
    await removeCoupon(deps, caller.actor, params.id)
    return { data: null }
  })
}
