import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { migrate, openDeps, readConfig } from '@keydesk/server'

export interface Shop {
  readonly products: number
  readonly variantsPerProduct: number
  readonly orders: number
  /** Available keys, over all variants. */
  readonly keys: number
  readonly coupons: number
}

/**
 * A process that fills a new data folder with a shop of any size, with a few large statements. The rows are the same each time, and `doctor`
 * finds no problem in them.
 */
async function generateShop(dataDir: string, shop: Shop): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'keydesk.db')
  const { deps, close } = await openDeps(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), { durable: false })
  await migrate(deps.db)
  await close()
  const database = new SqliteDatabase(file)
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -512000')
  database.transaction(() => fill(database, shop))()
  database.exec('analyze')
  database.pragma('wal_checkpoint(truncate)')
  database.close()
}

/** The cents of a sold key of a variant. Keys of a third of the variants have no known cost. */
const costOf = '(100 + variant_id % 400)'

function fill(database: Database, { products, variantsPerProduct, orders, keys, coupons }: Shop): void {
  const variants = products * variantsPerProduct
  const keysEach = Math.ceil(keys / variants)
  const run = (sql: string, ...values: number[]) => database.prepare(sql).run(...values)
  const upTo = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)'
  const moment = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-01', '-' || (i % 525600) || ' minutes')`

  run(
    `insert into product (name, description, full_description, category, game_name, cheat_type, spoofer_type, anti_cheats_supported, anti_cheat,
       firmware_type, hardware_type, update_status, detection_status, requirements, supported_on, instructions, faq, updates, created_at,
       updated_at, featured, unlisted, has_day_keys, version)
     ${upTo} select 'Product ' || i, 'What it does, in one line, number ' || i, '<p>' || hex(zeroblob(200)) || '</p>', 'cheats', 'Game ' || (i % 40),
       'External', '', '["Vanguard"]', '', '', '', 'Updated', 'Undetected', '<p>Windows</p>', 'Windows 11', 'Run it.',
       '[{"question":"Does it work?","answer":"It does."}]', '[]', ${moment}, ${moment}, i % 7 = 0, 0, 1, 1 from n`,
    products,
  )
  run(
    `insert into variant (product_id, name, price_cents, stock, version, created_at)
     ${upTo} select 1 + (i - 1) / ${variantsPerProduct}, case i % 3 when 0 then 'Day' when 1 then 'Week' else 'Month' end, 500 + i % 5000,
       ${keysEach}, 1, '2026-01-01T00:00:00.000Z' from n`,
    variants,
  )
  run(
    `insert into license_key (variant_id, value, state, created_at)
     ${upTo} select 1 + i % ${variants}, printf('FREE-%08d-%08x', i, i * 2654435761 % 4294967296), 'available', '2026-01-01T00:00:00.000Z' from n`,
    keysEach * variants,
  )
  run(
    `insert into coupon (code, code_key, discount_type, expiration_date, created_at, discount_hundredths, max_usage, max_usage_per_user,
       current_usage, applicable_to_all, is_active, version)
     ${upTo} select 'CODE' || i, 'code' || i, 'percentage', '2090-01-01T00:00:00.000Z', ${moment}, 1000, 0, 0, 0, 1, 1, 1 from n`,
    coupons,
  )
  database.exec(
    `insert into search_word (kind, thing_id, word) select 'product', id, 'product' from product union all select 'product', id, cast(id as text) from product;
     insert into search_word (kind, thing_id, word)
     select 'variant', id, lower(name) from variant union all select 'variant', id, 'product' from variant
     union all select 'variant', id, cast(product_id as text) from variant;
     insert into search_word (kind, thing_id, word) select 'coupon', id, code_key from coupon`,
  )
  if (orders === 0) return
  run(
    `insert into orders (customer_email, customer_key, limit_key, status, created_at, reserved_until, subtotal_cents, coupon_discount_cents,
       referral_discount_cents, total_cents, payment_reference, coupon_id, coupon_code, completed_at)
     ${upTo} select 'buyer' || (i % 50000) || '@example.com', 'buyer' || (i % 50000) || '@example.com', 'buyer' || (i % 50000) || '@example.com',
       case when i % 20 = 0 then 'cancelled' else 'completed' end, ${moment}, ${moment}, 500 + (1 + i % ${variants}) % 5000, 0, 0,
       500 + (1 + i % ${variants}) % 5000, 'ch_' || i, case when i % 5 = 1 then 1 end, case when i % 5 = 1 then 'CODE1' end, case when i % 20 = 0 then null else ${moment} end from n`,
    orders,
  )
  // A fifth of the orders used one coupon.
  database.exec(`update coupon set current_usage = (select count(*) from orders where coupon_id = 1) where id = 1`)
  database.exec(
    `insert into order_item (product_name, variant_name, quantity, unit_price_cents, paid_cents, product_id, variant_id, order_id, sold_at)
     select 'Product ' || variant.product_id, variant.name, 1, total_cents, total_cents, variant.product_id, variant.id, orders.id, completed_at
     from orders join variant on variant.id = 1 + orders.id % ${variants}`,
  )
  database.exec(
    `insert into key_import (id, variant_id, name, supplier, added, created_at, created_by)
     select id, id, 'keys.txt', '', 0, '2026-01-01T00:00:00.000Z', 'bench' from variant where id % 3 <> 0;
     insert into license_key (variant_id, value, state, created_at, order_item_id, import_id)
     select variant_id, printf('SOLD-%08d', id), 'sold', '2026-01-01T00:00:00.000Z', id, case when variant_id % 3 <> 0 then variant_id end
     from order_item where sold_at is not null;
     update key_import set added = (select count(*) from license_key where import_id = key_import.id);
     update key_import set cost_cents = added * ${costOf}`,
  )
  database.exec(
    `insert into variant_sales select variant_id, product_id, sum(quantity), sum(paid_cents) from order_item where sold_at is not null group by 1, 2;
     insert into quarter_hour_sales select strftime('%Y-%m-%dT%H:', completed_at) || printf('%02d:00.000Z', strftime('%M', completed_at) / 15 * 15),
       count(*), sum(total_cents) from orders where status = 'completed' group by 1;
     insert into product_day_sales (day, product_id, quantity, revenue_cents, cost_cents, units_without_cost)
       select substr(sold_at, 1, 10), product_id, sum(quantity), sum(paid_cents), sum(case when variant_id % 3 = 0 then 0 else ${costOf} end),
         sum(variant_id % 3 = 0)
       from order_item where sold_at is not null group by 1, 2;
     insert into variant_day select substr(sold_at, 1, 10), variant_id, sum(quantity) from order_item
       where substr(sold_at, 1, 10) > (select date(max(sold_at), '-30 days') from order_item) group by 1, 2`,
  )
}

const [dataDir = '', shop = ''] = process.argv.slice(2)
await generateShop(dataDir, JSON.parse(shop) as Shop)
