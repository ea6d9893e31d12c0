/** The schema version, which a backup records and a restore returns to. */
export { isKnownMigration, listAppliedMigrations, migrate, migrateTo, NewerDatabase } from '../../db/migrate.ts'
