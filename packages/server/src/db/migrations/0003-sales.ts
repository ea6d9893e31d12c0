import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../engine.ts'
import { ownedBy, reference, tableMaker } from './table.ts'

/** Coupons, orders with the keys they hold, referrals with payouts, announcements, statistics, and answers kept for repeats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await coupons(db)
  await purchases(db)
  await referrals(db)
  await statistics(db)
  await announcements(db)
  await idempotency(db)
}

async function coupons(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('coupon', {
    texts: ['code', 'code_key', 'discount_type', 'expiration_date', 'created_at'],
    ints: ['discount_hundredths', 'max_usage', 'max_usage_per_user', 'current_usage', 'applicable_to_all', 'is_active', 'version'],
  })
    .addUniqueConstraint('coupon_code_key', ['code_key'])
    .addCheckConstraint('coupon_usage', sql`current_usage >= 0`)
    .execute()
  await db.schema
    .createTable('coupon_product')
    .addColumn('coupon_id', int, ownedBy('coupon.id'))
    .addColumn('product_id', int, ownedBy('product.id'))
    .addPrimaryKeyConstraint('coupon_product_pk', ['coupon_id', 'product_id'])
    .execute()
  await db.schema.createIndex('coupon_product_product').on('coupon_product').column('product_id').execute()
  await db.schema
    .createTable('coupon_customer')
    .addColumn('coupon_id', int, ownedBy('coupon.id'))
    .addColumn('customer_key', 'text', (column) => column.notNull())
    .addColumn('uses', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('coupon_customer_pk', ['coupon_id', 'customer_key'])
    .addCheckConstraint('coupon_customer_uses', sql`uses >= 0`)
    .execute()
}

async function purchases(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('purchase', {
    texts: ['customer_email', 'customer_key', 'status', 'created_at', 'reserved_until'],
    ints: ['subtotal_cents', 'coupon_discount_cents', 'referral_discount_cents', 'total_cents'],
  })
    .addColumn('coupon_id', int, (column) => column.references('coupon.id').onDelete('set null'))
    .addColumn('coupon_code', 'text')
    .addColumn('referral_code', 'text')
    .addColumn('payment_reference', 'text')
    .addColumn('completed_at', 'text')
    .addColumn('ended_at', 'text')
    .addCheckConstraint('purchase_status', sql`status in ('pending', 'completed', 'cancelled', 'expired', 'refunded')`)
    .addCheckConstraint(
      'purchase_total',
      sql`total_cents >= 0 and total_cents = subtotal_cents - coupon_discount_cents - referral_discount_cents`,
    )
    .execute()
  await db.schema.createIndex('purchase_status_id').on('purchase').columns(['status', 'id']).execute()
  await db.schema.createIndex('purchase_total').on('purchase').columns(['total_cents', 'id']).execute()
  await db.schema.createIndex('purchase_status_total').on('purchase').columns(['status', 'total_cents', 'id']).execute()
  // With the total: sorting a range of days by it needs the index alone.
  await db.schema.createIndex('purchase_created').on('purchase').columns(['created_at', 'id', 'total_cents']).execute()
  await db.schema.createIndex('purchase_status_created').on('purchase').columns(['status', 'created_at', 'id', 'total_cents']).execute()
  await db.schema.createIndex('purchase_coupon').on('purchase').column('coupon_id').execute()
  // Searched by prefix, which is an index range only where text is compared byte by byte.
  await sql`create index purchase_customer on purchase (${sql.raw(isPostgres(db) ? 'customer_key collate "C"' : 'customer_key')}, id)`.execute(
    db,
  )
  await sql`create index purchase_due on purchase (reserved_until) where status = 'pending'`.execute(db)

  await table('purchase_item', {
    texts: ['product_name', 'variant_name'],
    ints: ['quantity', 'unit_price_cents', 'paid_cents', 'product_id', 'variant_id'],
  })
    .addColumn('purchase_id', int, ownedBy('purchase.id'))
    // Set while the order counts as a sale, so that a product's last sale is found without reading the others.
    .addColumn('sold_at', 'text')
    .execute()
  await db.schema.createIndex('purchase_item_purchase').on('purchase_item').column('purchase_id').execute()
  await db.schema.createIndex('purchase_item_product').on('purchase_item').columns(['product_id', 'sold_at']).execute()

  await db.schema
    .alterTable('license_key')
    .addColumn('purchase_item_id', int, (column) => column.references('purchase_item.id'))
    .execute()
  await db.schema.createIndex('license_key_item').on('license_key').column('purchase_item_id').execute()
  await db.schema.createIndex('license_key_by_value').on('license_key').column('value').execute()
}

async function referrals(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  const add = (name: string, type: 'text' | typeof int) => db.schema.alterTable('app_user').addColumn(name, type).execute()
  await add('referral_code', 'text')
  await add('referral_code_key', 'text')
  await add('custom_commission_hundredths', int)
  await add('custom_discount_hundredths', int)
  for (const name of ['referral_enabled', 'total_referrals', 'completed_referrals', 'commission_cents', 'paid_out_cents']) {
    await db.schema
      .alterTable('app_user')
      .addColumn(name, int, (column) => column.notNull().defaultTo(0))
      .execute()
  }
  await db.schema.createIndex('app_user_referral_code').unique().on('app_user').column('referral_code_key').execute()

  await table('referral', { texts: ['status', 'created_at'], ints: ['commission_cents'] })
    .addColumn('referrer_id', int, reference('app_user.id'))
    .addColumn('purchase_id', int, (column) => reference('purchase.id')(column).unique())
    .addCheckConstraint('referral_status', sql`status in ('pending', 'completed', 'rejected')`)
    .execute()
  await db.schema.createIndex('referral_status_id').on('referral').columns(['status', 'id']).execute()
  await db.schema.createIndex('referral_referrer').on('referral').column('referrer_id').execute()

  await table('payout', { texts: ['wallet_type', 'wallet_address', 'status', 'created_at'], ints: ['amount_cents'] })
    .addColumn('user_id', int, reference('app_user.id'))
    .addColumn('transaction_id', 'text')
    .addCheckConstraint('payout_status', sql`status in ('pending', 'completed', 'failed')`)
    .execute()
  await db.schema.createIndex('payout_status_id').on('payout').columns(['status', 'id']).execute()
  await db.schema.createIndex('payout_user').on('payout').column('user_id').execute()
}

/** Updated in the transaction that changes an order, so that reading them costs the same however many orders there are. */
async function statistics(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .createTable('product_sales')
    .addColumn('product_id', int, (column) => column.primaryKey().notNull())
    .addColumn('quantity', int, (column) => column.notNull())
    .addColumn('revenue_cents', int, (column) => column.notNull())
    .addColumn('last_purchase_at', 'text')
    .execute()
  await db.schema
    .createTable('variant_sales')
    .addColumn('variant_id', int, (column) => column.primaryKey().notNull())
    .addColumn('product_id', int, (column) => column.notNull())
    .addColumn('quantity', int, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('variant_sales_product').on('variant_sales').column('product_id').execute()
  await db.schema
    .createTable('daily_sales')
    .addColumn('day', 'text', (column) => column.primaryKey().notNull())
    .addColumn('orders', int, (column) => column.notNull())
    .addColumn('revenue_cents', int, (column) => column.notNull())
    .execute()
}

async function announcements(db: Kysely<unknown>): Promise<void> {
  const { table } = tableMaker(db)
  await table('announcement', { texts: ['title', 'content', 'created_at', 'updated_at'], ints: ['version'] }).execute()
}

async function idempotency(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .createTable('idempotent_answer')
    .addColumn('api_key_id', int, ownedBy('api_key.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('status', int, (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotent_answer_pk', ['api_key_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotent_answer_created').on('idempotent_answer').column('created_at').execute()
}
