import { forUpdate, idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

export const findLiveListing = (db: Db, id: number): Promise<{ name: string; unlisted: number } | undefined> =>
  db.selectFrom('product').select(['name', 'unlisted']).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** The names of those products that are neither deleted nor unlisted, in the order in which they are shown: the newest first. */
export const listNamesOfListed = (db: Db, ids: readonly number[]): Promise<{ name: string }[]> =>
  db
    .selectFrom('product')
    .select('name')
    .where('id', 'in', idRows(db, ids))
    .where('deleted_at', 'is', null)
    .where('unlisted', '=', 0)
    .orderBy('id', 'desc')
    .execute()

/** Names of products, deleted ones too. */
export const listNames = (db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('product').select(['id', 'name']).where('id', 'in', idRows(db, ids)).execute()

/** The name of a product that is not deleted; its row stays locked until the transaction ends when asked so. */
export async function findLiveProductName(db: Db, id: number, { lock }: { lock: boolean }): Promise<string | undefined> {
  const query = db.selectFrom('product').select('name').where('id', '=', id).where('deleted_at', 'is', null)
  return (await (lock ? forUpdate(db, query) : query).executeTakeFirst())?.name
}

/** Every product, newest first, deleted ones too. */
export const listAllProducts = (db: Db): Promise<{ id: number; name: string; deleted_at: string | null }[]> =>
  db.selectFrom('product').select(['id', 'name', 'deleted_at']).orderBy('id', 'desc').execute()
