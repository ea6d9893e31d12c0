import { createHash, randomBytes } from 'node:crypto'
import { orderPagePath } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { seal, unseal } from '../../sealed-text.ts'
import * as repo from './orders.repo.ts'

/**
 * The address of an order's page (docs/reference/order-page.md). Whoever has it can see the keys, so it contains 256 random bits. An order
 * is found by their hash; the sealed copy exists so that the address can be shown again.
 */

type PageToken = Pick<repo.OrderRow, 'page_token_hash' | 'page_token_sealed'>

const purposeOf = (orderId: number): string => `page of order ${orderId}`
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The token of a new address. Storing it ends the previous one. */
export function newPageToken({ secrets }: Pick<Deps, 'secrets'>, orderId: number): PageToken {
  const token = randomBytes(32).toString('base64url')
  return { page_token_hash: hashOf(token), page_token_sealed: seal(secrets.encryption, purposeOf(orderId), token) }
}

/** The address of an order's page; null until the order is completed, and if APP_SECRET has changed since. */
export function pageUrlOf(
  { secrets, publicUrl }: Pick<Deps, 'secrets' | 'publicUrl'>,
  { id, page_token_sealed }: Pick<repo.OrderRow, 'id' | 'page_token_sealed'>,
): string | null {
  const token = page_token_sealed === null ? null : unseal(secrets.encryption, purposeOf(id), page_token_sealed)
  return token === null ? null : publicUrl() + orderPagePath.replace(':token', token)
}

/** An order that its customer asked for. */
export interface OrderLink {
  readonly id: number
  /** ISO 8601 in UTC. */
  readonly completed_at: string
  readonly total_cents: number
  readonly url: string
}

/** The pages of the newest completed orders with this email, upper or lower case. */
export async function listPagesOf(db: Db, deps: Pick<Deps, 'secrets' | 'publicUrl'>, email: string, limit: number): Promise<OrderLink[]> {
  const rows = await repo.listWithPage(db, email.toLowerCase(), limit)
  return rows.flatMap((row) => {
    const url = pageUrlOf(deps, row)
    return url === null ? [] : [{ id: row.id, completed_at: row.completed_at!, total_cents: row.total_cents, url }]
  })
}

/** The id of the order whose page has this token. With `lock` the order does not change until the transaction ends. */
export const findOrderOfPage = async (db: Db, token: string, options?: { readonly lock: boolean }): Promise<number | undefined> =>
  (await repo.findByPage(db, hashOf(token), options))?.id
