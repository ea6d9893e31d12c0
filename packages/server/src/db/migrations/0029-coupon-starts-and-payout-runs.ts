import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** When a coupon starts; when a payout was decided and why it was rejected, and which ones were completed together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema.alterTable('coupon').addColumn('starts_at', 'text').execute()
  await db.schema.alterTable('payout').addColumn('reason', 'text').execute()
  await db.schema.alterTable('payout').addColumn('decided_at', 'text').execute()
  await db.schema.alterTable('payout').addColumn('run_id', int).execute()
  await sql`create index payout_transaction on payout (transaction_id) where transaction_id is not null`.execute(db)
  await fillDecidedAt(db)
}

/** Activity knows when, unless it is older than what is kept of it. */
async function fillDecidedAt(db: Kysely<unknown>): Promise<void> {
  await sql`
    update payout set decided_at = (
      select max(at) from activity
      where subject_kind = 'payout' and subject_id = payout.id and action in ('payout.completed', 'payout.rejected'))
    where status <> 'pending'`.execute(db)
}
