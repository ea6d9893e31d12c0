import type { LicenseKey } from '@keydesk/contract'
import { sql } from 'kysely'
import { firstIdOf, textRows } from '../../db/engine.ts'
import { idRows } from '../../db/id-rows.ts'
import type { Db } from '../../db/schema.ts'

/** The state of keys that are for sale, written into the query: the index that holds only those is not found by a value. */
export const available = sql.lit('available' as const)

/** Available keys with an id above `afterId`, oldest first. */
export const pageAvailableKeys = (db: Db, variantId: number, afterId: number, limit: number): Promise<LicenseKey[]> =>
  db
    .selectFrom('license_key')
    .select(['id', 'variant_id', 'value'])
    .where('variant_id', '=', variantId)
    .where('state', '=', available)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The highest id of any key, or 0. Ids only ever grow, on both databases: whatever is added from here on has a higher one. */
export async function findLastKeyId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('license_key')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/**
 * Adds available keys in the order of the list; a value that the variant has already is passed over. Answers the first of their ids where the
 * others follow it one by one. Else they are to be read: SQLite takes a third longer when it says of each that it has added it.
 */
export async function insertKeys(db: Db, variantId: number, values: readonly string[], at: string): Promise<number | undefined> {
  // SQLite needs the `where`, lest it read `on conflict` as a join.
  const result = await sql`
    insert into license_key (variant_id, value, state, created_at)
    select cast(${variantId} as bigint), listed.value, 'available', ${at} from ${textRows(db, values)} as listed where true
    on conflict do nothing
  `.execute(db)
  return firstIdOf(result, values.length)
}

/** All available keys of a variant whose ids lie between two, these included. */
export async function deleteAvailableRange(db: Db, variantId: number, first: number, last: number): Promise<void> {
  await db
    .deleteFrom('license_key')
    .where('variant_id', '=', variantId)
    .where('state', '=', available)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
}

export async function deleteAvailableKeys(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('license_key').where('id', 'in', idRows(db, ids)).where('state', '=', available).execute()
}

/** Deletes some of a variant's available keys, `limit` at most, and answers how many. */
export async function deleteSomeAvailableKeys(db: Db, variantId: number, limit: number): Promise<number> {
  const some = db
    .selectFrom('license_key')
    .select('id')
    .where('variant_id', '=', variantId)
    .where('state', '=', available)
    .orderBy('id')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('license_key').where('id', 'in', some).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Those of the variants that have any key. */
export async function listVariantsWithKeys(db: Db, variantIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('variant')
    .select('variant.id')
    .where('variant.id', 'in', idRows(db, variantIds))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('license_key').select('license_key.id').whereRef('license_key.variant_id', '=', 'variant.id')),
    )
    .execute()
  return rows.map((row) => row.id)
}
