import { sql, type Insertable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyReplacementTable } from '../../db/schema/keys.ts'
import { available } from './keys.repo.ts'

/** Gives the oldest available key of a variant to an order line that is paid for. Undefined where there is none. `changeStock` follows. */
export async function sellOldestKey(tx: Db, variantId: number, itemId: number): Promise<number | undefined> {
  const oldest = tx
    .selectFrom('license_key')
    .select('id')
    .where('variant_id', '=', variantId)
    .where('state', '=', available)
    .orderBy('id')
    .limit(1)
  const change = tx
    .selectFrom('variant')
    .select(sql<number>`stock_changes + 1`.as('change'))
    .where('id', '=', variantId)
  const sold = await tx
    .updateTable('license_key')
    .set({ state: 'sold', order_item_id: itemId, reserved_since: change })
    .where('id', 'in', oldest)
    .returning('id')
    .executeTakeFirst()
  return sold?.id
}

/** False when the key is not a customer's any more. */
export async function revokeKey(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set({ state: 'revoked' })
    .where('id', '=', id)
    .where('state', '=', 'sold')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === 1
}

export async function insertReplacement(tx: Db, row: Omit<Insertable<KeyReplacementTable>, 'id'>): Promise<void> {
  await tx.insertInto('key_replacement').values(row).execute()
}

export type ReplacementRow = Awaited<ReturnType<typeof listReplacements>>[number]

/** The replacements of these keys, oldest first. */
export const listReplacements = (db: Db, keyIds: readonly number[]) =>
  db.selectFrom('key_replacement').selectAll().where('key_id', 'in', idRows(db, keyIds)).orderBy('id').execute()

/** The replacements that a key had a part in: of it, and by it. */
export const listReplacementsWith = (db: Db, keyId: number): Promise<ReplacementRow[]> =>
  db
    .selectFrom('key_replacement')
    .selectAll()
    .where(({ or, eb }) => or([eb('key_id', '=', keyId), eb('new_key_id', '=', keyId)]))
    .orderBy('id')
    .execute()
