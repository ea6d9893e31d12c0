import type { Db } from '../../db/schema.ts'

export async function recordBackup(db: Db, finishedAt: string): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ id: 1, finished_at: finishedAt })
    .onConflict((clash) => clash.column('id').doUpdateSet({ finished_at: finishedAt }))
    .execute()
}

export const findLastBackup = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('last_backup').select('finished_at').executeTakeFirst())?.finished_at
