import type { ActivityAction, ActivityKind, SubjectKind } from '@keydesk/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import { byText, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { ActivityTable } from '../../db/schema/activity.ts'

export async function insertActivity(db: Db, row: Required<Omit<Insertable<ActivityTable>, 'id'>>): Promise<void> {
  await db.insertInto('activity').values(row).execute()
}

export type ActivityRow = Selectable<ActivityTable>

/** The rows about one thing, oldest first. */
export const listActivityOf = (
  db: Db,
  subjectKind: ActivityTable['subject_kind'],
  subjectId: number,
): Promise<Selectable<ActivityTable>[]> =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .execute()

export type Step = Pick<ActivityRow, 'subject_id' | 'action' | 'actor_name'>

/** The actors of these actions on some things of a kind, oldest first. */
export const listSteps = (db: Db, subjectKind: SubjectKind, ids: readonly number[], actions: readonly ActivityAction[]): Promise<Step[]> =>
  db
    .selectFrom('activity')
    .select(['subject_id', 'action', 'actor_name'])
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', 'in', idRows(db, ids))
    .where('action', 'in', actions)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The actor of the change to a thing at a moment; reads do not count. */
export async function findEditor(db: Db, subjectKind: SubjectKind, id: number, at: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('activity')
    .select('actor_name')
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', id)
    .where('at', '=', at)
    .where('kind', '<>', 'read')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.actor_name
}

/** The newest row for an action of one actor on one thing, after a moment. */
export const findSince = (
  db: Db,
  { subject_kind, subject_id, action, actor_id }: Pick<Selectable<ActivityTable>, 'subject_kind' | 'subject_id' | 'action' | 'actor_id'>,
  since: string,
): Promise<{ id: number; changes: string } | undefined> =>
  db
    .selectFrom('activity')
    .select(['id', 'changes'])
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where('at', '>', since)
    .where('action', '=', action)
    .where('actor_id', actor_id === null ? 'is' : '=', actor_id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type Done = Pick<Selectable<ActivityTable>, 'at' | 'action' | 'subject_id'>

/** The actor's kind is a literal: SQLite does not use a partial index for a bound value. */
export const listDoneBy = (db: Db, actorId: number, actions: readonly string[], after: string): Promise<Done[]> =>
  db
    .selectFrom('activity')
    .select(['at', 'action', 'subject_id'])
    .where('actor_kind', '=', sql.lit('admin' as const))
    .where('actor_id', '=', actorId)
    .where('at', '>', after)
    .where('action', 'in', actions)
    .orderBy('at')
    .orderBy('id')
    .execute()

export async function setChanges(db: Db, id: number, changes: string): Promise<void> {
  await db.updateTable('activity').set({ changes }).where('id', '=', id).execute()
}

/** Deletes up to `limit` rows from before a moment, oldest first, and returns how many. */
export async function deleteBefore(db: Db, moment: string, limit: number): Promise<number> {
  const oldest = db.selectFrom('activity').select('id').where('at', '<', moment).orderBy('at').orderBy('id').limit(limit)
  const { numDeletedRows } = await db.deleteFrom('activity').where('id', 'in', oldest).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export interface ActivityFilters {
  readonly actor?: number
  readonly api_key_id?: number
  readonly kind?: ActivityKind
  readonly subject_kind?: SubjectKind
  readonly subject_id?: number
  /** ISO 8601 in UTC; `to` is exclusive. */
  readonly from: string | null
  readonly to: string | null
  /** Kinds of things to leave out. */
  readonly hidden: readonly SubjectKind[]
  /** The reader: rows about their own account are shown even if `hidden` contains `member`. */
  readonly userId: number
}

const listing = { id: 'id', sorts: { at: byText('at') }, fallback: '-at' }

/** One page, newest first. Each filter has an index ordered by time; the conditions repeat those of the partial indexes word for word. */
export function pageActivity(db: Db, filters: ActivityFilters, request: PageRequest): Promise<Page<ActivityRow>> {
  const { actor, api_key_id: apiKeyId, kind, subject_kind, subject_id, from, to, hidden, userId } = filters
  let list = db.selectFrom('activity').selectAll()
  if (actor !== undefined) list = list.where('actor_id', '=', actor).where('actor_kind', '=', sql.lit('admin' as const))
  if (apiKeyId !== undefined) list = list.where('actor_id', '=', apiKeyId).where('actor_kind', '=', sql.lit('store' as const))
  // coalesce() keeps the database from an index by kind. For one thing it then uses the index by subject. For sales, which are most of the
  // rows, it uses the index by time.
  if (kind === 'sale' || (kind !== undefined && subject_id !== undefined)) list = list.where(sql<boolean>`coalesce(kind, '') = ${kind}`)
  else if (kind !== undefined) list = list.where('kind', '=', kind).where('kind', '<>', sql.lit('sale' as const))
  if (subject_kind === 'order' && subject_id === undefined) list = list.where(sql<boolean>`coalesce(subject_kind, '') = 'order'`)
  else if (subject_kind === 'order') list = list.where('subject_kind', '=', 'order')
  else if (subject_kind !== undefined)
    list = list.where('subject_kind', '=', subject_kind).where('subject_kind', '<>', sql.lit('order' as const))
  if (subject_id !== undefined) list = list.where('subject_id', '=', subject_id)
  if (from !== null) list = list.where('at', '>=', from)
  if (to !== null) list = list.where('at', '<', to)
  if (hidden.length > 0) {
    // A `case` hides the condition from the query planner, which would otherwise use another index and sort.
    list = list.where(
      sql<boolean>`case when subject_kind in (${sql.join(hidden)}) then subject_kind = 'member' and subject_id = ${userId} else true end`,
    )
  }
  return readPage(db, { list }, listing, { ...request, isCounted: false })
}

export const findActivity = (db: Db, id: number): Promise<ActivityRow | undefined> =>
  db.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst()

/** The `changes` of a row and of later rows about the same thing, oldest first. */
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

/**
 * Which of these things have rows other than reads. That a customer opened a key of an order counts, too; that the server noticed low stock
 * does not. The actor does not tell: the command line changes things as the system, and customers are of its kind.
 */
export async function listTouched(db: Db, subjectKind: SubjectKind, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('activity')
    .select('subject_id')
    .distinct()
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', 'in', idRows(db, ids))
    .where((where) => where.or([where('kind', '<>', 'read'), where('action', '=', 'key.opened')]))
    .where('action', '<>', 'variant.ran_low')
    .execute()
  return rows.map((row) => row.subject_id)
}
