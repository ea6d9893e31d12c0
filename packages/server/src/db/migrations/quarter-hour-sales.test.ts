import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('the counters of an older database are filled from its completed orders', async () => {
  const { deps } = await createTestApp({ migrated: false })
  await migrateTo(deps.db, '0009-indexes-of-sales')
  const order = (completed_at: string | null, status: 'completed' | 'refunded' | 'pending' = 'completed') => ({
    ...{ customer_email: 'a@example.com', customer_key: 'a@example.com', status, completed_at },
    ...{ subtotal_cents: 150, coupon_discount_cents: 50, referral_discount_cents: 0, total_cents: 100 },
    ...{ created_at: '2029-12-31T00:00:00.000Z', reserved_until: '2029-12-31T00:30:00.000Z' },
  })
  const moments = ['10:00:00.000', '10:14:59.999', '10:15:00.000', '10:30:00.000', '10:44:59.999', '10:45:00.000', '10:59:59.999']
  await deps.db
    .insertInto('purchase')
    .values([...moments.map((time) => order(`2029-12-31T${time}Z`)), order('2029-12-31T10:00:00.000Z', 'refunded'), order(null, 'pending')])
    .execute()
  await migrate(deps.db)
  expect(await deps.db.selectFrom('quarter_hour_sales').selectAll().orderBy('starts_at').execute()).toEqual([
    { starts_at: '2029-12-31T10:00:00.000Z', orders: 2, revenue_cents: 200 },
    { starts_at: '2029-12-31T10:15:00.000Z', orders: 1, revenue_cents: 100 },
    { starts_at: '2029-12-31T10:30:00.000Z', orders: 2, revenue_cents: 200 },
    { starts_at: '2029-12-31T10:45:00.000Z', orders: 2, revenue_cents: 200 },
  ])
  const tables = (await deps.db.introspection.getTables()).map((table) => table.name)
  expect(tables).not.toContain('daily_sales')
})
