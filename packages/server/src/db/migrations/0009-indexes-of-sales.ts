import { sql, type Kysely } from 'kysely'

/**
 * Each index costs a page write for a row that enters it, leaves it or moves. These hold only rows that are looked up: a key leaves its
 * index when it is reserved and causes no write when it is sold or revoked; a line enters its index when it is sold, not when it is made;
 * an order without a coupon is in no index for coupons.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['license_key_stock', 'purchase_item_product', 'purchase_coupon']) await db.schema.dropIndex(name).execute()
  await sql`create index license_key_stock on license_key (variant_id, id) where state = 'available'`.execute(db)
  await sql`create index purchase_item_product on purchase_item (product_id, sold_at) where sold_at is not null`.execute(db)
  await sql`create index purchase_coupon on purchase (coupon_id) where coupon_id is not null`.execute(db)
}
