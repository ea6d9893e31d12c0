/** The version of the tables, which a backup records and a restore goes back to. */
export { isKnownMigration, listAppliedMigrations, migrate, migrateTo } from '../../db/migrate.ts'
