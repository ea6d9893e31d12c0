import type { Insertable } from 'kysely'
import type { ActivityTable, Db } from '../../db/schema.ts'

export async function insertActivity(db: Db, row: Insertable<ActivityTable>): Promise<void> {
  await db.insertInto('activity').values(row).execute()
}
