import type { Kysely } from 'kysely'

/**
 * The order that holds a key, and the order that a value was sold with, are only looked up for keys that an order holds. Keys that are for
 * sale, which come and go by the hundred thousand, need not be in those two indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['license_key_item', 'purchase_item_id'],
    ['license_key_by_value', 'value'],
  ] as const) {
    await db.schema.dropIndex(name).execute()
    await db.schema.createIndex(name).on('license_key').column(column).where('purchase_item_id', 'is not', null).execute()
  }
}
