import { appliesTo, type CartLine, type CouponTerms } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { conflict, ruleViolated } from '../../errors.ts'
import * as repo from './coupon-use.repo.ts'
import { hasUsesLeft } from './coupons.rules.ts'

export interface UsableCoupon {
  readonly id: number
  /** As the seller typed it. */
  readonly code: string
  readonly terms: CouponTerms
}

/** Counts the orders in which a customer uses a coupon. A parameter, because orders import coupons. */
type CountCustomerUses = (couponId: number) => Promise<number>

interface Use {
  readonly items: readonly CartLine[]
  /** Null for a quote without an email: the limit per customer is then not checked. */
  readonly countCustomerUses: CountCustomerUses | null
  readonly now: Date
  /** Locks the coupon until the transaction ends. */
  readonly lock: boolean
}

/**
 * A coupon that is usable for a cart (docs/reference/coupons.md, When a coupon can be used).
 * @throws 422 `coupon_not_found`, `coupon_inactive`, `coupon_not_started`, `coupon_expired`, `coupon_not_applicable`;
 *   409 `coupon_used_up`, `coupon_used_up_by_customer`
 */
export async function requireUsableCoupon(db: Db, code: string, { items, countCustomerUses, now, lock }: Use): Promise<UsableCoupon> {
  const coupon = await repo.findCouponByCode(db, code.toLowerCase(), { lock })
  if (coupon === undefined) throw ruleViolated('This coupon does not exist', 'coupon_not_found')
  if (coupon.is_active === 0) throw ruleViolated('This coupon is not active', 'coupon_inactive')
  if (coupon.starts_at !== null && coupon.starts_at > now.toISOString())
    throw ruleViolated('This coupon has not started yet', 'coupon_not_started')
  if (coupon.expiration_date <= now.toISOString()) throw ruleViolated('This coupon has expired', 'coupon_expired')
  const productIds = coupon.applicable_to_all === 1 ? null : new Set(await repo.listCouponProducts(db, coupon.id))
  const terms = { discount_type: coupon.discount_type, discount_hundredths: coupon.discount_hundredths, product_ids: productIds }
  if (!appliesTo(terms, items)) throw ruleViolated('This coupon does not apply to anything in the cart', 'coupon_not_applicable')
  if (!hasUsesLeft(coupon.max_usage, coupon.current_usage)) throw conflict('This coupon has been used up', 'coupon_used_up')
  if (countCustomerUses !== null && !(await hasUsesLeftForCustomer(coupon, countCustomerUses)))
    throw conflict('This customer has used the coupon up', 'coupon_used_up_by_customer')
  return { id: coupon.id, code: coupon.code, terms }
}

/** @param tx a transaction in which `requireUsableCoupon` has locked the coupon */
export const countUse = (tx: Db, couponId: number): Promise<void> => repo.changeUses(tx, couponId, 1)

/**
 * Counts the use of an order again after it was given back. Checks only the limits of the coupon, because its other rules applied at the
 * order.
 * @returns false, and counts nothing, if the coupon is purged, or it or this customer has no uses left
 */
export async function countUseAgain(tx: Db, couponId: number, countCustomerUses: CountCustomerUses): Promise<boolean> {
  const coupon = await repo.lockCoupon(tx, couponId)
  if (coupon === undefined || !hasUsesLeft(coupon.max_usage, coupon.current_usage)) return false
  if (!(await hasUsesLeftForCustomer(coupon, countCustomerUses))) return false
  await repo.changeUses(tx, couponId, 1)
  return true
}

const hasUsesLeftForCustomer = async ({ id, max_usage_per_user }: repo.CouponRow, countCustomerUses: CountCustomerUses): Promise<boolean> =>
  max_usage_per_user === 0 || hasUsesLeft(max_usage_per_user, await countCustomerUses(id))

/** For a cancelled or expired order. Deleted coupons count too, because they can be restored; purged ones are ignored. */
export const giveUseBack = (tx: Db, couponId: number): Promise<void> => repo.changeUses(tx, couponId, -1)
