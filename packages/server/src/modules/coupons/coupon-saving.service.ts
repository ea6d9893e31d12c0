import { checkCoupon, normaliseCoupon, type Coupon, type CouponInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalid, staleVersion } from '../../errors.ts'
import { creation, differences } from '../activity/activity.service.ts'
import { lockLiveIds } from '../products/products.service.ts'
import * as repo from './coupons.repo.ts'
import { fieldsOf, toColumns, toCoupon, type CouponFields } from './coupons.rules.ts'
import { recordCoupon, requireCoupon } from './coupons.service.ts'

/**
 * Creates a coupon, active and unused.
 * @throws 400 for a violated rule (docs/reference/coupons.md, Fields) or an unknown product, 409 for a code in use
 */
export async function createCoupon(deps: Deps, actor: Actor, { version: _, ...input }: CouponInput): Promise<Coupon> {
  const fields = normaliseCoupon(input)
  refuseIfInvalid(fields, deps.now(), null)
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    await refuseUnknownProducts(tx, fields.applicable_products)
    await refuseTakenCode(tx, fields.code, null)
    const row = await repo.insertCoupon(tx, {
      ...toColumns(fields),
      ...{ current_usage: 0, is_active: 1, version: 1, created_at: at.toISOString() },
    })
    await repo.setLinks(tx, row.id, fields.applicable_products)
    const coupon = toCoupon(row, sorted(fields.applicable_products))
    await recordCoupon(tx, actor, at, 'coupon.created', row, creation(fieldsOf(coupon)))
    return coupon
  })
}

/**
 * Saves a coupon. An omitted `starts_at` keeps its value, and a chosen product may stay after its deletion. A save without changes records
 * nothing.
 * @throws 404; 409 `stale_version` with the current coupon; 409 for a code in use; 400 as for a new coupon, except that an unchanged
 *   expiration date may be past
 */
export async function updateCoupon(deps: Deps, actor: Actor, id: number, { version, ...input }: CouponInput): Promise<Coupon> {
  return transact(deps.db, async (tx) => {
    const { row, coupon } = await requireCoupon(tx, id)
    if (version !== undefined && version !== row.version) throw staleVersion('coupon', coupon)
    // Older clients do not send `starts_at`: keep it.
    const fields = normaliseCoupon({ ...input, starts_at: input.starts_at === undefined ? row.starts_at : input.starts_at })
    refuseIfInvalid(fields, deps.now(), row.expiration_date)
    const chosen = new Set(coupon.applicable_products)
    await refuseUnknownProducts(
      tx,
      fields.applicable_products.filter((product) => !chosen.has(product)),
    )
    await refuseTakenCode(tx, fields.code, id)
    const columns = toColumns(fields)
    const products = sorted(fields.applicable_products)
    const next = toCoupon({ ...row, ...columns }, products)
    const changes = differences(fieldsOf(coupon), fieldsOf(next))
    if (Object.keys(changes).length === 0) return coupon
    const saved = await repo.updateCoupon(tx, id, { ...columns, version: row.version + 1 })
    if (changes['applicable_products'] !== undefined) await repo.setLinks(tx, id, products)
    await recordCoupon(tx, actor, deps.now(), 'coupon.updated', saved, changes)
    return toCoupon(saved, products)
  })
}

/**
 * The fields and stored terms of a coupon for a dry run.
 * @throws 400 for a violated rule, except that the expiration date may be past
 */
export function readTerms({ version: _, ...input }: CouponInput, now: Date): { fields: CouponFields; terms: ReturnType<typeof toColumns> } {
  const fields = normaliseCoupon(input)
  refuseIfInvalid(fields, now, fields.expiration_date)
  return { fields, terms: toColumns(fields) }
}

/** @param unchangedExpiry an expiration date that may be past */
function refuseIfInvalid(fields: CouponFields, now: Date, unchangedExpiry: string | null): void {
  const problems = checkCoupon(fields, now, unchangedExpiry)
  if (!isSortable(fields.expiration_date)) problems.expiration_date ??= 'Expiration date must be a date and time'
  if (fields.starts_at && !isSortable(fields.starts_at)) problems.starts_at ??= 'Start must be a date and time'
  const [headline] = Object.values(problems)
  if (headline !== undefined) throw invalid(headline, problems)
}

/** After the year 9999 and before the year 0 the text of a moment no longer sorts by time. */
const isSortable = (moment: string): boolean => /^\d/.test(new Date(moment).toISOString())

async function refuseUnknownProducts(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set(await lockLiveIds(tx, ids))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  const sentence = `Product ${unknown} does not exist`
  throw invalid(sentence, { applicable_products: sentence })
}

async function refuseTakenCode(tx: Db, code: string, couponId: number | null): Promise<void> {
  if (await repo.claimCode(tx, code.toLowerCase(), couponId)) return
  const sentence = `Coupon code ${code} is already in use`
  throw new AppError('conflict', sentence, { fields: { code: sentence } })
}

/** In the order in which they are read. */
const sorted = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other)
