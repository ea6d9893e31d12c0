import type { Db } from '../../db/schema.ts'

export async function insertUnusedFiles(db: Db, names: readonly string[], notedAt: string): Promise<void> {
  await db
    .insertInto('unused_file')
    .values(names.map((name) => ({ name, noted_at: notedAt })))
    .execute()
}

/** Answers how many of them were noted. */
export async function deleteUnusedFiles(db: Db, names: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('unused_file').where('name', 'in', names).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function listUnusedFilesBefore(db: Db, moment: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('unused_file').select('name').where('noted_at', '<', moment).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.name)
}

/** A lease for each that needs the files; they do not exclude each other. */
const prefix = 'unused-files/'

export async function hold(db: Db, id: string, until: string): Promise<void> {
  const row = { id: prefix + id, holder: id, place: '', expires_at: until }
  await db
    .insertInto('lease')
    .values(row)
    .onConflict((clash) => clash.column('id').doUpdateSet(row))
    .execute()
}

export async function release(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('lease')
    .where('id', '=', prefix + id)
    .execute()
}

export async function isHeld(db: Db, now: string): Promise<boolean> {
  const row = await db.selectFrom('lease').select('id').where('id', 'like', `${prefix}%`).where('expires_at', '>', now).executeTakeFirst()
  return row !== undefined
}
