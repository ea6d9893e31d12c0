import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { escapeLiteral, Pool } from 'pg'
import { openPostgres, poolFigures } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import { watched } from './queries.ts'

/** A database of the test run's own PostgreSQL. */
interface PostgresDatabase {
  readonly db: Db
  /** Call it at the end of the test. */
  readonly release: () => Promise<void>
}

/** The source of test databases. */
export interface PostgresTemplate {
  readonly name: string
  /** Statements that reset the rows of a database to those of the template. */
  readonly restore: string
}

/** The size limit for all tables of a database. Deleted rows stay in the files, and slow down later tests. */
const mostBytes = 4_000_000

const idle: PostgresDatabase[] = []

/**
 * A database with the tables and rows of the template. Creating one copies hundreds of files, which takes longer than most tests, so
 * databases are reused and their rows are reset. Their connections are reused, too: PostgreSQL starts a process for each, which then reads
 * the catalogue. A database whose schema has changed, or that has grown, or that is in use, is deleted.
 */
export async function takePostgresDatabase(template: PostgresTemplate, { unused }: { unused: boolean }): Promise<PostgresDatabase> {
  return (unused ? undefined : idle.pop()) ?? makeDatabase(template)
}

async function makeDatabase({ name: template, restore }: PostgresTemplate): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await copyDatabase(template, name)
  const db = await watched((onQuery) => openPostgres({ url: postgresUrl(name), connections: 5, onQuery }))
  const made = await describeDatabase(db)
  const discard = async () => {
    await db.destroy()
    await dropDatabase(name)
  }
  const database = {
    db,
    release: async () => {
      try {
        if (poolFigures(db).inUse > 0 || (await describeDatabase(db)) !== made) return await discard()
        await sql.raw(`${endBusyConnections}; ${restore}`).execute(db)
      } catch {
        return discard()
      }
      idle.push(database)
    },
  }
  return database
}

/** Copying files takes a third of the time of writing each page to the log, and this server's data is thrown away. */
export const copyDatabase = (template: string, name: string): Promise<void> =>
  asPostgresAdmin(`create database ${name} template ${template} strategy file_copy`)

export const dropDatabase = (name: string): Promise<void> => asPostgresAdmin(`drop database ${name} with (force)`)

/** Those of a test that holds a lock, or still waits for one. */
const endBusyConnections = `select pg_terminate_backend(pid, 4000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`

/** Changes when a table, an index or a rule was changed, statistics were collected, or the database has grown. */
async function describeDatabase(db: Db): Promise<string> {
  const ofTests = Object.entries({
    ...{ pg_attribute: 'attrelid', pg_index: 'indexrelid', pg_constraint: 'oid', pg_trigger: 'oid', pg_proc: 'oid', pg_attrdef: 'oid' },
    pg_namespace: 'oid',
  }).map(([catalogue, id]) => `(select count(*) || '-' || coalesce(max(xmin::text::bigint), 0) from ${catalogue} where ${id} >= 16384)`)
  const asked = sql.raw<{ description: string }>(`
    select concat_ws(' ', ${ofTests.join(', ')},
      (select count(*) from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())),
      (select count(*) from pg_statistic where starelid >= 16384),
      (select sum(pg_relation_size(oid)) > ${mostBytes} from pg_class where relkind = 'r' and oid >= 16384)) as description`)
  const { rows } = await asked.execute(db)
  return rows[0]!.description
}

/** Reads the rows of a database that nobody will connect to again. */
export async function readTemplate(name: string): Promise<PostgresTemplate> {
  const reader = openPool(name)
  const tables = await namesOf(reader, `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const inserts = []
  for (const table of tables) {
    const { rows } = await reader.query<{ all: string | null }>(`select json_agg(kept)::text as all from ${table} as kept`)
    const { all } = rows[0]!
    if (all !== null) inserts.push(`insert into ${table} select * from json_populate_recordset(null::${table}, ${escapeLiteral(all)})`)
  }
  const deletes = tables.map((table) => `if pg_relation_size('${table}') > 0 then delete from ${table}; end if;`)
  const counters = await namesOf(
    reader,
    `select format('setval(%L, %s, %L)', sequencename, coalesce(last_value, 1), last_value is not null) as name from pg_sequences`,
  )
  await reader.end()
  const steps = [
    'begin',
    'set local lock_timeout = 4000',
    // Skips the checks of foreign keys.
    'set local session_replication_role = replica',
    `do $$ begin ${deletes.join(' ')} end $$`,
    ...inserts,
    `select ${counters.join(', ')}`,
    'commit',
  ]
  return { name, restore: steps.join('; ') }
}

const namesOf = async (pool: Pool, query: string): Promise<string[]> =>
  (await pool.query<{ name: string }>(`${query} order by 1`)).rows.map(({ name }) => name)

/** The address of the test run's own server, or of one of its databases. */
export function postgresUrl(database: string): string {
  const url = URL.parse(process.env['KEYDESK_TEST_POSTGRES_URL'] ?? '')
  if (url === null) throw new Error('KEYDESK_TEST_POSTGRES_URL is not set: run the tests through their vitest project')
  url.pathname = `/${database}`
  return url.href
}

let admin: { readonly url: string; readonly pool: Pool } | undefined

export async function asPostgresAdmin(statement: string): Promise<void> {
  const url = postgresUrl('postgres')
  // The bench starts one server after another.
  if (admin?.url !== url) admin = { url, pool: openPool('postgres') }
  await admin.pool.query(statement)
}

/** A single connection that does not keep the process alive. */
function openPool(database: string): Pool {
  const pool = new Pool({ connectionString: postgresUrl(database), max: 1, allowExitOnIdle: true, idleTimeoutMillis: 0 })
  pool.on('error', () => undefined)
  return pool
}
