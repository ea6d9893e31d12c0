import type { Insertable, Selectable } from 'kysely'
import { forUpdate, idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { ApiKeyTable } from '../../db/schema/api-keys.ts'

export type ApiKeyRow = Selectable<ApiKeyTable>

export async function insertApiKey(db: Db, row: Insertable<ApiKeyTable>): Promise<number> {
  return (await db.insertInto('api_key').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export const listApiKeys = (db: Db): Promise<ApiKeyRow[]> => db.selectFrom('api_key').selectAll().orderBy('id').execute()

export async function hasUsable(db: Db, now: string): Promise<boolean> {
  const usable = db
    .selectFrom('api_key')
    .select('id')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
  return (await usable.limit(1).executeTakeFirst()) !== undefined
}

export const listNames = (db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('api_key').select(['id', 'name']).where('id', 'in', idRows(db, ids)).execute()

/** Finds a key that is not revoked by its current secret, or by the previous one during its overlap. It may be expired. */
export async function findLiveApiKey(db: Db, keyHash: string, now: string): Promise<ApiKeyRow | undefined> {
  const live = db.selectFrom('api_key').selectAll().where('revoked_at', 'is', null)
  return (
    (await live.where('key_hash', '=', keyHash).executeTakeFirst()) ??
    (await live.where('previous_key_hash', '=', keyHash).where('previous_ends_at', '>', now).executeTakeFirst())
  )
}

/** An API key that is not revoked, locked until the transaction ends. */
export const lockApiKey = (tx: Db, id: number): Promise<ApiKeyRow | undefined> =>
  forUpdate(tx, tx.selectFrom('api_key').selectAll().where('id', '=', id).where('revoked_at', 'is', null)).executeTakeFirst()

type Previous = 'previous_key_hash' | 'previous_ends_at' | 'previous_created_by'
type Secret = Pick<ApiKeyRow, 'key_hash' | 'hint' | 'created_by' | 'expires_at' | Previous>

export async function replaceSecret(tx: Db, id: number, secret: Secret): Promise<void> {
  await tx.updateTable('api_key').set(secret).where('id', '=', id).execute()
}

/** Only one of several concurrent requests writes. */
export async function setLastUsed(
  db: Db,
  id: number,
  { before, now, from }: { before: string | null; now: string; from: string },
): Promise<void> {
  const row = db.updateTable('api_key').set({ last_used_at: now, last_used_from: from }).where('id', '=', id)
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
