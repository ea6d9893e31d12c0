import type { Db } from '../../../db/schema.ts'
import type { TimeRange } from '../../../db/time-ranges.ts'
import * as repo from './order-sums.repo.ts'

/** Sums of orders and their items for the statistics. Amounts are in cents, moments ISO 8601 in UTC. */

export type { CouponSums } from './order-sums.repo.ts'

/** When each of these products was last sold, by product id, in orders that still count. Null if never. */
export const listLastSold = repo.listLastSold

/** Sales of each product in some time ranges, by the index of the range. */
export const sumItems = async (db: Db, ranges: readonly TimeRange[]) => (ranges.length === 0 ? [] : repo.sumItems(db, ranges))

/** Sums by product of the orders completed in a time range, also of those that were refunded since. */
export const sumForBooks = repo.sumForBooks

/** The items of the orders with a referral code that were completed in a time range, in the order of their creation. */
export const listReferredItems = repo.listReferredItems

/**
 * Sums of completed orders with a coupon by period, each from one moment until before another, in the given order
 * (docs/reference/coupons.md, Usage).
 */
export const sumCouponBetween = repo.sumCouponBetween

/** The orders that a coupon would have applied to, grouped by equal amounts (docs/reference/coupons.md, Dry run). */
export const groupDiscounted = repo.groupDiscounted

/** The number of completed orders in a period, and the amount paid less refunds. */
export const sumCompleted = repo.sumCompleted
