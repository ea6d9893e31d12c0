/** The schema version, which a backup records and a restore returns to. */
export { isKnownMigration, listAppliedMigrations, migrate, migrateTo } from '../../db/migrate.ts'
