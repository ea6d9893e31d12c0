import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/**
 * Deleted coupons and announcements are hidden before they are purged, and what was deleted together with a variant or a product is told
 * from what was gone before, so that a restore brings back exactly that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  for (const table of ['coupon', 'announcement']) {
    await db.schema.alterTable(table).addColumn('deleted_at', 'text').execute()
    await sql`create index ${sql.ref(`${table}_deleted`)} on ${sql.table(table)} (deleted_at) where deleted_at is not null`.execute(db)
  }
  await sql`create index product_deleted on product (deleted_at) where deleted_at is not null`.execute(db)
  await sql`alter table variant add column deleted_with_product ${sql.raw(int)} not null default 0`.execute(db)
  await sql`alter table license_key add column removed_with_variant ${sql.raw(int)} not null default 0`.execute(db)
  await sql`
    update variant set deleted_with_product = 1
    where deleted_at is not null and deleted_at = (select product.deleted_at from product where product.id = variant.product_id)`.execute(
    db,
  )
  await sql`
    update license_key set removed_with_variant = 1
    where state = 'removed' and removed_at >= (select variant.deleted_at from variant where variant.id = license_key.variant_id)`.execute(
    db,
  )
}
