import { centsToDollars, limits, normaliseCoupon, type CouponDryRun, type CouponInput } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import * as repo from './coupon-dry-run.repo.ts'
import { tryCoupon } from './coupon-dry-run.rules.ts'
import { refuseIfInvalid } from './coupon-saving.service.ts'
import { toColumns } from './coupons.rules.ts'

const dayMs = 86_400_000
/** An order is paid within its reservation, which is a week at most (`RESERVATION_MINUTES`), or soon after. */
const longestUnpaidMs = 8 * dayMs

/**
 * Tries a coupon on the orders that were completed in the last 30 days; amounts in dollars (docs/reference/coupons.md, Dry run). Its own
 * dates do not count, nor does whether its code is taken. Nothing is stored.
 * @throws 400 by the rules of a coupon, but that its date may have passed
 */
export async function dryRunCoupon(deps: Deps, { version: _, ...input }: CouponInput): Promise<CouponDryRun> {
  const fields = normaliseCoupon(input)
  refuseIfInvalid(fields, deps.now(), fields.expiration_date)
  const { discount_type, discount_hundredths } = toColumns(fields)
  const product_ids = fields.applicable_to_all ? null : new Set(fields.applicable_products)
  const since = deps.now().getTime() - limits.dryRunDays * dayMs
  const window = { completedAfter: new Date(since).toISOString(), madeAfter: new Date(since - longestUnpaidMs).toISOString() }
  const tried = await tryCoupon({ discount_type, discount_hundredths, product_ids }, fields, repo.readOrders(deps.db, window))
  return {
    orders: tried.orders,
    applied: tried.applied,
    cost: centsToDollars(tried.costCents),
    lowest_total: tried.lowestTotalCents === null ? null : centsToDollars(tried.lowestTotalCents),
    revenue: centsToDollars(tried.revenueCents),
  }
}
