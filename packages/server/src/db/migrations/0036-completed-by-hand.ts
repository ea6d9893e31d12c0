import type { Kysely } from 'kysely'

/** Why an order was completed by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('purchase').addColumn('completion_reason', 'text').execute()
}
