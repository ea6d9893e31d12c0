import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { migrate, migrateTo } from '../migrate.ts'

test('the notifications of an older database come through, and may be skipped from then on', async () => {
  const { deps } = await createTestApp({ migrated: false })
  const { db } = deps
  await migrateTo(db, '0010-quarter-hour-sales')
  const [updates, restock] = ['111111111111111111', '222222222222222222']
  await sql`update discord_bot set updates_channel_id = ${updates}, restock_channel_id = ${restock}`.execute(db)
  const rows = [
    ['update', 'success', updates],
    ['restock', 'pending', restock],
    ['test', 'failed', restock],
    ['test', 'success', updates],
    ['announcement', 'pending', '333333333333333333'],
  ] as const
  for (const [index, [type, status, channel]] of rows.entries()) {
    await sql`
      insert into notification (type, status, channel_id, nonce, message, created_at, send_after, attempts, revision, subject_id, message_id)
      values (${type}, ${status}, ${channel}, ${`n${index}`}, '{"title":"Aim"}', '2029-12-31T00:00:00.000Z', '2029-12-31T00:00:01.000Z', 1, 2, 7, 'm1')
    `.execute(db)
  }
  await migrate(db)
  const stored = await db.selectFrom('notification').selectAll().orderBy('id').execute()
  expect(stored).toEqual(
    rows.map(([type, status, channel_id], index) => ({
      ...{
        id: index + 1,
        type,
        status,
        channel_id,
        nonce: `n${index}`,
        message: '{"title":"Aim"}',
        attempts: 1,
        revision: 2,
        subject_id: 7,
      },
      ...{ created_at: '2029-12-31T00:00:00.000Z', queued_at: '2029-12-31T00:00:00.000Z', send_after: '2029-12-31T00:00:01.000Z' },
      ...{ message_id: 'm1', first_attempt_at: null, attempted_at: null, sent_message: null, sent_at: null, error_detail: null },
      ...{ message_url: null, removes: 0 },
      channel: index === 1 || index === 2 ? 'restock' : 'updates',
    })),
  )
  await db.updateTable('notification').set({ status: 'skipped' }).where('id', '=', 5).execute()
  await expect(db.updateTable('notification').set({ nonce: 'n0' }).where('id', '=', 5).execute()).rejects.toThrow(/unique/i)
  const next = { ...stored[0]!, id: undefined, nonce: 'new' }
  expect(await db.insertInto('notification').values(next).returning('id').executeTakeFirstOrThrow()).toEqual({ id: 6 })
  expect(await db.selectFrom('discord_bot').select('product_url').executeTakeFirst()).toEqual({ product_url: '' })
})
