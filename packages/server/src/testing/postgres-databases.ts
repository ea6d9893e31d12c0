import { randomBytes } from 'node:crypto'
import { escapeLiteral, Pool } from 'pg'

/** A database of the test run's own PostgreSQL. */
export interface PostgresDatabase {
  readonly url: string
  /** Call it once every connection of the test is closed. */
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
 * databases are reused and their rows are reset. One whose schema has changed, or that has grown, is deleted.
 */
export async function takePostgresDatabase(template: PostgresTemplate, { unused }: { unused: boolean }): Promise<PostgresDatabase> {
  return (unused ? undefined : idle.pop()) ?? makeDatabase(template)
}

async function makeDatabase({ name: template, restore }: PostgresTemplate): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await copyDatabase(template, name)
  const keeper = openPool(name)
  const made = await describeDatabase(keeper)
  const database = {
    url: postgresUrl(name),
    release: async () => {
      try {
        await keeper.query(endOtherConnections)
        if ((await describeDatabase(keeper)) !== made) return await discard()
        await keeper.query(restore)
      } catch {
        return discard()
      }
      idle.push(database)
    },
  }
  const discard = async () => {
    await keeper.end()
    await dropDatabase(name)
  }
  return database
}

/** Copying files takes a third of the time of writing each page to the log, and this server's data is thrown away. */
export const copyDatabase = (template: string, name: string): Promise<void> =>
  asPostgresAdmin(`create database ${name} template ${template} strategy file_copy`)

export const dropDatabase = (name: string): Promise<void> => asPostgresAdmin(`drop database ${name} with (force)`)

const endOtherConnections =
  'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** Changes when a table, an index or a rule was changed, statistics were collected, or the database has grown. */
async function describeDatabase(keeper: Pool): Promise<string> {
  const ofTests = Object.entries({
    ...{ pg_attribute: 'attrelid', pg_index: 'indexrelid', pg_constraint: 'oid', pg_trigger: 'oid', pg_proc: 'oid', pg_attrdef: 'oid' },
    pg_namespace: 'oid',
  }).map(([catalogue, id]) => `(select count(*) || '-' || coalesce(max(xmin::text::bigint), 0) from ${catalogue} where ${id} >= 16384)`)
  const { rows } = await keeper.query<{ description: string }>(`
    select concat_ws(' ', ${ofTests.join(', ')},
      (select count(*) from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())),
      (select count(*) from pg_statistic where starelid >= 16384),
      (select sum(pg_relation_size(oid)) > ${mostBytes} from pg_class where relkind = 'r' and oid >= 16384)) as description`)
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
    'set local lock_timeout = 10000',
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
