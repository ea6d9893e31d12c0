import type { Kysely } from 'kysely'

/** What became of a delivery stays with it where it is sent again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_delivery').addColumn('earlier', 'text').execute()
}
