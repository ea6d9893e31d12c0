import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ConfigError } from '../config-error.ts'
import { migrations } from './migrations/index.ts'
import type { Db } from './schema.ts'

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

/**
 * Brings the schema up to date and answers the names of what it applied. Several nodes may start together:
 * the migrator's lock lets one of them do the work.
 * @throws ConfigError for a database of a newer program
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest()
  if (error !== undefined) throw (await explainUnknown(db)) ?? error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

async function explainUnknown(db: Db): Promise<ConfigError | undefined> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db).catch(() => ({ rows: [] }))
  const unknown = rows.find(({ name }) => !isKnownMigration(name))
  if (unknown === undefined) return undefined
  const what = `The database was changed by a newer Keydesk (${unknown.name}), which this one does not know.`
  return new ConfigError(`${what} Start that version, or restore a backup that was made before.`)
}

/** The same up to one migration and no further, for data that is older than this program. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name)
  if (error !== undefined) throw error
}

/** In the order in which they were applied. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  return (await migratorOf(db).getMigrations()).filter((migration) => migration.executedAt !== undefined).map(({ name }) => name)
}

/** Whether this program knows all of them; a newer one may have made more. */
export const isKnownMigration = (name: string): boolean => name in migrations

export async function isMigrated(db: Db): Promise<boolean> {
  return (await migratorOf(db).getMigrations()).every((migration) => migration.executedAt !== undefined)
}
