import { sql } from 'kysely'
import { startsWith } from '../../../db/engine.ts'
import type { Db } from '../../../db/schema.ts'
import type { OrderRow } from '../orders.repo.ts'
import { withoutHash } from '../orders.rules.ts'

/**
 * Orders of a customer, identified by the email in lower case, and the orders and customers that match a search. The newest are the latest
 * by time, since imported orders have the newest ids.
 */

/** The fields of an order shown in one line. */
export type BriefOrder = Pick<OrderRow, (typeof brief)[number]>

const brief = ['id', 'customer_email', 'status', 'total_cents', 'refunded_cents', 'created_at', 'external_number'] as const

/** Totals over all orders of a customer. Money is in cents. */
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
    .where('customer_key', '=', key)
    .executeTakeFirstOrThrow()

const sumOf = (status: 'completed' | 'refunded', cents: string) =>
  sql<number>`cast(coalesce(sum(case when status = ${sql.lit(status)} then ${sql.raw(cents)} else 0 end), 0) as bigint)`

export const listNewestOf = (db: Db, key: string, limit: number): Promise<BriefOrder[]> =>
  db
    .selectFrom('orders')
    .select(brief)
    .where('customer_key', '=', key)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The newest orders of a customer that have a page. */
export const listWithPage = (db: Db, key: string, limit: number): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('customer_key', '=', key)
    .where('page_token_salt', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The newest keys that orders of the customer hold, found through the orders in one statement. */
export const listNewestKeysOf = (db: Db, key: string, limit: number) =>
  db
    .selectFrom('orders')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .innerJoin('license_key', 'license_key.order_item_id', 'order_item.id')
    .select(['license_key.id', 'license_key.value', 'license_key.state', 'orders.id as order_id'])
    .select(['order_item.product_name', 'order_item.variant_name'])
    .where('customer_key', '=', key)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .orderBy('license_key.id', 'desc')
    .limit(limit)
    .execute()

/** Which coupons the customer used in orders that were neither cancelled nor expired, and how often. */
export const listCouponsOf = (db: Db, key: string, limit: number): Promise<{ code: string; uses: number }[]> =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [sql<string>`coupon_code`.as('code'), fn.countAll<number>().as('uses')])
    .where('customer_key', '=', key)
    .where('coupon_code', 'is not', null)
    .where('status', 'not in', ['cancelled', 'expired'])
    .groupBy('coupon_code')
    .orderBy('uses', 'desc')
    .orderBy('coupon_code')
    .limit(limit)
    .execute()

export const findBrief = (db: Db, id: number): Promise<BriefOrder | undefined> =>
  db.selectFrom('orders').select(brief).where('id', '=', id).executeTakeFirst()

export interface FoundCustomer {
  readonly customer_key: string
  /** The newest order. `customer_email` is as that order has it. */
  readonly id: number
  readonly customer_email: string
}

/**
 * Customers whose email in lower case has this prefix, in the order of the emails, each with the newest order. Seeks the index once per
 * customer, so a customer's other orders cost nothing.
 */
export async function findCustomers(db: Db, prefix: string, limit: number): Promise<FoundCustomer[]> {
  const isIn = startsWith('customer_key', prefix)
  const { rows } = await sql<FoundCustomer>`
    with recursive found (customer_key, place) as (
      select * from (select customer_key, 1 as place from orders where ${isIn} order by customer_key limit 1) as first_one
      union all
      select (select customer_key from orders where ${isIn} and customer_key > found.customer_key order by customer_key limit 1), place + 1
      from found where found.customer_key is not null and place < ${sql.lit(limit)})
    select found.customer_key, orders.id, orders.customer_email from found
    join orders on orders.id = (
      select id from orders as p where p.customer_key = found.customer_key order by created_at desc, id desc limit 1)
    where found.customer_key is not null order by found.customer_key`.execute(db)
  return rows
}

/** The newest orders are picked from this many matches by email: reading all orders of a shop would take seconds. */
const mostByEmail = 2_000

/** Possible meanings of a text. */
export interface OrderClues {
  readonly id: number | null
  /** The number that an imported order had in another shop. */
  readonly number: string
  /** A whole payment reference. */
  readonly reference: string
  /** A prefix of an email, in lower case. */
  readonly prefix: string | null
}

/**
 * The order with this id, then the newest orders with this external number or payment reference, then the newest of customers whose email
 * has the prefix, among the first 2,000 in the order of the emails. At most `limit` of each; an order may occur several times.
 */
export async function findOrders(db: Db, { id, number, reference, prefix }: OrderClues, limit: number): Promise<BriefOrder[]> {
  const columns = sql.join(brief.map((column) => sql.ref(column)))
  const newest = sql.raw('created_at desc, id desc')
  const byId = sql`select ${columns}, 1 as place from orders where id = ${id}`
  const byReference = sql`select * from (select ${columns}, 2 as place from orders where payment_reference = ${reference}
    order by ${newest} limit ${sql.lit(limit)}) as by_reference`
  const byExternalNumber = sql`select * from (select ${columns}, 2 as place from orders where external_number = ${withoutHash(number)}
    order by ${newest} limit ${sql.lit(limit)}) as by_external_number`
  // The index has the time, so only the newest of the matches are read.
  const byEmail = sql`select ${columns}, 3 as place from orders where id in (select id from (
    select id, created_at from orders where ${startsWith('customer_key', prefix ?? '')}
    order by customer_key limit ${sql.lit(mostByEmail)}) as matches order by ${newest} limit ${sql.lit(limit)})`
  const parts = [...(id === null ? [] : [byId]), byExternalNumber, byReference, ...(prefix === null ? [] : [byEmail])]
  const { rows } = await sql<BriefOrder>`
    select ${columns} from (${sql.join(parts, sql` union all `)}) as found order by place, ${newest}`.execute(db)
  return rows
}
