import { sql, type Insertable, type Selectable } from 'kysely'
import { bytewise } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { CustomerNoteTable } from '../../db/schema/search.ts'

export type NoteRow = Selectable<CustomerNoteTable>

/** A customer is known by the email in lower case, as orders have it. */
const isOf = (db: Db, key: string) => sql<boolean>`${bytewise(db, 'orders.customer_key')} = ${key}`

export const findEmailOfOrder = async (db: Db, id: number): Promise<string | undefined> =>
  (await db.selectFrom('orders').select('customer_email').where('id', '=', id).executeTakeFirst())?.customer_email

export const findEmailOfReferralUser = async (db: Db, id: number): Promise<string | undefined> =>
  (await db.selectFrom('app_user').select('email').where('id', '=', id).where('referral_code_key', 'is not', null).executeTakeFirst())
    ?.email

/** Over all orders of a customer. Money is in cents. */
export const sumOrders = (db: Db, key: string) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('first_order_at'),
      fn.max('created_at').as('last_order_at'),
      sumOf('completed', 'total_cents - refunded_cents').as('total_cents'),
      sql<number>`${sumOf('completed', 'refunded_cents')} + ${sumOf('refunded', 'total_cents')}`.as('refunded_cents'),
    ])
    .where(isOf(db, key))
    .executeTakeFirstOrThrow()

const sumOf = (status: 'completed' | 'refunded', cents: string) =>
  sql<number>`cast(coalesce(sum(case when status = ${sql.lit(status)} then ${sql.raw(cents)} else 0 end), 0) as bigint)`

export const listNewestOrders = (db: Db, key: string, limit: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'status', 'total_cents', 'refunded_cents', 'created_at', 'customer_email'])
    .where(isOf(db, key))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** How often the customer used which coupon in orders that were not given up. */
export const listCoupons = (db: Db, key: string, limit: number): Promise<{ code: string; uses: number }[]> =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [sql<string>`coupon_code`.as('code'), fn.countAll<number>().as('uses')])
    .where(isOf(db, key))
    .where('coupon_code', 'is not', null)
    .where('status', 'not in', ['cancelled', 'expired'])
    .groupBy('coupon_code')
    .orderBy('uses', 'desc')
    .orderBy('coupon_code')
    .limit(limit)
    .execute()

export const listNewestKeys = (db: Db, key: string, limit: number) =>
  db
    .selectFrom('orders')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .innerJoin('license_key', 'license_key.order_item_id', 'order_item.id')
    .select(['license_key.id', 'license_key.value', 'license_key.state', 'orders.id as order_id'])
    .select(['order_item.product_name', 'order_item.variant_name'])
    .where(isOf(db, key))
    .orderBy('orders.id', 'desc')
    .orderBy('license_key.id', 'desc')
    .limit(limit)
    .execute()

export const findReferralUser = (db: Db, key: string): Promise<{ id: number; email: string; referral_code: string | null } | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'referral_code'])
    .where('email_key', '=', key)
    .where('referral_code_key', 'is not', null)
    .executeTakeFirst()

/** Newest first. */
export const listNotes = (db: Db, key: string): Promise<NoteRow[]> =>
  db.selectFrom('customer_note').selectAll().where('customer_key', '=', key).orderBy('id', 'desc').execute()

export const insertNote = (tx: Db, row: Omit<Insertable<CustomerNoteTable>, 'id'>): Promise<NoteRow> =>
  tx.insertInto('customer_note').values(row).returningAll().executeTakeFirstOrThrow()

export const findNote = (tx: Db, id: number): Promise<NoteRow | undefined> =>
  tx.selectFrom('customer_note').selectAll().where('id', '=', id).executeTakeFirst()

/** False if somebody else deleted it at this moment. */
export async function deleteNote(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('customer_note').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
