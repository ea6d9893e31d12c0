import { apiKeyScopes, foldEmail, limits } from '@keydesk/contract'
import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../engine.ts'
import { tableMaker } from './table.ts'

/** Limits per order and per customer, payment references that are looked up, and what an API key may do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  const add = (table: string, column: string, type: 'text' | typeof int) => db.schema.alterTable(table).addColumn(column, type)
  await db.schema
    .alterTable('variant')
    .addColumn('max_per_order', int, (column) => column.notNull().defaultTo(limits.maxPerOrder))
    .execute()
  await db.schema
    .alterTable('api_key')
    .addColumn('scopes', 'text', (column) => column.notNull().defaultTo(JSON.stringify(apiKeyScopes)))
    .execute()
  await add('api_key', 'expires_at', 'text').execute()
  await add('api_key', 'last_used_at', 'text').execute()
  await db.schema
    .alterTable('purchase')
    .addColumn('api_key_id', int, (column) => column.references('api_key.id'))
    .execute()
  await db.schema
    .alterTable('purchase')
    .addColumn('limit_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await fillLimitKeys(db)
  await sql`create index purchase_pending_customer on purchase (limit_key) where status = 'pending'`.execute(db)
  // Not unique: older databases may hold one reference twice. New orders take turns by it.
  await sql`create index purchase_payment_reference on purchase (payment_reference) where payment_reference is not null`.execute(db)
}

/** Addresses in memory at a time. */
const atOnce = 5_000

/** Most addresses are their own key; the others are folded. Then coupon uses are counted again by the new keys. */
async function fillLimitKeys(db: Kysely<unknown>): Promise<void> {
  await sql`update purchase set limit_key = customer_key`.execute(db)
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; customer_key: string }>`
      select id, customer_key from purchase where id > ${after} order by id limit ${atOnce}`.execute(db)
    if (rows.length === 0) break
    after = rows.at(-1)!.id
    const folded = rows.map(({ id, customer_key }) => ({ id, customer_key, limit_key: foldEmail(customer_key) }))
    await setLimitKeys(
      db,
      folded.filter((row) => row.limit_key !== row.customer_key),
    )
  }
  await sql`delete from coupon_customer`.execute(db)
  await sql`
    insert into coupon_customer (coupon_id, customer_key, uses)
    select coupon_id, limit_key, count(*) from purchase
    where coupon_id is not null and status not in ('cancelled', 'expired') group by coupon_id, limit_key`.execute(db)
}

async function setLimitKeys(db: Kysely<unknown>, rows: readonly { id: number; limit_key: string }[]): Promise<void> {
  if (rows.length === 0) return
  const json = JSON.stringify(rows.map(({ id, limit_key }) => ({ id, limit_key })))
  const listed = isPostgres(db)
    ? sql`jsonb_to_recordset(${json}::jsonb) as listed (id bigint, limit_key text)`
    : sql`(select value ->> 'id' as id, value ->> 'limit_key' as limit_key from json_each(${json})) as listed`
  await sql`update purchase set limit_key = listed.limit_key from ${listed} where listed.id = purchase.id`.execute(db)
}
