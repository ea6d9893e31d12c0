import type { CartLine } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'

/** Completed orders of some days. */
export interface Window {
  /** They were completed after this, */
  readonly completedAfter: string
  /** and made after this: there is an index of it. */
  readonly madeAfter: string
}

export interface SoldOrder {
  readonly id: number
  readonly customer: string
  readonly lines: CartLine[]
  /** Less what was refunded. */
  paidCents: number
}

/** So many ids are looked at in one query: on SQLite nothing else happens meanwhile. */
const batch = 5_000

/** Orders as they were made, in batches. */
export async function* readOrders(db: Db, window: Window): AsyncGenerator<SoldOrder[]> {
  const { first, last } = await rangeOfIds(db, window)
  for (let from = first; from <= last; from += batch)
    yield groupByOrder(await listLines(db, window, from, Math.min(from + batch - 1, last)))
}

async function rangeOfIds(db: Db, { madeAfter }: Window): Promise<{ first: number; last: number }> {
  const { first, last } = await db
    .selectFrom('purchase')
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .where('status', '=', 'completed')
    .where('created_at', '>', madeAfter)
    .executeTakeFirstOrThrow()
  return { first: first ?? 1, last: last ?? 0 }
}

const listLines = (db: Db, { completedAfter }: Window, from: number, to: number) =>
  db
    .selectFrom('purchase')
    .innerJoin('purchase_item', 'purchase_item.purchase_id', 'purchase.id')
    .select(['purchase.id', 'purchase.limit_key as customer'])
    .select(['purchase_item.product_id', 'purchase_item.quantity', 'purchase_item.unit_price_cents as unit_cents'])
    .select(({ eb, ref }) => eb('purchase_item.paid_cents', '-', ref('purchase_item.refunded_cents')).as('paid_cents'))
    .where('purchase.id', '>=', from)
    .where('purchase.id', '<=', to)
    // Said of both tables: otherwise PostgreSQL reads all lines of the shop for each batch.
    .where('purchase_item.purchase_id', '>=', from)
    .where('purchase_item.purchase_id', '<=', to)
    .where('purchase.status', '=', 'completed')
    .where('purchase.completed_at', '>', completedAfter)
    .orderBy('purchase.id')
    .execute()

function groupByOrder(lines: Awaited<ReturnType<typeof listLines>>): SoldOrder[] {
  const orders: SoldOrder[] = []
  for (const { id, customer, paid_cents, ...line } of lines) {
    let order = orders.at(-1)
    if (order?.id !== id) orders.push((order = { id, customer, lines: [], paidCents: 0 }))
    order.lines.push(line)
    order.paidCents += paid_cents
  }
  return orders
}
