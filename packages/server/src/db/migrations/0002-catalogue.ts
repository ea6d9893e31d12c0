import { sql, type Kysely } from 'kysely'
import { seedGames } from './seed-games.ts'
import { ownedBy, reference, tableMaker } from './table.ts'

const productTexts = [
  ...['name', 'description', 'full_description', 'category', 'game_name', 'cheat_type', 'spoofer_type', 'anti_cheats_supported'],
  ...['anti_cheat', 'firmware_type', 'hardware_type', 'update_status', 'detection_status', 'requirements', 'supported_on'],
  ...['instructions', 'faq', 'updates', 'created_at', 'updated_at'],
]

/** Products with their media, variants and licence keys, and the list of games. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)

  await table('game', { texts: ['name', 'name_key'] })
    .addUniqueConstraint('game_name_key', ['name_key'])
    .execute()

  await table('product', { texts: productTexts, ints: ['featured', 'unlisted', 'has_day_keys', 'version'] })
    .addColumn('deleted_at', 'text')
    .execute()

  await table('variant', { texts: ['name', 'created_at'], ints: ['price_cents', 'stock', 'version'] })
    .addColumn('product_id', int, reference('product.id'))
    .addColumn('deleted_at', 'text')
    .addCheckConstraint('variant_stock_not_negative', sql`stock >= 0`)
    .addCheckConstraint('variant_price_not_negative', sql`price_cents >= 0`)
    .execute()
  await db.schema.createIndex('variant_product_id').on('variant').column('product_id').execute()

  await table('license_key', { texts: ['value', 'state', 'created_at'] })
    .addColumn('variant_id', int, reference('variant.id'))
    .addUniqueConstraint('license_key_value', ['variant_id', 'value'])
    .addCheckConstraint('license_key_state', sql`state in ('available', 'reserved', 'sold', 'revoked')`)
    .execute()
  await db.schema.createIndex('license_key_stock').on('license_key').columns(['variant_id', 'state', 'id']).execute()

  await table('media_item', { texts: ['type', 'video', 'view_file', 'card_file', 'created_at'], ints: ['is_thumbnail', 'display_order'] })
    .addColumn('product_id', int, ownedBy('product.id'))
    .execute()
  await db.schema.createIndex('media_item_product_id').on('media_item').columns(['product_id', 'display_order', 'id']).execute()
  await sql`create unique index media_item_one_thumbnail on media_item (product_id) where is_thumbnail = 1`.execute(db)

  await seedGames(db)
}
