import type { Insertable, Selectable } from 'kysely'
import { prepare } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { ActivityTable } from '../../db/schema/activity.ts'

type NewActivity = Required<Omit<Insertable<ActivityTable>, 'id'>>

const insert = prepare<NewActivity, unknown>((db, value) =>
  db.insertInto('activity').values({
    at: value('at'),
    actor_kind: value('actor_kind'),
    actor_id: value('actor_id'),
    actor_name: value('actor_name'),
    action: value('action'),
    subject_kind: value('subject_kind'),
    subject_id: value('subject_id'),
    changes: value('changes'),
  }),
)

export async function insertActivity(db: Db, row: NewActivity): Promise<void> {
  await insert(db, row)
}

/** What was done to one thing, oldest first. */
export const listActivityOf = (db: Db, subjectKind: string, subjectId: number): Promise<Selectable<ActivityTable>[]> =>
  db.selectFrom('activity').selectAll().where('subject_kind', '=', subjectKind).where('subject_id', '=', subjectId).orderBy('id').execute()
