import { sql, type Insertable, type Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyReplacementTable, KeyState, LicenseKeyTable } from '../../db/schema/keys.ts'
import { available } from './keys.repo.ts'

/** Keys of order items: reserving, selling, replacing and releasing them. */

export interface OrderKeyRow {
  readonly id: number
  readonly item_id: number
  readonly value: string
  readonly state: KeyState
  /** The refund that revoked it. */
  readonly refund_id: number | null
}

const orderKeyColumns = ['id', 'order_item_id', 'value', 'state', 'refund_id'] as const

export async function listOrderKeys(db: Db, itemIds: readonly number[]): Promise<OrderKeyRow[]> {
  const rows = await db
    .selectFrom('license_key')
    .select(orderKeyColumns)
    .where('order_item_id', 'in', idRows(db, itemIds))
    .orderBy('id')
    .execute()
  return rows.map(toOrderKeyRow)
}

export async function findItemWithKey(db: Db, value: string): Promise<number | null> {
  const row = await db.selectFrom('license_key').select('order_item_id').where('value', '=', value).executeTakeFirst()
  return row?.order_item_id ?? null
}

const oldestAvailable = (tx: Db, variantId: number, limit: number) =>
  tx.selectFrom('license_key').select('id').where('variant_id', '=', variantId).where('state', '=', available).orderBy('id').limit(limit)

/**
 * Reserves the oldest available keys of a variant for an order item. Returns how many there were.
 * @param change the number of the change of the variant's stock
 */
export async function takeKeys(tx: Db, variantId: number, change: number, itemId: number, quantity: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set({ state: 'reserved', order_item_id: itemId, reserved_since: change })
    .where('id', 'in', oldestAvailable(tx, variantId, quantity))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Gives the oldest available key of a variant to a paid order item. Undefined if there is none. */
export async function sellOldestKey(tx: Db, variantId: number, change: number, itemId: number): Promise<number | undefined> {
  const sold = await tx
    .updateTable('license_key')
    .set({ state: 'sold', order_item_id: itemId, reserved_since: change })
    .where('id', 'in', oldestAvailable(tx, variantId, 1))
    .returning('id')
    .executeTakeFirst()
  return sold?.id
}

export async function sellKeys(tx: Db, itemIds: readonly number[]): Promise<OrderKeyRow[]> {
  const moved = await tx
    .updateTable('license_key')
    .set({ state: 'sold', removed_at: null, removed_by: null })
    .where('order_item_id', 'in', idRows(tx, itemIds))
    .where('state', '=', 'reserved')
    .returning(orderKeyColumns)
    .execute()
  return moved.map(toOrderKeyRow).toSorted((one, other) => one.id - other.id)
}

/** Revokes the keys that are sold. Returns how many. `refundId` is null for a replaced key, which has no refund. */
export async function revokeKeys(tx: Db, ids: readonly number[], refundId: number | null): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set({ state: 'revoked', refund_id: refundId })
    .where('id', 'in', idRows(tx, ids))
    .where('state', '=', 'sold')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Removes reserved keys of order items: with `markedOnly` those marked for removal, else all, as for a deleted variant. */
export async function removeReservedKeys(tx: Db, itemIds: readonly number[], at: string, { markedOnly }: { markedOnly: boolean }) {
  await tx
    .updateTable('license_key')
    .set({
      ...{ state: 'removed', order_item_id: null },
      removed_at: sql<string>`coalesce(removed_at, ${at})`,
      removed_by: sql<string>`coalesce(removed_by, 'system')`,
      removed_with_variant: sql<number>`case when removed_at is null then 1 else 0 end`,
    })
    .where('order_item_id', 'in', idRows(tx, itemIds))
    .where('state', '=', 'reserved')
    .$if(markedOnly, (query) => query.where('removed_at', 'is not', null))
    .execute()
}

/** Makes the reserved keys of order items available again and detaches them. Returns how many. */
export async function freeReservedKeys(tx: Db, itemIds: readonly number[], change: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('license_key')
    .set({ state: 'available', order_item_id: null, available_since: change })
    .where('order_item_id', 'in', idRows(tx, itemIds))
    .where('state', '=', 'reserved')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export type ReplacementRow = Selectable<KeyReplacementTable>

export async function insertReplacement(tx: Db, row: Omit<Insertable<KeyReplacementTable>, 'id'>): Promise<void> {
  await tx.insertInto('key_replacement').values(row).execute()
}

/** The replacements of these keys, oldest first. */
export const listReplacements = (db: Db, keyIds: readonly number[]): Promise<ReplacementRow[]> =>
  db.selectFrom('key_replacement').selectAll().where('key_id', 'in', idRows(db, keyIds)).orderBy('id').execute()

export const listReplacementsWith = (db: Db, keyId: number): Promise<ReplacementRow[]> =>
  db
    .selectFrom('key_replacement')
    .selectAll()
    .where(({ or, eb }) => or([eb('key_id', '=', keyId), eb('new_key_id', '=', keyId)]))
    .orderBy('id')
    .execute()

const toOrderKeyRow = ({ order_item_id, ...key }: Pick<Selectable<LicenseKeyTable>, (typeof orderKeyColumns)[number]>): OrderKeyRow => ({
  ...key,
  item_id: order_item_id!,
})
