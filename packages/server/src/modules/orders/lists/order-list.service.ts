import {
  addDays,
  limits,
  momentOfDay,
  orderIdOf,
  type Order,
  type OrderState,
  type PageMeta,
  type Permission,
  searchedText,
} from '@keydesk/contract'
import type { Actor } from '../../../actor.ts'
import { breathe } from '../../../breathe.ts'
import type { SignedIn } from '../../../caller.ts'
import type { Page, PageRequest } from '../../../db/page.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { idsOf } from '../../../ids.ts'
import { creation, recordBeside } from '../../activity/activity.service.ts'
import { findItemWithKey } from '../../keys/order-keys.service.ts'
import { findCostsOfItems } from '../../keys/key-costs.service.ts'
import { loadOrders, type LoadedOrder } from '../loaded-orders.service.ts'
import * as repo from './order-list.repo.ts'
import { createLinesCsv, createOrdersCsv, linesOf } from './order-csv.rules.ts'
import { toOrder } from '../order-views.rules.ts'
import { listByExternalNumber, listByReference, listOrdersOfItems } from '../orders.repo.ts'
import { customerKeyOf } from '../orders.rules.ts'

export interface OrderListRequest extends PageRequest {
  readonly q?: string
  readonly status?: OrderState
  /** Days in `time_zone`, both inclusive. */
  readonly from?: string
  readonly to?: string
  /** An IANA name; UTC by default. */
  readonly time_zone?: string
  readonly coupon_id?: number
  readonly api_key_id?: number
}

/**
 * Orders, newest first unless another order is requested, 100 unless a limit is given. `meta.total` is the number of matches; it is left
 * out if counting would read more than `limits.countedRows` orders.
 * @throws 400 for an invalid cursor or an unknown sort order
 */
export async function listOrders(deps: Deps, request: OrderListRequest): Promise<{ data: Order[]; meta: PageMeta }> {
  const limit = request.limit ?? limits.newestOrders
  const { rows, meta } = await readOrders(deps.db, await toFilters(deps.db, request), { ...request, limit })
  return { data: rows.map(toOrder), meta }
}

type ExportRequest = OrderListRequest & { readonly rows: 'orders' | 'lines' }

/** How many orders an export holds in memory at a time. */
const exportedAtOnce = 500

/**
 * Every order that matches the filters as CSV, or each line of them, in the order of the list and page by page. Ignores limit and cursor.
 * Records who exports with which filters, but not the search text, which may be a customer's email. The columns of amounts
 * need `amounts:read`; the cells of costs are empty without `payouts:read`.
 * @throws as `listOrders`, before the first piece
 */
export async function* exportOrders(
  deps: Deps,
  { actor, permissions }: Pick<SignedIn, 'actor' | 'permissions'>,
  { sort, rows, ...request }: ExportRequest,
): AsyncGenerator<string> {
  const filters = await toFilters(deps.db, request)
  const csv = createText(deps, permissions, rows, request.time_zone)
  let { head } = csv
  for await (const page of pagesOf(deps.db, filters, sort)) {
    if (head !== '') recordExport(deps, actor, { ...request, rows })
    yield head + (await csv.toText(page))
    head = ''
  }
}

/**
 * The orders with ids above this one as CSV, newest first, with amounts, in UTC. For the file of the orders that a restore loses, so nothing
 * is recorded here (docs/reference/backups.md, Orders made since).
 */
export async function* exportOrdersAbove(db: Db, id: number): AsyncGenerator<string> {
  const { head, toText } = createOrdersCsv({ withAmounts: true })
  yield head
  for await (const page of pagesOf(db, { idAbove: id }, '-id')) yield toText(page)
}

/** At least one page, which may be empty. */
async function* pagesOf(db: Db, filters: repo.OrderFilters, sort: string | undefined): AsyncGenerator<LoadedOrder[]> {
  let cursor: string | undefined
  do {
    const page = await readOrders(db, filters, { limit: exportedAtOnce, cursor, sort, isCounted: false })
    yield page.rows
    cursor = page.meta.next_cursor ?? undefined
    await breathe()
  } while (cursor !== undefined)
}

function createText(deps: Deps, permissions: readonly Permission[], rows: 'orders' | 'lines', zone?: string) {
  const options = { withAmounts: permissions.includes('amounts:read'), zone }
  if (rows === 'orders') return createOrdersCsv(options)
  const { head, toText } = createLinesCsv(options)
  return {
    head,
    toText: async (orders: readonly LoadedOrder[]) => {
      const ids = orders.flatMap(({ items }) => idsOf(items))
      return toText(linesOf(orders, permissions.includes('payouts:read') ? await findCostsOfItems(deps.db, ids, true) : null))
    },
  }
}

function recordExport(deps: Deps, actor: Actor, { status, from, to, coupon_id, api_key_id, rows, q = '' }: ExportRequest): void {
  const filters = Object.entries({ status, from, to, coupon_id, api_key_id }).filter(([, value]) => value !== undefined)
  const changes = creation({ ...Object.fromEntries(filters), ...(rows === 'lines' && { rows }), ...(q !== '' && { is_search: true }) })
  recordBeside(deps, { actor, action: 'orders.exported', subject: { kind: 'export', id: 0, name: 'Orders' }, changes })
}

async function readOrders(db: Db, filters: repo.OrderFilters, request: PageRequest): Promise<Page<LoadedOrder>> {
  const hasDays = filters.createdFrom !== undefined || filters.createdBefore !== undefined
  // By time, since imported orders have the newest ids. The orders of a coupon have an index by id alone.
  const sort = request.sort ?? (filters.couponId === undefined || hasDays ? '-created_at' : '-id')
  const { rows, meta } = await repo.pageOrders(db, filters, { ...request, sort })
  const ids = rows.map((row) => row.id)
  return { rows: await loadOrders(db, ids), meta }
}

/** With this many matches, an email search scans the list instead of using the index. */
const broad = 2_000

async function toFilters(
  db: Db,
  { q = '', status, from, to, time_zone = 'UTC', coupon_id, api_key_id }: OrderListRequest,
): Promise<repo.OrderFilters> {
  // Quotation marks make it exactly this email, not the beginning of one.
  const wholeEmail = /^"([^"]+@[^"]+)"$/.exec(q)?.[1]
  return {
    status,
    couponId: coupon_id,
    apiKeyId: api_key_id,
    createdFrom: from && momentOfDay(from, time_zone),
    createdBefore: to && momentOfDay(addDays(to, 1), time_zone),
    customerKey: wholeEmail && customerKeyOf(wholeEmail),
    found: q === '' || wholeEmail !== undefined ? undefined : await search(db, q),
  }
}

/**
 * A number is an order id; other text is a prefix of a customer's email. Either may also be a whole key, payment reference or external
 * number.
 */
async function search(db: Db, q: string): Promise<repo.Found> {
  const text = searchedText(q)
  const orderId = orderIdOf(text)
  const exact = [...(await listByKey(db, q)), ...(await listByReference(db, q)), ...(await listByExternalNumber(db, text))]
  if (orderId !== null) return { ids: [orderId, ...exact], customerPrefix: null }
  const customerPrefix = text.toLowerCase()
  const theirs = await repo.listByCustomer(db, customerPrefix, broad)
  return theirs.length < broad ? { ids: [...theirs, ...exact], customerPrefix: null } : { ids: exact, customerPrefix }
}

/** The order that holds the key with exactly this value. */
async function listByKey(db: Db, value: string): Promise<number[]> {
  const item = await findItemWithKey(db, value)
  return item === null ? [] : [...(await listOrdersOfItems(db, [item])).values()]
}
