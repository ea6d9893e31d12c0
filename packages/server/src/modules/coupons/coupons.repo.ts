import type { CouponState } from '@keydesk/contract'
import { sql, type Insertable, type RawBuilder } from 'kysely'
import { forUpdate, idRows, takeTurns, textRows } from '../../db/engine.ts'
import { byId, byNumber, byText, byUniqueText, containing, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { CouponTable } from '../../db/schema/coupons.ts'
import type { CouponRow } from './coupon-use.repo.ts'

export type { CouponRow } from './coupon-use.repo.ts'

/** The states as `couponStateOf` in the contract decides them. */
function inState(now: string): Readonly<Record<CouponState, RawBuilder<boolean>>> {
  const isExpired = sql<boolean>`(expiration_date <= ${now})`
  const isUsedUp = sql<boolean>`(max_usage > 0 and current_usage >= max_usage)`
  const isScheduled = sql<boolean>`(starts_at is not null and starts_at > ${now})`
  const isUsable = sql`not ${isExpired} and not ${isUsedUp} and not ${isScheduled}`
  return {
    expired: isExpired,
    used_up: sql`not ${isExpired} and ${isUsedUp}`,
    scheduled: sql`not ${isExpired} and not ${isUsedUp} and ${isScheduled}`,
    inactive: sql`${isUsable} and is_active = 0`,
    active: sql`${isUsable} and is_active = 1`,
  }
}

export interface CouponFilters {
  /** The state at a moment. */
  readonly state: { readonly is: CouponState; readonly at: string } | undefined
  /** Only coupons that expire after this moment; null for all. */
  readonly expiringAfter: string | null
  /** Part of a code, in lower case, or products that the coupon is limited to. */
  readonly search: { readonly text: string; readonly productIds: readonly number[] } | undefined
}

const listing = {
  id: 'id',
  sorts: {
    id: byId,
    code: byUniqueText('code_key'),
    created_at: byText('created_at'),
    expiration_date: byText('expiration_date'),
    discount_type: byText('discount_type'),
    discount_value: byNumber('discount_hundredths'),
    current_usage: byNumber('current_usage'),
    is_active: byNumber('is_active'),
  },
  fallback: '-created_at',
}

export function listCoupons(db: Db, { expiringAfter, state, search }: CouponFilters, request: PageRequest): Promise<Page<CouponRow>> {
  const all = db.selectFrom('coupon').selectAll().where('deleted_at', 'is', null)
  const list = expiringAfter === null ? all : all.where('expiration_date', '>', expiringAfter)
  const conditions = [...(search === undefined ? [] : [isFound(db, search)]), ...(state === undefined ? [] : [inState(state.at)[state.is]])]
  const found = conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` and `)})`
  return readPage(db, { list, search: found }, listing, request)
}

const isFound = (db: Db, { text, productIds }: NonNullable<CouponFilters['search']>) => sql`(
  code_key like ${containing(text)} escape '\\'
  or id in (select coupon_id from coupon_product where product_id in ${idRows(db, productIds)})
)`

/** A coupon that is not deleted; with `lock` its row stays locked until the transaction ends. */
export async function findCoupon(db: Db, id: number, { lock = false } = {}): Promise<CouponRow | undefined> {
  const query = db.selectFrom('coupon').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

export const listNames = (db: Db, ids: readonly number[]): Promise<{ id: number; name: string; deleted_at: string | null }[]> =>
  db.selectFrom('coupon').select(['id', 'code as name', 'deleted_at']).where('id', 'in', idRows(db, ids)).execute()

/** The products that coupons apply to. Includes deleted products, because they can be restored. */
export const listLinks = (db: Db, couponIds: readonly number[]): Promise<{ coupon_id: number; product_id: number }[]> =>
  db
    .selectFrom('coupon_product')
    .select(['coupon_id', 'product_id'])
    .where('coupon_id', 'in', idRows(db, couponIds))
    .orderBy('product_id')
    .execute()

/** Whether a code is free for a coupon. Locks the code until the transaction ends. */
export async function claimCode(tx: Db, codeKey: string, couponId: number | null): Promise<boolean> {
  await takeTurns(tx, `coupon code ${codeKey}`)
  const holder = await tx.selectFrom('coupon').select('id').where('code_key', '=', codeKey).executeTakeFirst()
  return holder === undefined || holder.id === couponId
}

export const insertCoupon = (tx: Db, row: Insertable<CouponTable>): Promise<CouponRow> =>
  tx.insertInto('coupon').values(row).returningAll().executeTakeFirstOrThrow()

export type CouponChange = Partial<Omit<CouponRow, 'id' | 'created_at' | 'current_usage'>>

export const updateCoupon = (tx: Db, id: number, change: CouponChange): Promise<CouponRow> =>
  tx.updateTable('coupon').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Replaces the products that a coupon applies to. */
export async function setLinks(tx: Db, couponId: number, productIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('coupon_product').where('coupon_id', '=', couponId).execute()
  if (productIds.length === 0) return
  const listed = textRows(tx, productIds.map(String))
  await sql`insert into coupon_product (coupon_id, product_id)
    select cast(${couponId} as bigint), cast(listed.value as bigint) from ${listed} as listed`.execute(tx)
}

/** A deleted coupon whose purge has not begun, locked until the transaction ends. */
export function lockDeletedCoupon(tx: Db, id: number): Promise<CouponRow | undefined> {
  const deleted = tx.selectFrom('coupon').selectAll().where('id', '=', id).where('deleted_at', 'is not', null)
  return forUpdate(tx, deleted.where('code_key', 'not like', ' purged %')).executeTakeFirst()
}

/** Marks a coupon as deleted and frees its code: no valid code begins with a blank. */
export async function hideCoupon(tx: Db, id: number, at: string): Promise<void> {
  await tx
    .updateTable('coupon')
    .set({ deleted_at: at, code_key: ` deleted ${id}` })
    .where('id', '=', id)
    .execute()
}

/** Coupons deleted before a moment, oldest deletion first. */
export const listDeletedBefore = (db: Db, moment: string, limit: number): Promise<{ id: number; code: string }[]> =>
  db.selectFrom('coupon').select(['id', 'code']).where('deleted_at', '<', moment).orderBy('deleted_at').limit(limit).execute()

/** Marks a coupon as being purged: it cannot be restored, and `doctor` no longer checks its counts. False if it was restored meanwhile. */
export async function beginPurge(db: Db, id: number, before: string): Promise<boolean> {
  const begin = db
    .updateTable('coupon')
    .set({ code_key: ` purged ${id}` })
    .where('id', '=', id)
    .where('deleted_at', '<', before)
  return Number((await begin.executeTakeFirstOrThrow()).numUpdatedRows) > 0
}

/** Deletes a coupon and its product links permanently; orders keep its code. False if it was restored in the meantime. */
export async function purgeCoupon(tx: Db, id: number, before: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('coupon').where('id', '=', id).where('deleted_at', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows) > 0
}

export async function listProductsInCoupons(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('coupon_product').select('product_id').distinct().where('product_id', 'in', idRows(db, ids)).execute()
  return rows.map((row) => row.product_id)
}
