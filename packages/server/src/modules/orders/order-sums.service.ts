import * as repo from './order-sums.repo.ts'

/** Sums of orders and their lines for the statistics. Amounts are in cents, moments ISO 8601 in UTC. */

export type { CouponSums, Window } from './order-sums.repo.ts'

/** When each of these products was last sold, by product id, in orders that still count. Null if never. */
export const listLastSold = repo.listLastSold

/** Sales of some products from one moment until before another. */
export const sumLines = repo.sumLines

/**
 * Sums of completed orders with a coupon by period, each from one moment until before another, in the given order
 * (docs/reference/coupons.md, Usage).
 */
export const sumCouponBetween = repo.sumCouponBetween

/** The orders that a coupon would have applied to, grouped by equal amounts (docs/reference/coupons.md, Dry run). */
export const groupDiscounted = repo.groupDiscounted

/** The number of completed orders in a period, and the amount paid less refunds. */
export const sumCompleted = repo.sumCompleted
