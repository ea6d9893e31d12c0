import type { LicenseKey } from '@keydesk/contract'
import { sql } from 'kysely'
import { firstIdOf, rowsByText, takeTurns, textRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { Holder } from './keys.rules.ts'

/** The state of keys that are for sale, as a literal: SQLite does not use the partial index for a bound value. */
export const available = sql.lit('available' as const)

/** The ids of a variant's oldest available keys, for a statement that changes them. */
export const oldestAvailable = (tx: Db, variantId: number, limit: number) =>
  tx.selectFrom('license_key').select('id').where('variant_id', '=', variantId).where('state', '=', available).orderBy('id').limit(limit)

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

/** Keys that became available after a numbered change of their variant's stock. */
export async function listAvailableAfter(tx: Db, variantId: number, change: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('license_key')
    .select('id')
    .where('variant_id', '=', variantId)
    .where('state', '=', available)
    .where('available_since', '>', change)
    .execute()
  return rows.map((row) => row.id)
}

/** Makes all additions of keys take turns, so that a value that is added twice at once is one key. Taken after the variant's row. */
export const lockValues = (tx: Db): Promise<void> => takeTurns(tx, 'key values')

/** Every key of these values, which differ, in whatever variant and state. */
export async function listHolders(tx: Db, values: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select found.id, found.variant_id, found.value, found.state from ${rowsByText(tx, 'license_key', 'value', values)}`.execute(tx)
  return rows
}

/**
 * Adds available keys in the order of the list; no key has any of the values. Answers the first of their ids where the others follow it
 * one by one. Else they are to be read: SQLite takes a third longer when it says of each that it has added it.
 * @param change the number of the change of the variant's stock
 * @param importId the batch that they belong to, if any
 */
export async function insertKeys(
  tx: Db,
  variantId: number,
  values: readonly string[],
  at: string,
  change: number,
  importId: number | null = null,
): Promise<number | undefined> {
  const result = await sql`
    insert into license_key (variant_id, value, state, created_at, available_since, import_id)
    select cast(${variantId} as bigint), listed.value, 'available', ${at}, cast(${change} as bigint), cast(${importId} as bigint)
    from ${textRows(tx, values)} as listed
  `.execute(tx)
  return firstIdOf(result, values.length)
}

/** How many of some changed keys belong to which variant. */
export function countByVariant(keys: readonly { variant_id: number }[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { variant_id } of keys) counts.set(variant_id, (counts.get(variant_id) ?? 0) + 1)
  return counts
}
