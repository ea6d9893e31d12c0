import { sql, type RawBuilder } from 'kysely'
import { bytewise, startsWith } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { WordKind } from './words.repo.ts'

export interface NamedRow {
  readonly kind: WordKind | 'referral_user'
  readonly id: number
  readonly name: string
  readonly detail: string
  /** The product of a variant, else 0. */
  readonly parent_id: number
}

/** A thing is found by several of its words, and shown once. */
const wordsPerThing = 6

/** The tables of each kind, with what is shown of them. */
const named: Readonly<Record<WordKind, { readonly columns: string; readonly from: string }>> = {
  product: { columns: `p.name, p.game_name as detail, 0 as parent_id`, from: `product as p on p.id = w.thing_id and p.deleted_at is null` },
  variant: {
    columns: `p.name || ' - ' || v.name as name, cast(v.stock as text) as detail, v.product_id as parent_id`,
    from: `variant as v on v.id = w.thing_id and v.deleted_at is null join product as p on p.id = v.product_id and p.deleted_at is null`,
  },
  coupon: {
    columns: `c.code as name, c.discount_type || ' ' || cast(c.discount_hundredths as text) as detail, c.is_active as parent_id`,
    from: `coupon as c on c.id = w.thing_id and c.deleted_at is null`,
  },
  announcement: {
    columns: `a.title as name, '' as detail, 0 as parent_id`,
    from: `announcement as a on a.id = w.thing_id and a.deleted_at is null`,
  },
}

/**
 * Things of these kinds of whose names each of the words begins one, and referral users whose name, code or, with `withEmails`, email begins
 * with the text.
 * A thing may come several times. One query, whatever the kinds.
 * @param words the longest first; not empty
 * @param text in lower case
 */
export async function findNamed(
  db: Db,
  kinds: readonly (WordKind | 'referral_user')[],
  words: readonly string[],
  text: string,
  { limit, withEmails }: { readonly limit: number; readonly withEmails: boolean },
): Promise<NamedRow[]> {
  const parts = kinds.flatMap((kind) =>
    kind === 'referral_user' ? usersBy(db, text, withEmails, limit) : [byWords(db, kind, words, limit)],
  )
  if (parts.length === 0) return []
  return (await sql<NamedRow>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
}

function byWords(db: Db, kind: WordKind, [first = '', ...others]: readonly string[], limit: number): RawBuilder<unknown> {
  const { columns, from } = named[kind]
  const hasOthers = others.map(
    (word) => sql`and exists (select 1 from search_word as o where o.kind = ${sql.lit(kind)} and o.thing_id = w.thing_id
      and ${startsWith(db, 'o.word', word)})`,
  )
  return sql`select * from (select ${sql.lit(kind)} as kind, w.thing_id as id, ${sql.raw(columns)}
    from search_word as w join ${sql.raw(from)}
    where w.kind = ${sql.lit(kind)} and ${startsWith(db, 'w.word', first)} ${sql.join(hasOthers, sql` `)}
    order by ${bytewise(db, 'w.word')}, w.thing_id limit ${sql.lit(limit * wordsPerThing)}) as ${sql.raw(`${kind}s`)}`
}

function usersBy(db: Db, text: string, withEmails: boolean, limit: number): RawBuilder<unknown>[] {
  const columns = ['username_key', 'referral_code_key', ...(withEmails ? ['email_key'] : [])]
  const detail = sql.raw(withEmails ? `email || ' ' || referral_code` : 'referral_code')
  return columns.map(
    (column) => sql`select * from (select 'referral_user' as kind, id, username as name, ${detail} as detail, 0 as parent_id
      from app_user where referral_code_key is not null and ${startsWith(db, column, text)}
      order by ${bytewise(db, column)} limit ${sql.lit(limit)}) as ${sql.raw(`by_${column}`)}`,
  )
}

export interface FoundOrder {
  readonly id: number
  readonly customer_email: string
  readonly status: string
  readonly total_cents: number
}

const orderColumns = ['id', 'customer_email', 'status', 'total_cents'] as const

export const findOrder = (db: Db, id: number): Promise<FoundOrder | undefined> =>
  db.selectFrom('orders').select(orderColumns).where('id', '=', id).executeTakeFirst()

/** The newest orders that were paid with exactly this reference. */
export const listOrdersByReference = (db: Db, reference: string, limit: number): Promise<FoundOrder[]> =>
  db.selectFrom('orders').select(orderColumns).where('payment_reference', '=', reference).orderBy('id', 'desc').limit(limit).execute()

/** The key with this value: of several, which only older shops have, the newest. */
export const findKey = (db: Db, value: string) =>
  db
    .selectFrom('license_key')
    .innerJoin('variant', 'variant.id', 'license_key.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .leftJoin('order_item', 'order_item.id', 'license_key.order_item_id')
    .select(['license_key.id', 'license_key.value', 'license_key.state', 'license_key.variant_id', 'variant.product_id'])
    .select(['variant.name as variant_name', 'product.name as product_name', 'order_item.order_id as order_id'])
    .where('license_key.value', '=', value)
    .orderBy('license_key.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface FoundCustomer {
  readonly customer_key: string
  /** Of the newest order, with the email as that order has it. */
  readonly id: number
  readonly customer_email: string
}

/**
 * Customers whose email in lower case has this prefix, in its order, each with the newest order. The index is entered once for each of
 * them: a customer's other orders cost nothing.
 */
export async function findCustomers(db: Db, prefix: string, limit: number): Promise<FoundCustomer[]> {
  const key = bytewise(db, 'customer_key')
  const isIn = startsWith(db, 'customer_key', prefix)
  const { rows } = await sql<FoundCustomer>`
    with recursive found (customer_key, place) as (
      select * from (select ${key} as customer_key, 1 as place from orders where ${isIn} order by ${key} limit 1) as first_one
      union all
      select (select ${key} from orders where ${isIn} and ${key} > found.customer_key order by ${key} limit 1), place + 1
      from found where found.customer_key is not null and place < ${sql.lit(limit)})
    select found.customer_key, orders.id, orders.customer_email from found
    join orders on orders.id = (select max(id) from orders as p where ${bytewise(db, 'p.customer_key')} = found.customer_key)
    where found.customer_key is not null order by ${bytewise(db, 'found.customer_key')}`.execute(db)
  return rows
}

/** Orders among which the newest are looked for: reading all of a shop's would take seconds. */
const mostByEmail = 2_000

/** The newest orders of customers whose email in lower case has this prefix: of the first 2,000 in the order of the emails, newest first. */
export async function listOrdersByEmail(db: Db, prefix: string, limit: number): Promise<FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`
    select id, customer_email, status, total_cents from orders
    where id in (select id from orders where ${startsWith(db, 'customer_key', prefix)}
      order by ${bytewise(db, 'customer_key')} limit ${sql.lit(mostByEmail)})
    order by id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}
