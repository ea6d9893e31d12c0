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

export async function isMigrated(db: Db): Promise<boolean> {
  return (await migratorOf(db).getMigrations()).every((migration) => migration.executedAt !== undefined)
}
