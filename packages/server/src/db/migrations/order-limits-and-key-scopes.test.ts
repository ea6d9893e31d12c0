import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestApp } from '../../testing.ts'
import { openShop } from '../../testing/shop.ts'
import { examine } from '../../modules/doctor/doctor.service.ts'
import { createApiKey } from '../../modules/api-keys/api-keys.service.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('orders with doubled payment references, customers by other spellings and API keys come through the migration', async () => {
  const app = await createTestApp({ migrated: false })
  const { db } = app.deps
  await migrateTo(db, '0010-quarter-hour-sales')
  await sql`
    insert into coupon (code, code_key, discount_type, expiration_date, created_at, discount_hundredths, max_usage, max_usage_per_user,
      current_usage, applicable_to_all, is_active, version)
    values ('EACH', 'each', 'percentage', '2031-01-01T00:00:00.000Z', '2029-12-31T00:00:00.000Z', 1000, 0, 2, 4, 1, 1, 1)`.execute(db)
  const order = (email: string, status: string, reference: string | null) =>
    sql`
    insert into purchase (customer_email, customer_key, status, created_at, reserved_until, subtotal_cents, coupon_discount_cents,
      referral_discount_cents, total_cents, coupon_id, coupon_code, payment_reference)
    values (${email}, ${email.toLowerCase()}, ${status}, '2029-12-31T00:00:00.000Z', '2029-12-31T00:30:00.000Z', 0, 0, 0, 0, 1, 'EACH', ${reference})`.execute(
      db,
    )
  await order('A.nn@gmail.com', 'refunded', 'pay-1')
  await order('ann+shop@GoogleMail.com', 'refunded', 'pay-1')
  await order('Bob+1@example.com', 'refunded', '')
  await order('Bob@example.com', 'refunded', null)
  await order('b.ob@example.com', 'cancelled', null)
  for (const [key, uses] of Object.entries({
    'a.nn@gmail.com': 1,
    'ann+shop@googlemail.com': 1,
    'bob+1@example.com': 1,
    'bob@example.com': 1,
  }))
    await sql`insert into coupon_customer (coupon_id, customer_key, uses) values (1, ${key}, ${uses})`.execute(db)
  await sql`
    insert into api_key (name, key_hash, hint, created_at) values ('old', 'not a hash', 'kd_abcd', '2029-12-31T00:00:00.000Z')`.execute(db)

  await migrate(db)
  const stored = await db
    .selectFrom('purchase')
    .select(['customer_email', 'limit_key', 'payment_reference', 'api_key_id'])
    .orderBy('id')
    .execute()
  expect(stored).toEqual([
    { customer_email: 'A.nn@gmail.com', limit_key: 'ann@gmail.com', payment_reference: 'pay-1', api_key_id: null },
    { customer_email: 'ann+shop@GoogleMail.com', limit_key: 'ann@gmail.com', payment_reference: 'pay-1', api_key_id: null },
    { customer_email: 'Bob+1@example.com', limit_key: 'bob@example.com', payment_reference: '', api_key_id: null },
    { customer_email: 'Bob@example.com', limit_key: 'bob@example.com', payment_reference: null, api_key_id: null },
    { customer_email: 'b.ob@example.com', limit_key: 'b.ob@example.com', payment_reference: null, api_key_id: null },
  ])
  expect(await db.selectFrom('coupon_customer').select(['customer_key', 'uses']).orderBy('customer_key').execute()).toEqual([
    { customer_key: 'ann@gmail.com', uses: 2 },
    { customer_key: 'bob@example.com', uses: 2 },
  ])
  expect((await examine(app.deps)).filter(({ book }) => book === 'coupons')).toEqual([])
  expect(await db.selectFrom('api_key').select(['name', 'scopes', 'expires_at', 'last_used_at']).execute()).toEqual([
    { name: 'old', scopes: '["catalogue:read","orders:write","users:write"]', expires_at: null, last_used_at: null },
  ])

  // A reference that stands twice is used, and orders from before are seen by every key.
  const shop = await openShop(app)
  expect(await shop.find(1)).toMatchObject({ id: 1, status: 'refunded', payment_reference: 'pay-1' })
  expect(await createApiKey(app.deps, { kind: 'system', id: null, name: 'system' }, 'new')).toMatchObject({ id: 3 })
})
