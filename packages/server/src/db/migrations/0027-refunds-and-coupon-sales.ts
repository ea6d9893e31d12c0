import { sql, type Kysely } from 'kysely'
import { reference, tableMaker } from './table.ts'

/** Refunds of single items with their reasons, and what each coupon sold by the quarter hour. Filled from the orders that there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db)
  await columns(db)
  await fillRefunds(db)
  await couponSales(db)
}

async function tables(db: Kysely<unknown>): Promise<void> {
  const { table, int } = tableMaker(db)
  await table('refund', { texts: ['at', 'actor'], ints: ['total_cents'] })
    .addColumn('purchase_id', int, reference('purchase.id'))
    .addColumn('reason', 'text')
    .execute()
  await db.schema.createIndex('refund_purchase').on('refund').columns(['purchase_id', 'id']).execute()
  await table('refund_item', { texts: [], ints: ['quantity', 'amount_cents'] })
    .addColumn('refund_id', int, reference('refund.id'))
    .addColumn('item_id', int, reference('purchase_item.id'))
    .addCheckConstraint('refund_item_quantity', sql`quantity > 0 and amount_cents >= 0`)
    .execute()
  await db.schema.createIndex('refund_item_refund').on('refund_item').columns(['refund_id', 'id']).execute()
  // A new line of an order asks for those that refer to it.
  await db.schema.createIndex('refund_item_item').on('refund_item').column('item_id').execute()
}

async function columns(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  const addSum = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, int, (definition) => definition.notNull().defaultTo(0))
      .execute()
  await addSum('purchase', 'refunded_cents')
  await addSum('purchase_item', 'refunded_quantity')
  await addSum('purchase_item', 'refunded_cents')
  // Neither refers to its table: a key and a referral outlive nothing, and a reference would need an index of its own.
  await db.schema.alterTable('license_key').addColumn('refund_id', int).execute()
  await db.schema.alterTable('referral').addColumn('original_commission_cents', int).execute()
  // With the id, so that the newest orders of a coupon are read along it.
  await db.schema.dropIndex('purchase_coupon').execute()
  await sql`create index purchase_coupon on purchase (coupon_id, id) where coupon_id is not null`.execute(db)
}

/** What was refunded before was refunded as a whole. */
async function fillRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into refund (purchase_id, at, actor, reason, total_cents)
    select id, coalesce(ended_at, completed_at, created_at), coalesce((
      select actor_name from activity
      where subject_kind = 'order' and subject_id = purchase.id and action = 'order.refunded' order by activity.id limit 1
    ), ''), null, total_cents
    from purchase where status = 'refunded' order by id`.execute(db)
  await sql`
    insert into refund_item (refund_id, item_id, quantity, amount_cents)
    select refund.id, purchase_item.id, purchase_item.quantity, purchase_item.paid_cents
    from refund join purchase_item on purchase_item.purchase_id = refund.purchase_id order by purchase_item.id`.execute(db)
  await sql`update purchase set refunded_cents = total_cents where status = 'refunded'`.execute(db)
  await sql`
    update purchase_item set refunded_quantity = quantity, refunded_cents = paid_cents
    where purchase_id in (select purchase_id from refund)`.execute(db)
  await sql`
    update referral set original_commission_cents = commission_cents, commission_cents = 0
    where status = 'rejected' and purchase_id in (select purchase_id from refund)`.execute(db)
  await sql`
    update license_key set refund_id = (
      select refund.id from purchase_item join refund on refund.purchase_id = purchase_item.purchase_id
      where purchase_item.id = license_key.purchase_item_id
    )
    where state = 'revoked' and purchase_item_id in (select item_id from refund_item)
      and not exists (select 1 from key_replacement where key_replacement.key_id = license_key.id)`.execute(db)
}

async function couponSales(db: Kysely<unknown>): Promise<void> {
  const { int } = tableMaker(db)
  await db.schema
    .createTable('coupon_sales')
    .addColumn('coupon_id', int, (column) => column.notNull())
    .addColumn('starts_at', 'text', (column) => column.notNull())
    .addColumn('uses', int, (column) => column.notNull())
    .addColumn('revenue_cents', int, (column) => column.notNull())
    .addColumn('discount_cents', int, (column) => column.notNull())
    .addPrimaryKeyConstraint('coupon_sales_key', ['coupon_id', 'starts_at'])
    .execute()
  await sql`
    insert into coupon_sales (coupon_id, starts_at, uses, revenue_cents, discount_cents)
    select coupon_id, starts_at, count(*), sum(total_cents), sum(coupon_discount_cents)
    from (
      select coupon_id, total_cents, coupon_discount_cents, substr(completed_at, 1, 14) || case
        when substr(completed_at, 15, 2) < '15' then '00'
        when substr(completed_at, 15, 2) < '30' then '15'
        when substr(completed_at, 15, 2) < '45' then '30'
        else '45' end || ':00.000Z' as starts_at
      from purchase where status = 'completed' and coupon_id is not null
    ) as sold
    group by coupon_id, starts_at`.execute(db)
}
