import type { OrderStatus } from '@keydesk/contract'
import { sql, type SqlBool } from 'kysely'
import { idRows, startsWith } from '../../../db/engine.ts'
import { byId, byNumber, byText, readPage, type Page, type PageRequest } from '../../../db/page.ts'
import type { Db } from '../../../db/schema.ts'

export interface OrderFilters {
  readonly status?: OrderStatus | 'partly_refunded'
  readonly couponId?: number
  readonly apiKeyId?: number
  /** Only orders with ids above this one. */
  readonly idAbove?: number
  /** Moments. From is inclusive, before is exclusive. */
  readonly createdFrom?: string
  readonly createdBefore?: string
  /** An email in lower case. */
  readonly customerKey?: string
  readonly found?: Found
}

/** The matches of a search: order ids, and all orders of customers whose email has this prefix. */
export interface Found {
  readonly ids: readonly number[]
  /** In lower case. Null if `ids` contains all matches. */
  readonly customerPrefix: string | null
}

const listing = { id: 'id', sorts: { id: byId, created_at: byText('created_at'), total: byNumber('total_cents') }, fallback: '-id' }

/** Must match the condition of the partial index. */
const isPartlyRefunded = sql<SqlBool>`refunded_cents > 0`

/** The ids of one page of orders. The rows are read afterwards, so that an index is enough to find the page. */
export async function pageOrders(
  db: Db,
  { status, couponId, apiKeyId, idAbove, createdFrom, createdBefore, customerKey, found }: OrderFilters,
  request: PageRequest,
): Promise<Page<{ id: number }>> {
  let list = db.selectFrom('orders').select('id')
  if (status === 'partly_refunded') list = list.where('status', '=', 'completed').where(isPartlyRefunded)
  else if (status !== undefined) list = list.where('status', '=', status)
  if (couponId !== undefined) list = list.where('coupon_id', '=', couponId)
  // Few orders are partly refunded: coalesce() makes the database use their own index.
  if (apiKeyId !== undefined && status === 'partly_refunded') list = list.where(sql<SqlBool>`coalesce(api_key_id, 0) = ${apiKeyId}`)
  else if (apiKeyId !== undefined) list = list.where('api_key_id', '=', apiKeyId)
  if (idAbove !== undefined) list = list.where('id', '>', idAbove)
  if (createdFrom !== undefined) list = list.where('created_at', '>=', createdFrom)
  if (createdBefore !== undefined) list = list.where('created_at', '<', createdBefore)
  if (customerKey !== undefined) list = list.where('customer_key', '=', customerKey)
  if (found === undefined) return readPage(db, { list }, listing, request)
  const isListed = sql<SqlBool>`id in ${idRows(db, found.ids)}`
  const prefix = found.customerPrefix
  if (prefix === null) return readPage(db, { list: list.where(isListed) }, listing, request)
  // Prevents the use of an index: with this many matches, scanning the list in its order finds the first ones fastest.
  const search = sql<SqlBool>`(substr(customer_key, 1, ${[...prefix].length}) = ${prefix} or ${isListed})`
  return readPage(db, { list, search }, listing, request)
}

/** Orders of customers whose email in lower case has this prefix, at most `limit`. */
export async function listByCustomer(db: Db, prefix: string, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('orders').select('id').where(startsWith('customer_key', prefix)).limit(limit).execute()
  return rows.map((row) => row.id)
}
