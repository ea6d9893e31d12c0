import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ConfigError } from '../config-error.ts'
import { isPostgres } from './engine.ts'
import { isBusy, isUnavailable } from './failures.ts'
import { buildIndex, createIndex, inStep, MigrationWaits, runBackfill } from './migration-steps.ts'
import { MigrationWatch } from './migration-watch.ts'
import { migrations } from './migrations/index.ts'
import type { Db } from './schema.ts'

export interface MigrateOptions {
  /** Accepts a database of a newer program, which has all that this one needs (docs/operating.md, Upgrades). */
  readonly allowNewer?: boolean
  /** Gets a line for each wait. */
  readonly say?: (line: string) => void
  /** How long a migration that cannot go on is tried again. */
  readonly patienceMs?: number
}

/** Random, so that servers that start together do not all try at the same moment. */
const pauseMs = () => 250 + Math.random() * 750

/**
 * Brings the schema up to date and returns the names of the applied migrations. If several servers start together, one migrates and the
 * others wait for it. After a lock timeout, a deadlock or a lost connection a migration is tried again.
 * @throws ConfigError for a database of a newer program, and for a migration that cannot go on
 */
export const migrate = (db: Db, options: MigrateOptions = {}): Promise<string[]> => runPending(db, options)

/** Migrates up to one migration, for data of an older program. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  await runPending(db, { last: name })
}

async function runPending(
  db: Db,
  { last, allowNewer = false, say = () => undefined, patienceMs = 300_000 }: MigrateOptions & { last?: string },
): Promise<string[]> {
  const applied: string[] = []
  const watch = new MigrationWatch(say, patienceMs)
  const listWork = async () => (await listWanted(db, allowNewer)).filter((name) => name <= (last ?? name))
  const runAll = async (): Promise<void> => {
    for (const name of await listWork()) {
      watch.begin(name, 'index' in migrations[name]!)
      await runOne(db, name, () => watch.advance())
      applied.push(name)
      watch.advance()
    }
  }
  for (;;) {
    try {
      if ((await listWork()).length === 0) return applied
      if (!isPostgres(db)) await runAll()
      else if (!(await asOnlyMigrator(db, (lock) => watch.during(lock, runAll)))) watch.logOther()
    } catch (error) {
      if (!(error instanceof MigrationWaits) && !(isPostgres(db) ? isUnavailable(error) : isBusy(error))) throw error
      watch.meet(error)
    }
    await wait(pauseMs())
  }
}

/**
 * False if another server is migrating. The lock belongs to a transaction: a pooler such as pgbouncer shares sessions, so a lock of a
 * session could have two owners, or none that releases it. The build of an index waits for every running query, so nobody may wait for
 * this lock in one.
 */
async function asOnlyMigrator(db: Db, work: (lock: Db) => Promise<void>): Promise<boolean> {
  // With a stricter isolation the open transaction would hold up the build of an index.
  const transaction = db.transaction().setIsolationLevel('read committed')
  return transaction.execute(async (lock) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('migrations', 0)) as taken`.execute(
      lock,
    )
    if (!rows[0]!.taken) return false
    // The lock of a frozen server ends by itself; the watch keeps this one.
    await sql`set local idle_in_transaction_session_timeout = 60000`.execute(lock)
    await work(lock)
    return true
  })
}

/** Its record is written last, in the transaction of the last step. */
async function runOne(db: Db, name: string, onBatch: () => void): Promise<void> {
  const migration = migrations[name]!
  if ('index' in migration && isPostgres(db)) await buildIndex(db, migration.index)
  if ('backfill' in migration) await runBackfill(db, migration.backfill, onBatch)
  await inStep(db, async (tx) => {
    const { error } = await migratorOf(tx, name).migrateToLatest()
    if (error !== undefined) throw error
  })
}

/** The library keeps the records. It knows the migrations up to `last`. */
function migratorOf(db: Db, last?: string): Migrator {
  const known = Object.entries(migrations).filter(([name]) => name <= (last ?? name))
  const ups = known.map(([name, migration]) => {
    const up = async (tx: Db): Promise<void> => {
      if ('up' in migration) await migration.up(tx as never)
      if ('index' in migration && !isPostgres(tx)) await sql.raw(createIndex(migration.index)).execute(tx)
    }
    return [name, { up }] as const
  })
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(ups) } })
}

/**
 * Whether `migrate` has nothing to do.
 * @throws ConfigError for a database of a newer program
 */
export const isUpToDate = async (db: Db, { allowNewer = false }: MigrateOptions): Promise<boolean> =>
  (await listWanted(db, allowNewer)).length === 0

async function listWanted(db: Db, allowNewer: boolean): Promise<string[]> {
  const unknown = (await listAppliedMigrations(db)).find((name) => !isKnownMigration(name))
  if (unknown === undefined) return listPending(db)
  if (allowNewer) return []
  throw new NewerDatabase(unknown)
}

/** The database has migrations that this program does not know. */
export class NewerDatabase extends ConfigError {
  constructor(migration: string) {
    const what = `The database was changed by a newer Keydesk (${migration}), which this one does not know.`
    super(`${what} Start that version, or go back to this one as docs/operating.md, Upgrades, says.`)
  }
}

const listPending = async (db: Db): Promise<string[]> =>
  (await migratorOf(db).getMigrations()).filter((migration) => migration.executedAt === undefined).map(({ name }) => name)

/** In the order in which they were applied, with those of a newer program. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** False if the database has migrations of a newer program. */
export const isKnownMigration = (name: string): boolean => name in migrations

export const isMigrated = async (db: Db): Promise<boolean> => (await listPending(db)).length === 0
