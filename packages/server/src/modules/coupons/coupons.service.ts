import type { Coupon, CouponInput, PageMeta } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordActivity, type Changes } from '../activity/activity.service.ts'
import * as repo from './coupons.repo.ts'
import { toCoupon } from './coupons.rules.ts'

interface ListRequest extends PageRequest {
  readonly include_expired: boolean
  readonly q?: string
}

/** Coupons, newest first unless another order is asked for. The number of queries is constant. */
export async function listCoupons(deps: Deps, request: ListRequest): Promise<{ data: Coupon[]; meta?: PageMeta }> {
  const expiringAfter = request.include_expired ? null : deps.now().toISOString()
  const page = await repo.listCoupons(deps.db, { expiringAfter, search: request.q?.toLowerCase() ?? '' }, request)
  const links = Map.groupBy(
    await repo.listLinks(
      deps.db,
      page.rows.map((row) => row.id),
    ),
    (link) => link.coupon_id,
  )
  const data = page.rows.map((row) => toCoupon(row, links.get(row.id)?.map((link) => link.product_id) ?? []))
  return { data, meta: request.limit === undefined ? undefined : page.meta }
}

/**
 * Activates or deactivates a coupon; without a change nothing is recorded.
 * @throws 404
 */
export async function setCouponActive(deps: Deps, actor: Actor, id: number, isActive: boolean): Promise<Coupon> {
  return transact(deps.db, async (tx) => {
    const stored = await requireCoupon(tx, id)
    if (stored.coupon.is_active === isActive) return stored.coupon
    const row = await repo.updateCoupon(tx, id, { is_active: Number(isActive), version: stored.row.version + 1 })
    const changes = { is_active: { before: !isActive, after: isActive } }
    await recordCoupon(tx, actor, deps.now(), isActive ? 'coupon.activated' : 'coupon.deactivated', id, changes)
    return toCoupon(row, stored.coupon.applicable_products)
  })
}

/**
 * Removes a coupon from the system entirely; orders keep its code.
 * @throws 404
 */
export async function removeCoupon(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { coupon } = await requireCoupon(tx, id)
    await repo.deleteCoupon(tx, id)
    await recordCoupon(tx, actor, deps.now(), 'coupon.deleted', id, { code: { before: coupon.code, after: null } })
  })
}

export type StoredCoupon = { row: repo.CouponRow; coupon: Coupon & Pick<CouponInput, 'discount_type'> }

/** A coupon, locked until the transaction ends. */
export async function requireCoupon(tx: Db, id: number): Promise<StoredCoupon> {
  const row = await repo.findCoupon(tx, id, { lock: true })
  if (row === undefined) throw notFound('Coupon')
  const links = await repo.listLinks(tx, [id])
  const products = links.map((link) => link.product_id)
  return { row, coupon: toCoupon(row, products) }
}

export const recordCoupon = (tx: Db, actor: Actor, at: Date, action: string, id: number, changes: Changes): Promise<void> =>
  recordActivity(tx, { actor, action, subject: { kind: 'coupon', id }, changes, at })
