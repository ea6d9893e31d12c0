import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('keys of an older database come through: those of deleted variants are removed, and ids are not given twice', async () => {
  const { deps } = await createTestApp({ migrated: false })
  const { db } = deps
  await migrateTo(db, '0010-quarter-hour-sales')
  const at = '2029-12-31T00:00:00.000Z'
  const texts = ['description', 'full_description', 'category', 'game_name', 'cheat_type', 'spoofer_type', 'anti_cheats_supported']
  const more = ['anti_cheat', 'firmware_type', 'hardware_type', 'update_status', 'detection_status', 'requirements', 'supported_on']
  const empty = Object.fromEntries([...texts, ...more, 'instructions', 'faq', 'updates'].map((name) => [name, '']))
  const flags = { featured: 0, unlisted: 0, has_day_keys: 0, version: 1 }
  await db
    .insertInto('product')
    .values({ name: 'Aim', ...empty, ...flags, created_at: at, updated_at: at } as never)
    .execute()
  const variant = { product_id: 1, name: 'Day', price_cents: 1, version: 1, created_at: at }
  await db
    .insertInto('variant')
    .values([
      { ...variant, stock: 3 },
      { ...variant, stock: 2, deleted_at: at },
    ] as never)
    .execute()
  const keys = [
    [1, 'A', 'available'],
    [1, 'e\u0301', 'available'],
    [1, 'double', 'available'],
    [1, 'sold', 'sold'],
    [2, 'double', 'available'],
    [2, 'gone', 'available'],
    [2, 'old', 'sold'],
    [2, 'newest', 'available'],
  ] as const
  for (const [variant_id, value, state] of keys) {
    await sql`insert into license_key (variant_id, value, state, created_at) values (${variant_id}, ${value}, ${state}, ${at})`.execute(db)
  }
  await sql`delete from license_key where id = 8`.execute(db)
  await migrate(db)
  const rows = await db.selectFrom('license_key').selectAll().orderBy('id').execute()
  expect(rows.map(({ id, variant_id, value, state }) => [id, variant_id, value, state])).toEqual([
    [1, 1, 'A', 'available'],
    [2, 1, '\u00e9', 'available'],
    [3, 1, 'double', 'available'],
    [4, 1, 'sold', 'sold'],
    [5, 2, 'double', 'removed'],
    [6, 2, 'gone', 'removed'],
    [7, 2, 'old', 'sold'],
  ])
  expect(rows.map((row) => row.removed_by)).toEqual([null, null, null, null, 'system', 'system', null])
  expect(await db.selectFrom('variant').select('stock').orderBy('id').execute()).toEqual([{ stock: 3 }, { stock: 0 }])
  const added = { variant_id: 1, value: 'B', state: 'available' as const, created_at: at }
  expect(await db.insertInto('license_key').values(added).returning('id').execute()).toEqual([{ id: 9 }])
})
