import type { ActivityKind, SubjectKind } from '@keydesk/contract'
import { sql, type Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import { byText, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { ActivityTable } from '../../db/schema/activity.ts'

/** Things that can be restored after their deletion. */
export const deletable = ['product', 'variant', 'coupon', 'announcement'] as const satisfies readonly SubjectKind[]
export type Deletable = (typeof deletable)[number]

/** What is stored of a thing that can be deleted. */
export interface Thing {
  readonly id: number
  readonly name: string
  /** ISO 8601 in UTC; null while it is there. */
  readonly deleted_at: string | null
  /** Of a variant. */
  readonly product?: { readonly id: number; readonly name: string; readonly isDeleted: boolean }
}

export type ActivityRow = Selectable<ActivityTable>

export interface ActivityFilters {
  readonly actor?: number
  readonly kind?: ActivityKind
  readonly subject_kind?: SubjectKind
  readonly subject_id?: number
  /** ISO 8601 in UTC; the second is not included. */
  readonly from: string | null
  readonly to: string | null
  /** Kinds of things that are left out. */
  readonly hidden: readonly SubjectKind[]
  /** Whose own account is shown all the same. */
  readonly userId: number
}

const listing = { id: 'id', sorts: { at: byText('at') }, fallback: '-at' }

/** One page, newest first. Each filter has an index in the order of time; the words are those of the partial ones. */
export function listActivity(db: Db, filters: ActivityFilters, request: PageRequest): Promise<Page<ActivityRow>> {
  const { actor, kind, subject_kind, subject_id, from, to, hidden, userId } = filters
  let list = db.selectFrom('activity').selectAll()
  if (actor !== undefined) list = list.where('actor_id', '=', actor).where('actor_kind', '=', sql.lit('admin' as const))
  // The history of one thing is found by the thing.
  if (kind !== undefined && subject_id !== undefined) list = list.where(sql<boolean>`coalesce(kind, '') = ${kind}`)
  else if (kind === 'sale') list = list.where('subject_kind', '=', 'order').where('kind', '=', 'sale')
  else if (kind !== undefined) list = list.where('kind', '=', kind).where('kind', '<>', sql.lit('sale' as const))
  if (subject_kind !== undefined) list = list.where('subject_kind', '=', subject_kind)
  if (subject_id !== undefined) list = list.where('subject_id', '=', subject_id)
  if (from !== null) list = list.where('at', '>=', from)
  if (to !== null) list = list.where('at', '<', to)
  if (hidden.length > 0) {
    // Opaque to the database, which would look for these rows by another index and sort them.
    list = list.where(
      sql<boolean>`case when subject_kind in (${sql.join(hidden)}) then subject_kind = 'member' and subject_id = ${userId} else true end`,
    )
  }
  return readPage(db, { list }, listing, { ...request, isCounted: false })
}

export const findActivity = (db: Db, id: number): Promise<ActivityRow | undefined> =>
  db.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst()

/** The `changes` of a row and of later ones about the same thing, oldest first. */
export async function listChangesSince(db: Db, { id, at, subject_kind, subject_id }: ActivityRow): Promise<string[]> {
  const rows = await db
    .selectFrom('activity')
    .select('changes')
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where('at', '>=', at)
    .where('id', '>=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.changes)
}

/** Things by id, deleted ones too. */
export async function listThings(db: Db, kind: Deletable, ids: readonly number[]): Promise<Thing[]> {
  const listed = idRows(db, ids)
  if (kind === 'product') return db.selectFrom('product').select(['id', 'name', 'deleted_at']).where('id', 'in', listed).execute()
  if (kind === 'coupon') return db.selectFrom('coupon').select(['id', 'code as name', 'deleted_at']).where('id', 'in', listed).execute()
  if (kind === 'announcement')
    return db.selectFrom('announcement').select(['id', 'title as name', 'deleted_at']).where('id', 'in', listed).execute()
  const rows = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.name', 'variant.deleted_at'])
    .select(['product.id as product_id', 'product.name as product_name', 'product.deleted_at as product_deleted_at'])
    .where('variant.id', 'in', listed)
    .execute()
  return rows.map(({ product_id, product_name, product_deleted_at, ...variant }) => ({
    ...variant,
    product: { id: product_id, name: product_name, isDeleted: product_deleted_at !== null },
  }))
}

/** Names of people and of what else rows from before 0024 may be about. */
export async function listOtherNames(db: Db, kind: SubjectKind, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const listed = idRows(db, ids)
  if (kind === 'user' || kind === 'member')
    return db.selectFrom('app_user').select(['id', 'username as name']).where('id', 'in', listed).execute()
  if (kind === 'game') return db.selectFrom('game').select(['id', 'name']).where('id', 'in', listed).execute()
  if (kind === 'api_key') return db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', listed).execute()
  return []
}
