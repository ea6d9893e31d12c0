import { customer } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { listOpenings, listReplacements, recordFirstOpening } from '../keys/order-keys.service.ts'
import { loadOrder, type LoadedOrder } from '../orders/loaded-orders.service.ts'
import { findOrderOfPage } from '../orders/page-link.service.ts'
import { listInstructions } from '../products/products.service.ts'

/** What the page of an order shows (docs/reference/order-page.md). */
export interface OrderPage {
  readonly order: LoadedOrder
  /** When each replaced key was replaced, by key id. */
  readonly replacedAt: ReadonlyMap<number, string>
  /** Plain text, by product id. */
  readonly instructions: ReadonlyMap<number, string>
}

/** The page with this token; undefined for an unknown one, and for one that a new link has ended. */
export async function findOrderPage({ db }: Deps, token: string): Promise<OrderPage | undefined> {
  const id = await findOrderOfPage(db, token)
  if (id === undefined) return undefined
  const order = await loadOrder(db, id, { keys: true })
  const replacements = await listReplacements(db, order.keys)
  return {
    order,
    replacedAt: new Map(replacements.map(({ key_id, replaced_at }) => [key_id, replaced_at])),
    instructions: await listInstructions(db, [...new Set(order.items.map((item) => item.product_id))]),
  }
}

/**
 * Records the first time that the customer opens a key. Does nothing for a key that the page does not show, such as one that was refunded
 * meanwhile.
 */
export async function recordOpening(deps: Deps, token: string, keyId: number): Promise<void> {
  // Most openings are repeats, which store nothing.
  if ((await listOpenings(deps.db, [keyId])).size > 0) return
  await transact(deps.db, async (tx) => {
    const orderId = await findOrderOfPage(tx, token, { lock: true })
    if (orderId === undefined) return
    const { keys } = await loadOrder(tx, orderId, { keys: true })
    if (!keys.some(({ id, state }) => id === keyId && state === 'sold') || (await listOpenings(tx, [keyId])).size > 0) return
    const at = deps.now()
    await recordFirstOpening(tx, keyId, orderId, at.toISOString(), customer)
    const subject = { kind: 'order' as const, id: orderId }
    await recordActivity(tx, { actor: customer, action: 'key.opened', subject, changes: { key_id: { before: null, after: keyId } }, at })
  })
}
