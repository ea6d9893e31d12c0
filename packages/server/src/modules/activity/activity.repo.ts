import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { ActivityTable } from '../../db/schema/activity.ts'

export async function insertActivity(db: Db, row: Required<Omit<Insertable<ActivityTable>, 'id'>>): Promise<void> {
  await db.insertInto('activity').values(row).execute()
}

/** What was done to one thing, oldest first. */
export const listActivityOf = (
  db: Db,
  subjectKind: ActivityTable['subject_kind'],
  subjectId: number,
): Promise<Selectable<ActivityTable>[]> =>
  db.selectFrom('activity').selectAll().where('subject_kind', '=', subjectKind).where('subject_id', '=', subjectId).orderBy('id').execute()

/** The newest row about one action of one person to one thing, since a moment. */
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

/** The kind of the actor is a literal: SQLite does not use a partial index for a bound value. */
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

/** Deletes some of the rows from before a moment, the oldest first, and answers how many. */
export async function deleteBefore(db: Db, moment: string, limit: number): Promise<number> {
  const oldest = db.selectFrom('activity').select('id').where('at', '<', moment).orderBy('at').orderBy('id').limit(limit)
  const { numDeletedRows } = await db.deleteFrom('activity').where('id', 'in', oldest).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
