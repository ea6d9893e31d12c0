import { foldEmail, partOfCents, percentOfCents, referralDefaults } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { ruleViolated } from '../../errors.ts'
import { addToFigures, findReferrer } from '../users/referral-users.service.ts'
import { listUsernames } from '../users/users.service.ts'
import * as repo from './referral-earning.repo.ts'

export interface Referrer {
  readonly id: number
  readonly code: string
  /** Both in hundredths of a percent. */
  readonly discountHundredths: number
  readonly commissionHundredths: number
}

/**
 * The user of a referral code, with the current rates (docs/reference/referrals.md, Rates).
 * @param email the buyer's, or null for a quote without one
 * @throws 422 `referral_code_unknown`, `own_referral_code`
 */
export async function requireReferrer(db: Db, code: string, email: string | null): Promise<Referrer> {
  const user = await findReferrer(db, code)
  if (user === undefined || user.referral_code === null) throw ruleViolated('This referral code does not exist', 'referral_code_unknown')
  // Compares all spellings that are delivered to the same mailbox.
  if (email !== null && foldEmail(user.email_key) === foldEmail(email))
    throw ruleViolated('Nobody can use their own referral code', 'own_referral_code')
  return {
    id: user.id,
    code: user.referral_code,
    discountHundredths: user.custom_discount_hundredths ?? referralDefaults.discount * 100,
    commissionHundredths: user.custom_commission_hundredths ?? referralDefaults.commission * 100,
  }
}

/** Creates a pending referral for a new order. The user earns their percentage of the total, half a cent rounded up. */
export async function openReferral(tx: Db, referrer: Referrer, orderId: number, totalCents: number, at: Date): Promise<void> {
  const commission = percentOfCents(totalCents, referrer.commissionHundredths)
  await addToFigures(tx, referrer.id, { total: 1 })
  await repo.insertReferral(tx, {
    ...{ referrer_id: referrer.id, order_id: orderId, commission_cents: commission },
    ...{ status: 'pending' as const, created_at: at.toISOString() },
  })
}

/** Completes the referral of a completed order, if it has one. */
export async function completeReferralOf(tx: Db, orderId: number): Promise<void> {
  const referral = await repo.findReferralOf(tx, orderId)
  if (referral?.status !== 'pending') return
  await addToFigures(tx, referral.referrer_id, { completed: 1, commissionCents: referral.commission_cents })
  await repo.setReferralStatus(tx, referral.id, 'completed')
}

/** Rejects the referral of an order that was cancelled or has expired. */
export async function rejectReferralOf(tx: Db, orderId: number): Promise<void> {
  const referral = await repo.findReferralOf(tx, orderId)
  if (referral?.status === 'pending') await repo.setReferralStatus(tx, referral.id, 'rejected')
}

/** Makes the rejected referral of an order pending again, with its original commission, because the order is about to be completed. */
export async function reopenReferralOf(tx: Db, orderId: number): Promise<void> {
  const referral = await repo.findReferralOf(tx, orderId)
  if (referral?.status === 'rejected') await repo.setReferralStatus(tx, referral.id, 'pending')
}

/**
 * Reduces the commission after a refund to the share of the original that the order still brings, half a cent rounded up.
 * @param left cents of `total` that are not refunded
 * @param isWhole whether nothing of the order is left: then the referral is rejected
 */
export async function reduceReferralOf(
  tx: Db,
  orderId: number,
  { left, total, isWhole }: { left: number; total: number; isWhole: boolean },
): Promise<void> {
  const referral = await repo.findReferralOf(tx, orderId)
  if (referral?.status !== 'completed') return
  const commission = partOfCents(referral.original_commission_cents ?? referral.commission_cents, left, total)
  const commissionCents = commission - referral.commission_cents
  await addToFigures(tx, referral.referrer_id, { completed: isWhole ? -1 : 0, commissionCents })
  await repo.reduceCommission(tx, referral.id, commission)
  if (isWhole) await repo.setReferralStatus(tx, referral.id, 'rejected')
}

/** The referral of an order, for its drawer. Amounts are in cents. */
export async function findReferralOf(
  db: Db,
  orderId: number,
): Promise<{ referrer: string; commissionCents: number; status: string } | undefined> {
  const referral = await repo.findReferralOf(db, orderId)
  if (referral === undefined) return undefined
  const [user] = await listUsernames(db, [referral.referrer_id])
  return { referrer: user?.name ?? `User #${referral.referrer_id}`, commissionCents: referral.commission_cents, status: referral.status }
}

/** The commissions that these orders earned their referrers, in cents, by order id. */
export const findCommissions = async (db: Db, orderIds: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  new Map(
    orderIds.length === 0
      ? []
      : (await repo.listCompletedOf(db, orderIds)).map(({ order_id, commission_cents }) => [order_id, commission_cents]),
  )
