import * as repo from './order-sums.repo.ts'

/** What is counted from orders and their lines, for the statistics. Amounts are in cents, moments ISO 8601 in UTC. */

export type { CouponSums, Window } from './order-sums.repo.ts'

/** When each of some products was last sold, of orders that still count, by the product's id; null for one that never was. */
export const listLastSold = repo.listLastSold

/** What some products sold from one moment until before another. */
export const sumLines = repo.sumLines

/** What completed orders with a coupon brought over its whole life (docs/reference/coupons.md, Usage). */
export const sumCoupon = repo.sumCoupon

/** The same by stretches of time, each from one moment until before another, in their order. */
export const sumCouponBetween = repo.sumCouponBetween

/** The orders that a coupon would have applied to, in groups of equal amounts (docs/reference/coupons.md, Dry run). */
export const groupDiscounted = repo.groupDiscounted

/** How many completed orders a stretch of time has, and what was paid for them less what was refunded. */
export const sumCompleted = repo.sumCompleted
