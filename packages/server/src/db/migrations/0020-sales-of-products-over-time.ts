import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/** What each product sold in each day and each quarter hour of UTC. Filled from the orders that count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .createTable('span_sales')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'text', (column) => column.notNull())
    .addColumn('product_id', int, (column) => column.notNull())
    .addColumn('quantity', int, (column) => column.notNull())
    .addColumn('revenue_cents', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('span_sales_key', ['kind', 'starts_at', 'product_id'])
    .execute()
  await sql`
    insert into span_sales (kind, starts_at, product_id, quantity, revenue_cents)
    select 'quarter_hour', starts_at, product_id, sum(quantity), sum(paid_cents)
    from (
      select product_id, quantity, paid_cents, substr(sold_at, 1, 14) || case
        when substr(sold_at, 15, 2) < '15' then '00'
        when substr(sold_at, 15, 2) < '30' then '15'
        when substr(sold_at, 15, 2) < '45' then '30'
        else '45' end || ':00.000Z' as starts_at
      from purchase_item where sold_at is not null
    ) as sold
    group by starts_at, product_id`.execute(db)
  await sql`
    insert into span_sales (kind, starts_at, product_id, quantity, revenue_cents)
    select 'day', day, product_id, sum(quantity), sum(revenue_cents)
    from (select substr(starts_at, 1, 10) || 'T00:00:00.000Z' as day, product_id, quantity, revenue_cents from span_sales) as sold
    group by day, product_id`.execute(db)
}
