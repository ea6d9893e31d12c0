import type { Db } from '../../db/schema.ts'

/** Holds share the table of leases. Several holders may hold the same id. */
export async function hold(db: Db, id: string, holder: string, until: string): Promise<void> {
  const row = { id: `${id}/${holder}`, holder, place: '', expires_at: until }
  await db
    .insertInto('lease')
    .values(row)
    .onConflict((clash) => clash.column('id').doUpdateSet(row))
    .execute()
}

export async function release(db: Db, id: string, holder: string): Promise<void> {
  await db.deleteFrom('lease').where('id', '=', `${id}/${holder}`).execute()
}

export async function isHeld(db: Db, id: string, now: string): Promise<boolean> {
  const row = await db.selectFrom('lease').select('id').where('id', 'like', `${id}/%`).where('expires_at', '>', now).executeTakeFirst()
  return row !== undefined
}
