import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, ruleViolated } from '../../errors.ts'
import { keepReleases } from './key-events.repo.ts'
import * as repo from './reservation.repo.ts'

export type { HeldKey, SaleVariant } from './reservation.repo.ts'

/**
 * The variants of a cart, by id.
 * @param lock keeps their stock as it is until the transaction ends
 * @throws 404 for a variant that is not for sale
 */
export async function requireForSale(db: Db, ids: readonly number[], { lock }: { lock: boolean }): Promise<Map<number, repo.SaleVariant>> {
  if (lock) await repo.lockVariants(db, ids)
  // Read after locking: on PostgreSQL a statement sees what was committed before it began.
  const variants = new Map((await repo.listForSale(db, ids)).map((variant) => [variant.id, variant]))
  if (ids.some((id) => !variants.has(id))) throw notFound('Variant')
  return variants
}

/** @throws 409 `sales_paused` */
export function requireOpenSales({ product_name, sales_paused }: repo.SaleVariant): void {
  if (sales_paused === 1) throw conflict(`Sales of ${product_name} are paused`, 'sales_paused')
}

/**
 * Waits for the purchases of some products that are under way, and keeps others waiting until the transaction ends: for pausing sales. Before
 * the products are locked, as a purchase does.
 */
export const holdSales = (tx: Db, productIds: readonly number[]): Promise<void> => repo.lockVariantsOfProducts(tx, productIds)

/**
 * @param quantity over all lines of the order
 * @throws 422 `over_max_per_order`
 */
export function requireMaxPerOrder({ name, product_name, max_per_order }: repo.SaleVariant, quantity: number): void {
  if (quantity > max_per_order)
    throw ruleViolated(`At most ${max_per_order} of ${product_name} - ${name} in one order`, 'over_max_per_order')
}

/** @throws 409 `out_of_stock` */
export function requireStock({ name, product_name, stock }: repo.SaleVariant, quantity: number): void {
  if (stock < quantity) throw outOfStock(`${product_name} - ${name}`, stock)
}

type ReservedVariant = Pick<repo.SaleVariant, 'id' | 'stock_changes' | 'name' | 'product_name'>

/**
 * Reserves the oldest available keys of a variant for an order line.
 * @param tx a transaction that has locked the variant
 * @throws 409 `out_of_stock`
 */
export async function reserveKeys(tx: Db, variant: ReservedVariant, itemId: number, quantity: number): Promise<void> {
  const taken = await repo.takeKeys(tx, variant, itemId, quantity)
  if (taken < quantity) throw outOfStock(`${variant.product_name} - ${variant.name}`, taken)
  await repo.changeStock(tx, variant.id, -quantity)
}

interface EmptyLine {
  readonly id: number
  readonly variant_id: number
  readonly quantity: number
  readonly product_name: string
  readonly variant_name: string
}

/**
 * Reserves keys for the lines of an order that gave its own back, whether or not the variants are for sale now. Of a deleted one no key is
 * available.
 * @throws 409 `out_of_stock`
 */
export async function reserveAgain(tx: Db, lines: readonly EmptyLine[]): Promise<void> {
  const ids = lines.map((line) => line.variant_id)
  await repo.lockVariants(tx, ids)
  const changes = await repo.listStockChanges(tx, ids)
  for (const { id, variant_id, quantity, product_name, variant_name: name } of lines)
    await reserveKeys(tx, { id: variant_id, stock_changes: changes.get(variant_id)!, product_name, name }, id, quantity)
}

/**
 * Puts the reserved keys of an order back on sale; those that were struck from their list, or whose variant was deleted, become removed.
 * The variants are locked first, in the order in which a cart locks them.
 */
export async function releaseKeys(tx: Db, deps: Deps, actor: Actor, items: readonly { id: number; variant_id: number }[]): Promise<void> {
  await repo.lockVariants(
    tx,
    items.map((item) => item.variant_id),
  )
  const itemIds = items.map((item) => item.id)
  const at = deps.now().toISOString()
  await keepReleases(tx, itemIds, at, actor.name)
  const released = await repo.freeKeys(tx, itemIds, at)
  for (const [variantId, count] of released) await repo.changeStock(tx, variantId, count)
}

/** The payment was accepted: marks the reserved keys as sold and answers them. */
export const sellKeys = (tx: Db, itemIds: readonly number[]): Promise<repo.HeldKey[]> => repo.sellKeys(tx, itemIds)

/**
 * Revokes keys that were sold, for a refund. A customer has seen them, so they never return to stock (docs/reference/keys.md, States).
 * @param tx a transaction that has locked their order
 */
export async function revokeKeys(tx: Db, ids: readonly number[], refundId: number): Promise<void> {
  const revoked = await repo.revokeKeys(tx, ids, refundId)
  // Impossible: the keys of a locked order do not move.
  if (revoked !== ids.length) throw new Error(`Refund ${refundId} revoked ${revoked} keys instead of ${ids.length}`)
}

export const listHeldKeys = (db: Db, itemIds: readonly number[]): Promise<repo.HeldKey[]> => repo.listHeldKeys(db, itemIds)

const outOfStock = (what: string, left: number) =>
  conflict(left === 0 ? `${what} is out of stock` : `Only ${left} of ${what} left in stock`, 'out_of_stock')
