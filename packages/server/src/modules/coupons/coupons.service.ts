import type { ActivityAction, Coupon, CouponInput, CouponState, PageMeta } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordActivity, type Changes } from '../activity/activity.service.ts'
import { listAllProducts } from '../products/products.service.ts'
import * as repo from './coupons.repo.ts'
import { fieldsOf, toCoupon } from './coupons.rules.ts'

interface ListRequest extends PageRequest {
  readonly include_expired: boolean
  readonly status?: CouponState
  readonly q?: string
}

/** Coupons, newest first by default. The search finds codes and products. The number of queries is constant. */
export async function listCoupons(deps: Deps, request: ListRequest): Promise<{ data: Coupon[]; meta?: PageMeta }> {
  const now = deps.now().toISOString()
  const text = request.q?.toLowerCase() ?? ''
  const filters = {
    expiringAfter: request.include_expired ? null : now,
    state: request.status && { is: request.status, at: now },
    search: text === '' ? undefined : { text, productIds: await findProducts(deps.db, text) },
  }
  const page = await repo.listCoupons(deps.db, filters, request)
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

/** The products whose name contains a text, which is in lower case. */
const findProducts = async (db: Db, text: string): Promise<number[]> =>
  (await listAllProducts(db)).filter(({ name, is_deleted }) => !is_deleted && name.toLowerCase().includes(text)).map(({ id }) => id)

/**
 * Activates or deactivates a coupon; records nothing if that changes nothing.
 * @throws 404
 */
export async function setCouponActive(deps: Deps, actor: Actor, id: number, isActive: boolean): Promise<Coupon> {
  return transact(deps.db, async (tx) => {
    const stored = await requireCoupon(tx, id)
    if (stored.coupon.is_active === isActive) return stored.coupon
    const row = await repo.updateCoupon(tx, id, { is_active: Number(isActive), version: stored.row.version + 1 })
    const changes = { is_active: { before: !isActive, after: isActive } }
    await recordCoupon(tx, actor, deps.now(), isActive ? 'coupon.activated' : 'coupon.deactivated', row, changes)
    return toCoupon(row, stored.coupon.applicable_products)
  })
}

/**
 * Deletes a coupon and frees its code; orders keep the code. It can be restored for 30 days (docs/reference/history.md, Deleted things).
 * @throws 404
 */
export async function removeCoupon(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { coupon } = await requireCoupon(tx, id)
    const at = deps.now()
    await repo.hideCoupon(tx, id, at.toISOString())
    await recordCoupon(tx, actor, at, 'coupon.deleted', coupon, { code: { before: coupon.code, after: null } })
  })
}

/**
 * The current values of the fields that a save may change, whether the coupon is active, and its version.
 * @throws 404
 */
export async function readCoupon(
  deps: Deps,
  id: number,
): Promise<{ readonly fields: object; readonly is_active: boolean; readonly version: number }> {
  const { row, coupon } = await requireCoupon(deps.db, id, { lock: false })
  return { fields: fieldsOf(coupon), is_active: coupon.is_active, version: row.version }
}

/** @throws 404 for a deleted or unknown coupon */
export async function requireCouponId(db: Db, id: number): Promise<void> {
  if ((await repo.findCoupon(db, id)) === undefined) throw notFound('Coupon')
}

/** Codes by id, with the time of deletion for deleted coupons. */
export const listCouponNames = repo.listNames

export type StoredCoupon = { row: repo.CouponRow; coupon: Coupon & Pick<CouponInput, 'discount_type'> }

/** A coupon, locked until the transaction ends unless `lock` is false. @throws 404 */
export async function requireCoupon(db: Db, id: number, { lock = true } = {}): Promise<StoredCoupon> {
  const row = await repo.findCoupon(db, id, { lock })
  if (row === undefined) throw notFound('Coupon')
  const links = await repo.listLinks(db, [id])
  const products = links.map((link) => link.product_id)
  return { row, coupon: toCoupon(row, products) }
}

type About = { readonly id: number; readonly code: string }

export const recordCoupon = (
  tx: Db,
  actor: Actor,
  at: Date,
  action: ActivityAction,
  { id, code }: About,
  changes: Changes,
): Promise<void> => recordActivity(tx, { actor, action, subject: { kind: 'coupon', id, name: code }, changes, at })

/** Which of these products coupons are limited to. */
export const listProductsInCoupons = repo.listProductsInCoupons
