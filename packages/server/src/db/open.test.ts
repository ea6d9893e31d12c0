import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectToPostgres, freshPostgresUrl } from '../testing/fresh-database.ts'
import { openPostgres } from './open.ts'

beforeEach((context) => {
  if (process.env['KEYDESK_TEST_DB'] !== 'postgres') context.skip('of PostgreSQL alone')
})

test('a read that is too slow ends in the database too, and leaves every connection in use', async () => {
  const url = await freshPostgresUrl()
  const db = await openPostgres({ url, connections: 3, limits: { connectMs: 5_000, queryMs: 200, lockMs: 0, idleInTransactionMs: 0 } })
  onTestFinished(() => db.destroy())
  const outside = await connectToPostgres(url)
  onTestFinished(() => outside.end())
  const read = async (query: string) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, ${sql.raw(query)}`.execute(db)
    return rows[0]!.pid
  }
  const three = () => Promise.all([1, 2, 3].map(() => read('pg_sleep(0.05)')))
  const before = await three()
  await expect(read('pg_sleep(3600)')).rejects.toMatchObject({ code: '57014' })
  const { rows } = await outside.query(
    "select pid from pg_stat_activity where state = 'active' and query like '%pg_sleep(3600)%' and pid <> pg_backend_pid()",
  )
  expect(rows).toEqual([])
  expect(new Set(await three())).toEqual(new Set(before))
})
