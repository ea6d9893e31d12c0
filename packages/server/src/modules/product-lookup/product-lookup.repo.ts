import { forUpdate } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

export const findLiveListing = (db: Db, id: number): Promise<{ name: string; unlisted: number } | undefined> =>
  db.selectFrom('product').select(['name', 'unlisted']).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

export const listNames = (db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('product').select(['id', 'name']).where('id', 'in', ids).execute()

/** The name of a product that is not deleted; its row stays locked until the transaction ends when asked so. */
export async function findLiveProductName(db: Db, id: number, { lock }: { lock: boolean }): Promise<string | undefined> {
  const query = db.selectFrom('product').select('name').where('id', '=', id).where('deleted_at', 'is', null)
  return (await (lock ? forUpdate(db, query) : query).executeTakeFirst())?.name
}
