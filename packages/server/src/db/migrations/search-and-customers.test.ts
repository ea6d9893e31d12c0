import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('things of an older database are found by their names', async () => {
  const { deps } = await createTestApp({ migrated: false })
  const { db } = deps
  await migrateTo(db, '0021-roles')
  const at = '2029-12-31T00:00:00.000Z'
  const announcements = Array.from({ length: 1_001 }, (_, index) => ({ title: `News ${index}`, content: '' }))
  await db
    .insertInto('announcement')
    .values(announcements.map((row) => ({ ...row, version: 1, created_at: at, updated_at: at })))
    .execute()
  await sql`insert into coupon (code, code_key, discount_type, expiration_date, created_at, discount_hundredths, max_usage, max_usage_per_user,
    current_usage, applicable_to_all, is_active, version) values ('10%-Off', '10%-off', 'percentage', ${at}, ${at}, 1, 0, 0, 0, 1, 1, 1)`.execute(
    db,
  )
  await migrate(db)
  const words = await db.selectFrom('search_word').select(['kind', 'thing_id', 'word']).orderBy('thing_id').orderBy('word').execute()
  expect(words.filter(({ kind }) => kind === 'coupon')).toEqual([
    { kind: 'coupon', thing_id: 1, word: '10' },
    { kind: 'coupon', thing_id: 1, word: 'off' },
  ])
  expect(words.filter(({ kind }) => kind === 'announcement')).toHaveLength(2_002)
  expect(words.at(-1)).toEqual({ kind: 'announcement', thing_id: 1_001, word: 'news' })
})
