import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** Days of UTC cannot be regrouped into the days of another time zone; quarter hours can. Filled from the orders that count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .createTable('quarter_hour_sales')
    .addColumn('starts_at', 'text', (column) => column.primaryKey().notNull())
    .addColumn('orders', int, (column) => column.notNull())
    .addColumn('revenue_cents', int, (column) => column.notNull())
    .execute()
  await sql`
    insert into quarter_hour_sales (starts_at, orders, revenue_cents)
    select starts_at, count(*), sum(total_cents)
    from (
      select total_cents, substr(completed_at, 1, 14) || case
        when substr(completed_at, 15, 2) < '15' then '00'
        when substr(completed_at, 15, 2) < '30' then '15'
        when substr(completed_at, 15, 2) < '45' then '30'
        else '45' end || ':00.000Z' as starts_at
      from purchase where status = 'completed'
    ) as sold
    group by starts_at`.execute(db)
  await db.schema.dropTable('daily_sales').execute()
}
