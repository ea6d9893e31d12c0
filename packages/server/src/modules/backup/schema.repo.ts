/** The age of the tables, which a backup keeps and a restore goes back to. */
export { isKnownMigration, listAppliedMigrations, migrate, migrateTo } from '../../db/migrate.ts'
