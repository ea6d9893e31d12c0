import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Db } from './schema.ts'

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

/**
 * Brings the schema up to date and answers the names of what it applied. Several nodes may start together:
 * the migrator's lock lets one of them do the work.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest()
  if (error !== undefined) throw error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
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
