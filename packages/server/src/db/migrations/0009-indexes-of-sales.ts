import { sql, type Kysely } from 'kysely'

/**
 * Each index writes a page more for a row that comes into it, goes, or moves. These hold only rows that are looked for in them: a key moves
 * out of its when it is reserved, and not a second and a third time when it is sold and revoked; a line comes into its when it is sold, and
 * not when it is made; an order without a coupon is in none for coupons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['license_key_stock', 'purchase_item_product', 'purchase_coupon']) await db.schema.dropIndex(name).execute()
  await sql`create index license_key_stock on license_key (variant_id, id) where state = 'available'`.execute(db)
  await sql`create index purchase_item_product on purchase_item (product_id, sold_at) where sold_at is not null`.execute(db)
  await sql`create index purchase_coupon on purchase (coupon_id) where coupon_id is not null`.execute(db)
}
