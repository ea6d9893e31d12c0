import type { Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** Stored files that no row names: of an upload under way, or of a deletion. They show what a crash left behind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table } = tableMaker(db)
  await table('unused_file', { texts: ['name', 'noted_at'] })
    .addUniqueConstraint('unused_file_name', ['name'])
    .execute()
}
