import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('payouts that were there stay, and those that the activity knows say when they were decided', async () => {
  const { db } = (await createTestApp({ migrated: false })).deps
  await migrateTo(db, '0026-search-and-customers')
  const [asked, decided] = ['2029-06-15T12:00:00.000Z', '2029-06-16T12:00:00.000Z']
  await sql`insert into app_user (id, username, username_key, email, email_key, role, created_at)
    values (1, 'ann', 'ann', 'ann@example.com', 'ann@example.com', 'customer', ${asked})`.execute(db)
  for (const [id, status, transaction] of [
    [1, 'pending', null],
    [2, 'completed', 'tx'],
    [3, 'failed', null],
    [4, 'completed', 'older than the activity'],
  ] as const)
    await sql`insert into payout (id, user_id, amount_cents, wallet_type, wallet_address, status, transaction_id, created_at)
      values (${id}, 1, 100, 'BTC', 'bc1', ${status}, ${transaction}, ${asked})`.execute(db)
  for (const [id, action, at] of [
    [1, 'payout.created', asked],
    [2, 'payout.created', asked],
    [2, 'payout.completed', decided],
    [3, 'payout.rejected', decided],
  ] as const)
    await sql`insert into activity (actor_kind, actor_name, action, subject_kind, subject_id, changes, at)
      values ('admin', 'admin', ${action}, 'payout', ${id}, '{}', ${at})`.execute(db)

  await migrate(db)
  const rest = { user_id: 1, amount_cents: 100, wallet_type: 'BTC', wallet_address: 'bc1', reason: null, created_at: asked, run_id: null }
  expect(await db.selectFrom('payout').selectAll().orderBy('id').execute()).toEqual([
    { ...rest, id: 1, status: 'pending', transaction_id: null, decided_at: null },
    { ...rest, id: 2, status: 'completed', transaction_id: 'tx', decided_at: decided },
    { ...rest, id: 3, status: 'failed', transaction_id: null, decided_at: decided },
    { ...rest, id: 4, status: 'completed', transaction_id: 'older than the activity', decided_at: null },
  ])
})
