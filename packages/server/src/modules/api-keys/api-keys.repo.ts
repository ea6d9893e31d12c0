import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { ApiKeyTable } from '../../db/schema/people.ts'

export type ApiKeyRow = Selectable<ApiKeyTable>

export async function insertApiKey(db: Db, row: Insertable<ApiKeyTable>): Promise<number> {
  return (await db.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const listApiKeys = (db: Db): Promise<ApiKeyRow[]> => db.selectFrom('api_key').selectAll().orderBy('id').execute()

export const findLiveApiKey = (db: Db, keyHash: string): Promise<ApiKeyRow | undefined> =>
  db.selectFrom('api_key').selectAll().where('key_hash', '=', keyHash).where('revoked_at', 'is', null).executeTakeFirst()

/** Of concurrent requests only one writes the last use. */
export async function setLastUsed(db: Db, id: number, { before, now }: { before: string | null; now: string }): Promise<void> {
  const row = db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id)
  await (before === null ? row.where('last_used_at', 'is', null) : row.where('last_used_at', '=', before)).execute()
}

export async function revokeApiKey(db: Db, id: number, at: string): Promise<boolean> {
  const result = await db
    .updateTable('api_key')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
