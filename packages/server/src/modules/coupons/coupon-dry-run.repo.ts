import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** Completed orders of some days. */
export interface Window {
  /** They were completed after this, */
  readonly completedAfter: string
  /** and made after this: there is an index of it. */
  readonly madeAfter: string
}

/** One line as it stands in orders, alike in all of them. */
export interface SoldLine {
  readonly product_id: number
  readonly quantity: number
  readonly unit_cents: number
  /** Of all of them together, less what was refunded. */
  readonly paid_cents: number
  readonly order_ids: readonly number[]
}

/**
 * What was sold, grouped by what a line says. The ids of its orders come as one text: a row for each of them takes several times as long.
 */
export async function listSoldLines(db: Db, window: Window): Promise<SoldLine[]> {
  const { rows } = await sql<Omit<SoldLine, 'order_ids'> & { ids: string }>`
    select purchase_item.product_id, purchase_item.quantity, purchase_item.unit_price_cents as unit_cents,
      cast(sum(purchase_item.paid_cents - purchase_item.refunded_cents) as bigint) as paid_cents, ${idsOfOrders} as ids
    from purchase join purchase_item on purchase_item.purchase_id = purchase.id
    where ${isIn(window)}
    group by 1, 2, 3`.execute(db)
  return rows.map(({ ids, ...line }) => ({ ...line, order_ids: splitIds(ids) }))
}

/** The orders of each customer who made more than so many. */
export async function listRepeatOrders(db: Db, window: Window, more: number): Promise<number[][]> {
  const { rows } = await sql<{ ids: string }>`
    select ${idsOfOrders} as ids from purchase where ${isIn(window)} group by limit_key having count(*) > ${more}`.execute(db)
  return rows.map(({ ids }) => splitIds(ids))
}

const idsOfOrders = sql<string>`string_agg(cast(purchase.id as text), ',')`

const isIn = ({ completedAfter, madeAfter }: Window): RawBuilder<boolean> =>
  sql`purchase.status = 'completed' and purchase.created_at > ${madeAfter} and purchase.completed_at > ${completedAfter}`

const splitIds = (ids: string): number[] => ids.split(',').map(Number)
