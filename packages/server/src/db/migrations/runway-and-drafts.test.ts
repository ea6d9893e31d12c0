import { addDays, daysUpTo } from '@keydesk/contract'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

afterEach(() => vi.useRealTimers())

test('the days of an older database are filled from its sales; its variants are no drafts, and all of their days count', async () => {
  const { deps } = await createTestApp({ migrated: false })
  const { db } = deps
  await migrateTo(db, '0015-discord-second-look')
  const today = '2029-06-15'
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T08:00:00.000Z`) })
  const at = (daysAgo: number) => `${addDays(today, -daysAgo)}T12:00:00.000Z`
  await sql`
    insert into product (id, name, description, full_description, category, featured, unlisted, game_name, cheat_type, has_day_keys, spoofer_type,
      anti_cheats_supported, anti_cheat, firmware_type, hardware_type, update_status, detection_status, requirements, supported_on, instructions,
      faq, updates, version, created_at, updated_at)
    values (1, 'Aim', '', '', 'cheats', 0, 0, '', '', 0, '', '[]', '', '', '', 'Updated', 'Undetected', '', '', '', '[]', '[]', 1, ${at(90)}, ${at(90)})`.execute(
    db,
  )
  for (const [id, daysAgo] of [
    [1, 90],
    [2, 2],
  ] as const)
    await sql`insert into variant (id, product_id, name, price_cents, stock, version, created_at)
      values (${id}, 1, 'Month', 100, 0, 1, ${at(daysAgo)})`.execute(db)
  await sql`
    insert into purchase (id, customer_email, customer_key, status, subtotal_cents, coupon_discount_cents, referral_discount_cents, total_cents,
      created_at, reserved_until)
    values (1, 'a@example.com', 'a@example.com', 'completed', 100, 0, 0, 100, ${at(0)}, ${at(0)})`.execute(db)
  for (const [variant, soldAt, quantity] of [
    [1, at(28), 50],
    [1, at(27), 3],
    [1, at(1), 2],
    [1, at(1), 4],
    [1, null, 9],
    [2, at(0), 1],
  ] as const)
    await sql`insert into purchase_item (purchase_id, product_id, variant_id, product_name, variant_name, quantity, unit_price_cents, paid_cents, sold_at)
      values (1, 1, ${variant}, 'Aim', 'Month', ${quantity}, 1, 1, ${soldAt})`.execute(db)

  await migrate(db)
  const days = async (id: number) =>
    db.selectFrom('variant_day').select(['day', 'quantity']).where('variant_id', '=', id).orderBy('day').execute()
  const sold: Record<string, number> = { [addDays(today, -27)]: 3, [addDays(today, -1)]: 6 }
  expect(await days(1)).toEqual(daysUpTo(today, 28).map((day) => ({ day, quantity: sold[day] ?? 0 })))
  expect(await days(2)).toEqual([2, 1, 0].map((ago) => ({ day: addDays(today, -ago), quantity: ago === 0 ? 1 : 0 })))
  expect(await db.selectFrom('variant').select(['is_draft', 'low_stock_threshold']).execute()).toEqual(
    [1, 2].map(() => ({ is_draft: 0, low_stock_threshold: null })),
  )
})
