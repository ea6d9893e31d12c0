import { centsToDollars, dayOf, discountCents, type CouponDryRun, type CouponInput } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import { readTerms } from '../coupons/coupon-saving.service.ts'
import { groupDiscounted, sumCompleted } from '../orders/lists/order-sums.service.ts'
import { daysOf, joinDays, type PeriodRequest } from './periods.rules.ts'

/**
 * Tries a coupon on the orders that were completed in a period. Amounts are in dollars (docs/reference/coupons.md, Dry run). Ignores its
 * dates and whether its code is taken. Stores nothing.
 * @throws 400 by the rules of a coupon, except that its date may have passed, and for a period that is too long
 */
export async function dryRunCoupon(deps: Deps, input: CouponInput, request: PeriodRequest): Promise<CouponDryRun> {
  const { fields, terms } = readTerms(input, deps.now())
  const range = joinDays(daysOf(request, dayOf(deps.now(), request.time_zone)))
  const trial = {
    productIds: fields.applicable_to_all ? null : fields.applicable_products,
    isFreeLicense: fields.discount_type === 'free_license',
    maxUsage: fields.max_usage,
    maxUsagePerUser: fields.max_usage_per_user,
  }
  const [all, groups] = await Promise.all([sumCompleted(deps.db, range), groupDiscounted(deps.db, range, trial)])
  const priced = groups.map(({ orders, subtotal_cents, applicable_cents, cheapest_cents }) => {
    const cents = discountCents(terms, applicable_cents, cheapest_cents)
    return { orders, costCents: orders * cents, subtotal_cents, totalCents: subtotal_cents - cents }
  })
  // Orders that are free without the coupon do not count.
  const paid = priced.filter((group) => group.subtotal_cents > 0)
  const lowest = (paid.length > 0 ? paid : priced).map(({ totalCents }) => totalCents)
  return {
    orders: all.orders,
    applied: sum(priced.map(({ orders }) => orders)),
    cost: centsToDollars(sum(priced.map(({ costCents }) => costCents))),
    lowest_total: lowest.length === 0 ? null : centsToDollars(Math.min(...lowest)),
    revenue: centsToDollars(all.revenue_cents),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
