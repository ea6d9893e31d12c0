import type { Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** Changes of many products in one action, each with what it takes to bring everything back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table } = tableMaker(db)
  await table('bulk_change', { texts: ['at', 'undo_token', 'changes'] })
    .addColumn('undone_at', 'text')
    .addUniqueConstraint('bulk_change_undo_token', ['undo_token'])
    .execute()
}
