import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { ActivityTable } from '../../db/schema/activity.ts'

export async function insertActivity(db: Db, row: Required<Omit<Insertable<ActivityTable>, 'id'>>): Promise<void> {
  await db.insertInto('activity').values(row).execute()
}

/** What was done to one thing, oldest first. */
export const listActivityOf = (db: Db, subjectKind: string, subjectId: number): Promise<Selectable<ActivityTable>[]> =>
  db.selectFrom('activity').selectAll().where('subject_kind', '=', subjectKind).where('subject_id', '=', subjectId).orderBy('id').execute()
