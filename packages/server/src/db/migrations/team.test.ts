import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('sessions that were there stay, with a number in the order of their start', async () => {
  const { db } = (await createTestApp({ migrated: false })).deps
  await migrateTo(db, '0021-roles')
  const started = '2029-06-15T12:00:00.000Z'
  const later = '2029-06-16T12:00:00.000Z'
  const over = '2029-07-15T12:00:00.000Z'
  await sql`insert into app_user (id, username, username_key, email, email_key, role, password_hash, created_at)
    values (1, 'ann', 'ann', 'ann@example.com', 'ann@example.com', 'owner', 'hash', ${started})`.execute(db)
  for (const [sid, at, ended] of [
    ['second', later, null],
    ['first', started, later],
  ] as const)
    await sql`insert into session (id, user_id, created_at, expires_at, ended_at) values (${sid}, 1, ${at}, ${over}, ${ended})`.execute(db)

  await migrate(db)
  const unknown = { user_id: 1, expires_at: over, device: '', network: '' }
  expect(await db.selectFrom('session').selectAll().orderBy('id').execute()).toEqual([
    { ...unknown, id: 1, sid: 'first', created_at: started, ended_at: later, last_seen_at: started },
    { ...unknown, id: 2, sid: 'second', created_at: later, ended_at: null, last_seen_at: later },
  ])
})
