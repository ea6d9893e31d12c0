import { forUpdate } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

export async function insertUnusedFiles(db: Db, names: readonly string[], notedAt: string): Promise<void> {
  await db
    .insertInto('unused_file')
    .values(names.map((name) => ({ name, noted_at: notedAt })))
    .execute()
}

/** Returns how many of the names were listed. */
export async function deleteUnusedFiles(db: Db, names: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('unused_file').where('name', 'in', names).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export const listAllUnused = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('unused_file').select('name').execute()).map(({ name }) => name)

/** Those of the names that are listed. On PostgreSQL it waits for a transaction that is about to unlist some. */
export async function listUnused(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await forUpdate(db, db.selectFrom('unused_file').select('name').where('name', 'in', names).orderBy('id')).execute()
  return rows.map((row) => row.name)
}

export async function listUnusedFilesBefore(db: Db, moment: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('unused_file').select('name').where('noted_at', '<', moment).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.name)
}
