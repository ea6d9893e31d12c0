import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('what products sold by the day and the quarter hour is filled from the orders of an older database', async () => {
  const { deps } = await createTestApp({ migrated: false })
  const { db } = deps
  await migrateTo(db, '0018-bulk-changes')
  const at = '2029-12-31T00:00:00.000Z'
  for (const id of [1, 2])
    await sql`
      insert into product (id, name, description, full_description, category, featured, unlisted, game_name, cheat_type, has_day_keys, spoofer_type,
        anti_cheats_supported, anti_cheat, firmware_type, hardware_type, update_status, detection_status, requirements, supported_on, instructions,
        faq, updates, version, created_at, updated_at)
      values (${id}, 'Aim', '', '', 'cheats', 0, 0, '', '', 0, '', '[]', '', '', '', 'Updated', 'Undetected', '', '', '', '[]', '[]', 1, ${at}, ${at})`.execute(
      db,
    )
  await sql`insert into variant (id, product_id, name, price_cents, stock, version, created_at) values (1, 1, 'Month', 100, 0, 1, ${at})`.execute(
    db,
  )
  await sql`
    insert into purchase (id, customer_email, customer_key, status, subtotal_cents, coupon_discount_cents, referral_discount_cents, total_cents,
      created_at, reserved_until)
    values (1, 'a@example.com', 'a@example.com', 'completed', 100, 0, 0, 100, ${at}, ${at})`.execute(db)
  for (const [product, soldAt, quantity, paid] of [
    [1, '2029-12-30T10:14:59.999Z', 1, 90],
    [1, '2029-12-30T10:15:00.000Z', 2, 180],
    [1, '2029-12-30T10:29:59.999Z', 3, 0],
    [2, '2029-12-30T23:45:00.000Z', 4, 400],
    [1, '2029-12-31T00:00:00.000Z', 5, 500],
    [1, null, 9, 900],
  ] as const)
    await sql`insert into purchase_item (purchase_id, product_id, variant_id, product_name, variant_name, quantity, unit_price_cents, paid_cents, sold_at)
      values (1, ${product}, 1, 'Aim', 'Month', ${quantity}, 1, ${paid}, ${soldAt})`.execute(db)

  await migrate(db)
  const spans = await db.selectFrom('span_sales').selectAll().orderBy('kind').orderBy('starts_at').orderBy('product_id').execute()
  expect(spans.map((row) => Object.values(row).join(' '))).toEqual([
    'day 2029-12-30T00:00:00.000Z 1 6 270',
    'day 2029-12-30T00:00:00.000Z 2 4 400',
    'day 2029-12-31T00:00:00.000Z 1 5 500',
    'quarter_hour 2029-12-30T10:00:00.000Z 1 1 90',
    'quarter_hour 2029-12-30T10:15:00.000Z 1 5 180',
    'quarter_hour 2029-12-30T23:45:00.000Z 2 4 400',
    'quarter_hour 2029-12-31T00:00:00.000Z 1 5 500',
  ])
})
