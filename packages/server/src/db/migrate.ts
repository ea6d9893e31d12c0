import { sql } from 'kysely'
import { Migrator, type MigrationResult, type MigrationResultSet } from 'kysely/migration'
import { ConfigError } from '../config-error.ts'
import { isPostgres, takeTurns } from './engine.ts'
import { migrations } from './migrations/index.ts'
import type { Db } from './schema.ts'

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

/**
 * Brings the schema up to date and returns the names of the applied migrations. If several nodes start together, one migrates and the
 * others wait for it.
 * @param options.allowNewer accepts a database of a newer program, which has all that this one needs (docs/operating.md, Upgrades)
 * @throws ConfigError for a database of a newer program
 */
export async function migrate(db: Db, { allowNewer = false } = {}): Promise<string[]> {
  if (allowNewer && (await findUnknown(db)) !== undefined) return []
  try {
    const results = await underLock(db, (migrator) => migrator.migrateToLatest())
    return results.map((result) => result.migrationName)
  } catch (error) {
    throw (await explainUnknown(db)) ?? error
  }
}

/**
 * On PostgreSQL the lock belongs to the transaction of the migrations. The migrator's own lock belongs to a session, and a pooler such as
 * pgbouncer shares sessions: two nodes could hold the lock at once, or it might never be released.
 */
async function underLock(db: Db, work: (migrator: Migrator) => Promise<MigrationResultSet>): Promise<readonly MigrationResult[]> {
  const run = async (handle: Db): Promise<readonly MigrationResult[]> => {
    const { error, results = [] } = await work(migratorOf(handle))
    if (error !== undefined) throw error
    return results
  }
  if (!isPostgres(db)) return run(db)
  return db.transaction().execute(async (tx) => {
    await takeTurns(tx, 'migrations')
    return run(tx)
  })
}

async function explainUnknown(db: Db): Promise<ConfigError | undefined> {
  const unknown = await findUnknown(db)
  if (unknown === undefined) return undefined
  const what = `The database was changed by a newer Keydesk (${unknown}), which this one does not know.`
  return new ConfigError(`${what} Start that version, or go back to this one as docs/operating.md, Upgrades, says.`)
}

/** The first migration of a newer program that the database has. */
async function findUnknown(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db).catch(() => ({ rows: [] }))
  return rows.find(({ name }) => !isKnownMigration(name))?.name
}

/** Migrates up to one migration, for data of an older program. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  await underLock(db, (migrator) => migrator.migrateTo(name))
}

/** In the order in which they were applied. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  return (await migratorOf(db).getMigrations()).filter((migration) => migration.executedAt !== undefined).map(({ name }) => name)
}

/** False if the database has migrations of a newer program. */
export const isKnownMigration = (name: string): boolean => name in migrations

export async function isMigrated(db: Db): Promise<boolean> {
  return (await migratorOf(db).getMigrations()).every((migration) => migration.executedAt !== undefined)
}
