import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** Which orders `coupon_sales` has: a server of the version before 0027 counts none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  // Such a server refunds the whole order, and would take back a second time what was refunded of it before.
  const isWhole = sql`status <> 'refunded' or refunded_cents = 0 or refunded_cents = total_cents`
  await db.schema
    .alterTable('purchase')
    .addColumn('coupon_counted', int, (column) => column.notNull().defaultTo(0).check(isWhole))
    .execute()
  await sql`update purchase set coupon_counted = 1 where status = 'completed' and coupon_id is not null`.execute(db)
  await sql`create index purchase_coupon_late on purchase (id) where coupon_id is not null
    and ((status = 'completed' and coupon_counted = 0) or (status = 'refunded' and coupon_counted = 1))`.execute(db)
}
