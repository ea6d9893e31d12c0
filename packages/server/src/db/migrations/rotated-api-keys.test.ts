import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('API keys stay, and remember who made them', async () => {
  const { db } = (await createTestApp({ migrated: false })).deps
  await migrateTo(db, '0036-completed-by-hand')
  const at = '2029-12-31T00:00:00.000Z'
  await sql`insert into app_user (id, username, username_key, email, email_key, role, created_at)
    values (7, 'ann', 'ann', 'ann@example.com', 'ann@example.com', 'owner', ${at})`.execute(db)
  for (const name of ['by ann', 'by the command line', 'from before activity'])
    await sql`insert into api_key (name, key_hash, hint, created_at) values (${name}, ${`hash ${name}`}, 'kd_abcd', ${at})`.execute(db)
  for (const [id, kind, actor] of [
    [1, 'admin', 7],
    [2, 'system', null],
  ] as const)
    await sql`insert into activity (at, actor_kind, actor_id, actor_name, action, kind, subject_kind, subject_id, changes)
      values (${at}, ${kind}, ${actor}, '', 'api_key.created', 'create', 'api_key', ${id}, '{}')`.execute(db)

  await migrate(db)
  const nothing = { previous_key_hash: null, previous_ends_at: null, revoked_at: null }
  expect(await db.selectFrom('api_key').selectAll().orderBy('id').execute()).toMatchObject([
    { ...nothing, name: 'by ann', key_hash: 'hash by ann', created_by: 7 },
    { ...nothing, name: 'by the command line', created_by: null },
    { ...nothing, name: 'from before activity', created_by: null },
  ])
})
