import { createHash, createHmac, randomBytes } from 'node:crypto'
import { orderPagePath } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { listWithPage } from './lists/customer-orders.repo.ts'
import * as repo from './orders.repo.ts'

/**
 * The address of an order's page (docs/reference/order-page.md). Whoever has it can see the keys, so its token can be made only by someone
 * who has APP_SECRET and the salt in the order. An order is found by the token's hash.
 */

type PageToken = Pick<repo.OrderRow, 'page_token_hash' | 'page_token_salt'>

const tokenOf = ({ orderPages }: Deps['secrets'], orderId: number, salt: string): string =>
  createHmac('sha256', orderPages).update(`${orderId} ${salt}`).digest('base64url')
/** 128 bits: enough, since nobody can choose a token. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

/** The token of a new address. Storing it ends the previous one. */
export function newPageToken({ secrets }: Pick<Deps, 'secrets'>, orderId: number): PageToken {
  const salt = randomBytes(12).toString('base64url')
  return { page_token_hash: hashOf(tokenOf(secrets, orderId, salt)), page_token_salt: salt }
}

type PageDeps = Pick<Deps, 'secrets' | 'publicUrl' | 'customerPages'>

/** The address of an order's page; null until the order is completed, if APP_SECRET has changed since, and if such pages are off. */
export function pageUrlOf(
  { secrets, publicUrl, customerPages }: PageDeps,
  { id, page_token_hash, page_token_salt }: Pick<repo.OrderRow, 'id' | keyof PageToken>,
): string | null {
  if (!customerPages.orders) return null
  const token = page_token_salt === null ? null : tokenOf(secrets, id, page_token_salt)
  return token === null || hashOf(token) !== page_token_hash ? null : publicUrl() + orderPagePath.replace(':token', token)
}

/** An order that its customer asked for. */
export interface OrderLink {
  /** The number that the customer knows. */
  readonly number: string
  readonly customer_email: string
  /** ISO 8601 in UTC. */
  readonly completed_at: string
  readonly total_cents: number
  /** Null if APP_SECRET has changed since. */
  readonly url: string | null
}

/** The pages of the newest completed orders with this email, upper or lower case. */
export async function listPagesOf(db: Db, deps: PageDeps, email: string, limit: number): Promise<OrderLink[]> {
  const rows = await listWithPage(db, email.toLowerCase(), limit)
  return rows.map((row) => ({
    ...{
      number: customersNumberOf(row),
      customer_email: row.customer_email,
      completed_at: row.completed_at!,
      total_cents: row.total_cents,
    },
    url: pageUrlOf(deps, row),
  }))
}

/** The id of the order whose page has this token. With `lock` the order does not change until the transaction ends. */
export const findOrderOfPage = async (db: Db, token: string, options?: { readonly lock: boolean }): Promise<number | undefined> =>
  (await repo.findByPage(db, hashOf(token), options))?.id

/** The number that the customer knows: of an imported order the one of its former shop, if there is one. */
export const customersNumberOf = ({ id, external_number }: { readonly id: number; readonly external_number: string | null }): string =>
  external_number ?? String(id)
