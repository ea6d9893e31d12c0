import { addDays, limits } from '@keydesk/contract'
import { sql, type Kysely } from 'kysely'
import { tableMaker } from './table.ts'

/**
 * What each variant sold on each of the last days, for the days that its stock lasts; variants that are not for sale before their first
 * save; products whose sales are paused; and where alerts go.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .alterTable('variant')
    .addColumn('is_draft', int, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('variant').addColumn('low_stock_threshold', int).execute()
  await db.schema.alterTable('variant').addColumn('low_since', 'text').execute()
  await db.schema
    .alterTable('product')
    .addColumn('sales_paused', int, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`alter table discord_bot add column alerts_channel_id text not null default ''`.execute(db)
  await db.schema
    .createTable('variant_day')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('variant_id', int, (column) => column.notNull())
    .addColumn('quantity', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('variant_day_key', ['day', 'variant_id'])
    .execute()
  await db.schema
    .createTable('demand_sum')
    .addColumn('variant_id', int, (column) => column.primaryKey().notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('units', int, (column) => column.notNull())
    .addColumn('days', int, (column) => column.notNull())
    .execute()
  await fillDays(db)
}

/** How much was in stock on past days is not known: each of them counts, since the variant was made. */
async function fillDays(db: Kysely<unknown>): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  for (let ago = limits.demandDays - 1; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago)
    await sql`
      insert into variant_day (day, variant_id, quantity)
      select ${day}, id, 0 from variant where deleted_at is null and substr(created_at, 1, 10) <= ${day}`.execute(db)
  }
  await sql`
    insert into variant_day (day, variant_id, quantity)
    select substr(sold_at, 1, 10), variant_id, sum(quantity) from purchase_item
    where sold_at >= ${addDays(today, 1 - limits.demandDays)}
    group by substr(sold_at, 1, 10), variant_id
    on conflict (day, variant_id) do update set quantity = excluded.quantity`.execute(db)
}
