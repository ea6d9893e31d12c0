import type { LicenseKey } from '@keydesk/contract'
import { sql, type Selectable } from 'kysely'
import { firstIdOf, idRows, rowsByText, takeTurns, textRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { LicenseKeyTable } from '../../db/schema/keys.ts'
import type { ExistingKey } from './keys.rules.ts'

type KeyRow = Selectable<LicenseKeyTable>

/** The state of keys that are for sale, as a literal: SQLite does not use the partial index for a bound value. */
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

/** The highest id of any key, or 0. Ids only grow on both databases, so keys that are added later have higher ids. */
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

export const lockValues = (tx: Db): Promise<void> => takeTurns(tx, 'key values')

export async function listExistingKeys(tx: Db, values: readonly string[]): Promise<ExistingKey[]> {
  const { rows } = await sql<ExistingKey>`
    select found.id, found.variant_id, found.value, found.state from ${rowsByText(tx, 'license_key', 'value', values)}`.execute(tx)
  return rows
}

/**
 * Adds available keys in the order of the list; no key may have any of the values. Returns the first id if the ids are consecutive.
 * Otherwise the caller reads them: `returning` makes the insert a third slower on SQLite.
 * @param change the number of the change of the variant's stock
 * @param importId the key import that they belong to, if any
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

/** A key with the names of its variant and product, and the order that holds it. */
export interface FoundKey extends KeyRow {
  readonly variant_name: string
  readonly variant_deleted_at: string | null
  readonly product_id: number
  readonly product_name: string
  readonly order_id: number | null
}

/** A key by id or by value. One statement includes the names, because a search runs it on each keystroke. */
export const findKey = (db: Db, wanted: { readonly value: string } | { readonly id: number }): Promise<FoundKey | undefined> =>
  db
    .selectFrom('license_key')
    .innerJoin('variant', 'variant.id', 'license_key.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .leftJoin('order_item', 'order_item.id', 'license_key.order_item_id')
    .selectAll('license_key')
    .select([
      'variant.name as variant_name',
      'variant.deleted_at as variant_deleted_at',
      'variant.product_id',
      'product.name as product_name',
      'order_item.order_id',
    ])
    .where((where) => ('id' in wanted ? where('license_key.id', '=', wanted.id) : where('license_key.value', '=', wanted.value)))
    .executeTakeFirst()

/** The order items that hold these keys, and the imports that added them. */
export const listOrigins = (db: Db, ids: readonly number[]): Promise<Pick<KeyRow, 'id' | 'order_item_id' | 'import_id'>[]> =>
  db.selectFrom('license_key').select(['id', 'order_item_id', 'import_id']).where('id', 'in', idRows(db, ids)).execute()

export const pageUnsoldKeys = (db: Db, afterId: number, limit: number): Promise<Pick<KeyRow, 'id' | 'variant_id' | 'value' | 'state'>[]> =>
  db
    .selectFrom('license_key')
    .select(['id', 'variant_id', 'value', 'state'])
    .where('id', '>', afterId)
    .where('state', 'not in', ['sold', 'revoked'])
    .orderBy('id')
    .limit(limit)
    .execute()
