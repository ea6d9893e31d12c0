import { addDays, limits, momentOfDay, orderIdOf, type Order, type OrderRefund, type OrderState, type PageMeta } from '@keydesk/contract'
import type { Page, PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './order-list.repo.ts'
import { listByReference, listItems, listOrders as listRows } from './orders.repo.ts'
import { toOrder } from './order-view.rules.ts'
import { listRefunds } from './refund.service.ts'

export interface OrderListRequest extends PageRequest {
  readonly q?: string
  readonly status?: OrderState
  /** Days of `time_zone`, both included. */
  readonly from?: string
  readonly to?: string
  /** An IANA name; UTC by default. */
  readonly time_zone?: string
  readonly coupon_id?: number
}

/**
 * Orders, newest first unless another order is asked for; the newest 100 unless a limit says otherwise. `meta.total` is how many match;
 * it is left out where more than `limits.countedRows` orders would have to be looked at for it.
 * @throws 400 for an invalid cursor or an unknown sort order
 */
export async function listOrders(deps: Deps, request: OrderListRequest): Promise<{ data: Order[]; meta: PageMeta }> {
  const limit = request.limit ?? limits.newestOrders
  const { rows, meta } = await readOrders(deps.db, await toFilters(deps.db, request), { ...request, limit })
  return { data: rows, meta }
}

/** How many orders of an export are in memory at a time. */
const exportedAtOnce = 500

export interface ExportedOrder extends Order {
  readonly payment_reference: string
  readonly completed_at: string | null
  readonly refunds: readonly OrderRefund[]
}

/**
 * Every order that matches the filters, in pages; a limit and a cursor are ignored.
 * @throws as `listOrders`, before the first page
 */
export async function* pagesOfOrders({ db }: Deps, { sort, ...request }: OrderListRequest): AsyncGenerator<ExportedOrder[]> {
  const filters = await toFilters(db, request)
  let cursor: string | undefined
  do {
    const page: Page<ExportedOrder> = await readOrders(db, filters, { limit: exportedAtOnce, cursor, sort, isCounted: false }, true)
    yield page.rows
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor !== undefined)
}

async function readOrders(db: Db, filters: repo.OrderFilters, request: PageRequest, isExport = false): Promise<Page<ExportedOrder>> {
  const hasDays = filters.createdFrom !== undefined || filters.createdBefore !== undefined
  // Within a range of days sort by time, the order of the index.
  const sort = request.sort ?? (hasDays ? '-created_at' : '-id')
  const page = await repo.pageOrders(db, filters, { ...request, sort })
  const ids = page.rows.map((row) => row.id)
  const rows = new Map((await listRows(db, ids)).map((row) => [row.id, row]))
  const lines = await listItems(db, ids)
  const items = Map.groupBy(lines, (item) => item.order_id)
  const refunds = isExport ? await listRefunds(db, lines) : undefined
  const orders = ids.flatMap((id) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const { payment_reference, completed_at } = row
    const beside = { payment_reference: payment_reference ?? '', completed_at, refunds: refunds?.get(id) ?? [] }
    return [{ ...toOrder(row, items.get(id) ?? []), ...beside }]
  })
  return { rows: orders, meta: page.meta }
}

/** From this many matches on, an address is searched by scanning the list, not by its index. */
const broad = 2_000

async function toFilters(db: Db, { q = '', status, from, to, time_zone = 'UTC', coupon_id }: OrderListRequest): Promise<repo.OrderFilters> {
  return {
    status,
    couponId: coupon_id,
    createdFrom: from && momentOfDay(from, time_zone),
    createdBefore: to && momentOfDay(addDays(to, 1), time_zone),
    found: q === '' ? undefined : await search(db, q),
  }
}

/** A number is an order id; anything else is the beginning of a customer's address. Both may also be a whole key or payment reference. */
async function search(db: Db, q: string): Promise<repo.Found> {
  const orderId = orderIdOf(q)
  const exact = [...(await repo.listByKey(db, q)), ...(await listByReference(db, q))]
  if (orderId !== null) return { ids: [orderId, ...exact], customerPrefix: null }
  const customerPrefix = q.toLowerCase()
  const theirs = await repo.listByCustomer(db, customerPrefix, broad)
  return theirs.length < broad ? { ids: [...theirs, ...exact], customerPrefix: null } : { ids: exact, customerPrefix }
}
