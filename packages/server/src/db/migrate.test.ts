import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../testing.ts'
import { connectToPostgres, postgresUrlOf } from '../testing/databases/fresh-database.ts'
import { asNextVersion, madeUpMigrations } from '../testing/processes/next-version.ts'
import { isMigrated, migrate, type MigrateOptions } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import type { Db } from './schema.ts'

const kinds = madeUpMigrations()
const made = { index: { name: 'made_up', on: 'orders (customer_email, status)' } }

let db: Db
let lines: string[]
beforeEach(async () => {
  db = (await createTestApp({ unused: true })).deps.db
  lines = []
})

const upgrade = (added: Record<string, Migration>, options: MigrateOptions = {}) =>
  asNextVersion(() => migrate(db, { say: (line) => lines.push(line), ...options }), added)

/** A session of somebody else, on PostgreSQL. */
async function connect() {
  const client = await connectToPostgres(await postgresUrlOf(db))
  onTestFinished(() => client.end())
  await client.query(`set application_name = 'psql'`)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { run: (statement: string) => client.query(statement), pid: rows[0]!.pid }
}

test('a migration of each kind runs once, in order, without a word if nothing holds it up', async () => {
  expect(await upgrade(kinds)).toEqual(Object.keys(kinds))
  expect(await upgrade(kinds)).toEqual([])
  expect(await isMigrated(db)).toBe(true)
  await sql`insert into made_up (id, note) values (1, '')`.execute(db)
  await sql`select made_up from orders order by made_up, id`.execute(db)
  expect(lines).toEqual([])
})

test('a backfill commits each batch, and one that was interrupted goes on where it was', async () => {
  const games = Array.from({ length: 1_200 }, (_, index) => ({ name: `Game ${index}`, name_key: `game ${index}` }))
  await db.insertInto('game').values(games).execute()
  const batches: number[] = []
  const backfill = (mayFill: (batch: number) => boolean): Record<string, Migration> => ({
    '9998-column': { up: async (tx) => void (await sql`alter table game add column made_up text`.execute(tx)) },
    '9999-backfill': {
      backfill: {
        table: 'game',
        where: 'made_up is null',
        fill: async (tx, ids) => {
          if (!mayFill(batches.length)) throw new Error('The power is gone')
          batches.push(ids.length)
          await sql`update game set made_up = name_key where id in (${sql.join(ids)})`.execute(tx)
        },
      },
    },
  })
  const left = async () => (await sql<{ n: number }>`select count(*) as n from game where made_up is null`.execute(db)).rows[0]!.n
  await expect(upgrade(backfill((batch) => batch < 2))).rejects.toThrow('The power is gone')
  expect(batches).toEqual([500, 500])
  const remaining = await left()
  expect(remaining).toBeGreaterThan(0)
  expect(await upgrade(backfill(() => true))).toEqual(['9999-backfill'])
  expect(batches).toEqual([500, 500, remaining])
  expect(await left()).toBe(0)
})

describe.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')('on PostgreSQL', () => {
  const add: Record<string, Migration> = {
    '9999-column': { up: async (tx) => void (await sql`alter table orders add column made_up text`.execute(tx)) },
  }

  test('a migration waits for a table in use, names who uses it, and runs when it is free', async () => {
    const other = await connect()
    await other.run('begin; select count(*) from orders')
    const upgrading = upgrade(add)
    const line = `^Migration 9999-column waits for the table orders, which process ${other.pid} \\(psql, idle in transaction, for \\d+ s\\) uses\\. It is tried again\\.$`
    await expect.poll(() => lines[0]).toMatch(new RegExp(line))
    await other.run('commit')
    expect(await upgrading).toEqual(['9999-column'])
  })

  test('a migration that cannot get its table ends with a sentence that says what to do', async () => {
    const other = await connect()
    await other.run('begin; select count(*) from orders')
    const sentence = `^Migration 9999-column was tried for 1 s, and waits for the table orders, which process ${other.pid} \\(psql, .*\\) uses\\. End process ${other.pid} \\(select pg_terminate_backend\\(${other.pid}\\)\\) or wait until it is done, then start Keydesk again\\.`
    await expect(upgrade(add, { patienceMs: 1_000 })).rejects.toThrow(new RegExp(sentence))
    await other.run('commit')
    expect(await upgrade(add)).toEqual(['9999-column'])
  })

  test('the build of an index waits for an open transaction, is ended after too long, and its remains are replaced', async () => {
    const other = await connect()
    await other.run(`begin; update orders set status = status; lock table orders in row exclusive mode`)
    await expect(upgrade({ '9999-index': made }, { patienceMs: 1_500 })).rejects.toThrow(
      new RegExp(`^Migration 9999-index was tried for 2 s, and waits for .*process ${other.pid} `),
    )
    expect(lines[0]).toMatch(new RegExp(`^Migration 9999-index waits for .*process ${other.pid} \\(psql, `))
    await other.run('commit')
    const isValid = async () => (await other.run(`select indisvalid from pg_index where indexrelid = 'made_up'::regclass`)).rows
    expect(await isValid()).toEqual([{ indisvalid: false }])
    expect(await upgrade({ '9999-index': made })).toEqual(['9999-index'])
    expect(await isValid()).toEqual([{ indisvalid: true }])
  })

  test('a lost connection is tried again', async () => {
    const other = await connect()
    let tries = 0
    const cut: Migration = {
      up: async (tx) => {
        tries += 1
        if (tries > 1) return
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await other.run(`select pg_terminate_backend(${rows[0]!.pid}, 5000)`)
        await sql`select 1`.execute(tx)
      },
    }
    expect(await upgrade({ '9999-cut': cut })).toEqual(['9999-cut'])
    expect(lines).toEqual([expect.stringMatching(/^Migration 9999-cut was interrupted by the database \(.+\)\. It is tried again\.$/)])
  })

  test('while another server migrates, this one waits and says so', async () => {
    const other = await connect()
    await other.run(`begin; select pg_advisory_xact_lock(hashtextextended('migrations', 0))`)
    const upgrading = upgrade(add)
    await expect.poll(() => lines).toEqual(['Another server is migrating the database. This one waits for it.'])
    await other.run('commit')
    expect(await upgrading).toEqual(['9999-column'])
  })

  test('a migration locks at most one table that is sold from', async () => {
    const lockedBy = (up: (tx: Db) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        const { rows: before } = await sql<{
          oid: number
        }>`select oid from pg_class where relkind = 'r' and relname <> 'kysely_migration'`.execute(tx)
        await up(tx)
        const { rows } = await sql<{ name: string }>`select relation::regclass::text as name from pg_locks
          where pid = pg_backend_pid() and mode in ('ShareRowExclusiveLock', 'ShareLock', 'ExclusiveLock', 'AccessExclusiveLock')
            and relation in (${sql.join(before.map(({ oid }) => oid))})`.execute(tx)
        return rows.map(({ name }) => name)
      })
    const [first, ...later] = Object.values({ ...migrations, ...kinds }).flatMap((migration) => ('up' in migration ? [migration.up] : []))
    // A database of the first version, so that the later migrations can run.
    db = (await createTestApp({ migrated: false })).deps.db
    await first!(db as never)
    const both = (tx: Db) => sql.raw('alter table orders add column a text; alter table variant add column a text').execute(tx)
    expect(new Set(await lockedBy(both))).toEqual(new Set(['orders', 'variant']))
    for (const up of later) expect((await lockedBy(up as never)).length).toBeLessThan(2)
  })

  test('every text is compared byte by byte, but for the two that are searched without case', async () => {
    await upgrade(kinds)
    const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`.execute(db)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['announcement.content', 'announcement.title'])
  })
})
