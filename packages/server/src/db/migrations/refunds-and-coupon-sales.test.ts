import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

const at = (time: string) => `2029-12-31T${time}.000Z`

test('orders that were refunded before, and what coupons sold, are filled in', async () => {
  const { deps } = await createTestApp({ migrated: false })
  const { db } = deps
  await migrateTo(db, '0026-search-and-customers')
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into product (id, name, description, full_description, category, featured, unlisted, game_name, cheat_type, has_day_keys,
      spoofer_type, anti_cheats_supported, anti_cheat, firmware_type, hardware_type, update_status, detection_status, requirements, supported_on,
      instructions, faq, updates, version, created_at, updated_at)
    values (1, 'Aim', '', '', 'cheats', 0, 0, '', '', 0, '', '[]', '', '', '', 'Updated', 'Undetected', '', '', '', '[]', '[]', 1, '', '')`)
  await run(`insert into variant (id, product_id, name, price_cents, stock, version, created_at) values (1, 1, 'Month', 100, 0, 1, '')`)
  await run(`insert into app_user (id, username, username_key, email, email_key, role, created_at)
    values (1, 'ada', 'ada', 'ada@example.com', 'ada@example.com', 'customer', '')`)
  await run(`insert into coupon (id, code, code_key, discount_type, discount_hundredths, expiration_date, max_usage, max_usage_per_user,
      current_usage, applicable_to_all, is_active, version, created_at)
    values (1, 'TEN', 'ten', 'percentage', 1000, '', 0, 0, 3, 1, 1, 1, '')`)
  const order = (id: number, status: string, completedAt: string, endedAt: string | null) =>
    run(`insert into purchase (id, customer_email, customer_key, status, subtotal_cents, coupon_discount_cents, referral_discount_cents,
        total_cents, coupon_id, coupon_code, created_at, reserved_until, completed_at, ended_at)
      values (${id}, 'a@example.com', 'a@example.com', '${status}', 200, 20, 0, 180, 1, 'TEN', '${at('10:00:00')}', '${at('10:30:00')}',
        '${completedAt}', ${endedAt === null ? 'null' : `'${endedAt}'`})`)
  await order(1, 'completed', at('10:14:59'), null)
  await order(2, 'completed', at('10:01:00'), null)
  await order(3, 'refunded', at('10:01:00'), at('11:00:00'))
  await order(4, 'cancelled', at('10:01:00'), at('11:00:00'))
  for (const id of [1, 2, 3, 4])
    await run(`insert into purchase_item (id, purchase_id, product_id, variant_id, product_name, variant_name, quantity, unit_price_cents, paid_cents)
      values (${id}, ${id}, 1, 1, 'Aim', 'Month', 2, 100, 180)`)
  // Of the refunded order: one key was replaced before. Of a completed one, too.
  for (const [id, item, state] of [
    [1, 3, 'revoked'],
    [2, 3, 'revoked'],
    [3, 3, 'revoked'],
    [4, 1, 'revoked'],
    [5, 1, 'sold'],
  ] as const)
    await run(
      `insert into license_key (id, variant_id, value, state, created_at, purchase_item_id) values (${id}, 1, 'K-${id}', '${state}', '', ${item})`,
    )
  await run(`insert into key_replacement (key_id, new_key_id, reason, note, replaced_at, replaced_by) values (1, 3, 'other', '', '', 'admin'),
    (4, 5, 'other', '', '', 'admin')`)
  for (const [id, status] of [
    [1, 'completed'],
    [3, 'rejected'],
    [4, 'rejected'],
  ] as const)
    await run(
      `insert into referral (referrer_id, purchase_id, commission_cents, status, created_at) values (1, ${id}, 18, '${status}', '')`,
    )
  await run(`insert into activity (at, actor_kind, actor_id, actor_name, action, kind, subject_kind, subject_id, subject_name, changes)
    values ('${at('11:00:00')}', 'admin', 1, 'Bea', 'order.refunded', 'sale', 'order', 3, '#3', '{}')`)

  await migrate(db)
  expect(await db.selectFrom('refund').selectAll().execute()).toEqual([
    { id: 1, purchase_id: 3, at: at('11:00:00'), actor: 'Bea', reason: null, total_cents: 180 },
  ])
  expect(await db.selectFrom('refund_item').selectAll().execute()).toEqual([
    { id: 1, refund_id: 1, item_id: 3, quantity: 2, amount_cents: 180 },
  ])
  const orders = await db.selectFrom('purchase').select(['refunded_cents', 'coupon_counted']).orderBy('id').execute()
  expect(orders.map(({ coupon_counted }) => coupon_counted)).toEqual([1, 1, 0, 0])
  expect(orders.map(({ refunded_cents }) => refunded_cents)).toEqual([0, 0, 180, 0])
  const items = await db.selectFrom('purchase_item').select(['refunded_quantity', 'refunded_cents']).orderBy('id').execute()
  expect(items.map(({ refunded_quantity, refunded_cents }) => [refunded_quantity, refunded_cents])).toEqual([
    [0, 0],
    [0, 0],
    [2, 180],
    [0, 0],
  ])
  const keys = await db.selectFrom('license_key').select(['id', 'refund_id']).orderBy('id').execute()
  expect(keys.filter(({ refund_id }) => refund_id !== null)).toEqual([
    { id: 2, refund_id: 1 },
    { id: 3, refund_id: 1 },
  ])
  const referrals = await db.selectFrom('referral').selectAll().orderBy('purchase_id').execute()
  expect(referrals.map((row) => [row.purchase_id, row.commission_cents, row.original_commission_cents])).toEqual([
    [1, 18, null],
    [3, 0, 18],
    [4, 18, null],
  ])
  expect(await db.selectFrom('coupon_sales').selectAll().execute()).toEqual([
    { coupon_id: 1, starts_at: at('10:00:00'), uses: 2, revenue_cents: 360, discount_cents: 40 },
  ])
})
