import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../testing.ts'
import { connectToPostgres, freshPostgresUrl } from '../testing/databases/fresh-database.ts'
import { makeStock, openShop } from '../testing/shop/shop.ts'
import { openPostgres } from './open.ts'
import { transact } from './transact.ts'

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

test('a sale prepares its statements once for a connection, and still sells after a newer version has changed a table', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeStock(app, 10)
  /** How often the statements that have a name on this connection were run. */
  const countRuns = () =>
    transact(app.deps.db, async (tx) => {
      const uses = sql<{ runs: number }>`select coalesce(max(generic_plans + custom_plans), 0)::int as runs from pg_prepared_statements`
      return (await uses.execute(tx)).rows[0]!.runs
    })
  for (let sale = 0; sale < 3; sale += 1) await shop.sell({ [id]: 1 })
  expect(await countRuns()).toBeGreaterThanOrEqual(3)
  await sql`alter table orders add column made_up text`.execute(app.deps.db)
  await shop.sell({ [id]: 1 })
  expect(await app.call('GET', `/admin/variants/${id}`)).toMatchObject({ body: { data: { stock: 6 } } })
})
