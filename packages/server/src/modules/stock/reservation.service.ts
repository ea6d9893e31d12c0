import type { ReplaceKeyInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { idsOf } from '../../ids.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, ruleViolated } from '../../errors.ts'
import { freeKeys, recordRelease, replaceOrderKey, takeKeys, type OrderKeyRow } from '../keys/order-keys.service.ts'
import { changeStock, listForSale, lockStock, type SaleVariant } from '../variants/variants.service.ts'

export type { SaleVariant } from '../variants/variants.service.ts'

/** Reserves stock of variants for orders and releases it. Keys and the variant's count change in one transaction. */

/**
 * The variants of a cart, by id.
 * @param ids of its lines, in their order
 * @param lock keeps their stock unchanged until the transaction ends
 * @throws 404 for a variant that is not for sale; `fields` says in which lines
 */
export async function requireForSale(db: Db, ids: readonly number[], { lock }: { lock: boolean }): Promise<Map<number, SaleVariant>> {
  const variants = new Map((await listForSale(db, [...new Set(ids)], { lock })).map((variant) => [variant.id, variant]))
  const missing = ids.flatMap((id, index) => (variants.has(id) ? [] : [[`items.${index}.variant_id`, `Variant ${id} is not for sale`]]))
  if (missing.length > 0) throw notFound('Variant', Object.fromEntries(missing))
  return variants
}

/** @throws 409 `sales_paused` */
export function requireOpenSales({ product_name, sales_paused }: SaleVariant): void {
  if (sales_paused === 1) throw conflict(`Sales of ${product_name} are paused`, 'sales_paused')
}

/**
 * @param quantity over all items of the order
 * @throws 422 `over_max_per_order`
 */
export function requireMaxPerOrder({ name, product_name, max_per_order }: SaleVariant, quantity: number): void {
  if (quantity > max_per_order)
    throw ruleViolated(`At most ${max_per_order} of ${product_name} - ${name} in one order`, 'over_max_per_order')
}

/** @throws 409 `out_of_stock` */
export function requireStock({ name, product_name, stock }: SaleVariant, quantity: number): void {
  if (stock < quantity) throw outOfStock(`${product_name} - ${name}`, stock)
}

type ReservedVariant = Pick<SaleVariant, 'id' | 'stock_changes' | 'name' | 'product_name'>

/**
 * Reserves the oldest available keys of a variant for an order item.
 * @param variant read after this transaction had locked it
 * @throws 409 `out_of_stock`
 */
export async function reserveKeys(tx: Db, variant: ReservedVariant, itemId: number, quantity: number): Promise<void> {
  const taken = await takeKeys(tx, { id: variant.id, change: variant.stock_changes + 1 }, itemId, quantity)
  if (taken < quantity) throw outOfStock(`${variant.product_name} - ${variant.name}`, taken)
  await changeStock(tx, variant.id, -quantity)
}

interface EmptyItem {
  readonly id: number
  readonly variant_id: number
  readonly quantity: number
  readonly product_name: string
  readonly variant_name: string
}

/**
 * Reserves keys for the items of an order that had released its own, even if the variants are no longer for sale. A deleted variant has no
 * available keys.
 * @throws 409 `out_of_stock`
 */
export async function reserveAgain(tx: Db, lines: readonly EmptyItem[]): Promise<void> {
  const variants = await lockStock(tx, variantsOf(lines))
  for (const { id, variant_id, quantity, product_name, variant_name: name } of lines)
    await reserveKeys(tx, { ...variants.get(variant_id)!, product_name, name }, id, quantity)
}

/**
 * Makes the reserved keys of an order available again. Keys that are marked for removal, or whose variant was deleted, become removed.
 * Locks the variants first, in the same order as a cart.
 */
export async function releaseKeys(
  tx: Db,
  deps: Deps,
  actor: Actor,
  orderId: number,
  lines: readonly { id: number; variant_id: number }[],
): Promise<void> {
  const variants = await lockStock(tx, variantsOf(lines))
  const at = deps.now().toISOString()
  await recordRelease(tx, idsOf(lines), orderId, at, actor)
  for (const [variantId, ofVariant] of Map.groupBy(lines, (line) => line.variant_id)) {
    const { stock_changes, deleted_at } = variants.get(variantId)!
    const freed = await freeKeys(tx, idsOf(ofVariant), at, { change: stock_changes + 1, isDeleted: deleted_at !== null })
    if (freed > 0) await changeStock(tx, variantId, freed)
  }
}

/**
 * Replaces a customer's key with the oldest available key of its variant, and revokes the old one (docs/reference/keys.md, Replacing a
 * key). Returns the new key's id.
 * @param tx a transaction that has locked the order and found it completed
 * @throws 409 `already_replaced`, `out_of_stock`, and `invalid_transition` for a key that the customer no longer has
 */
export async function replaceKey(
  tx: Db,
  deps: Deps,
  actor: Actor,
  key: OrderKeyRow & { readonly variant_id: number },
  input: ReplaceKeyInput,
): Promise<number> {
  // Lock the order first, then its variant, as a cancellation does.
  const variants = await lockStock(tx, [key.variant_id])
  const variant = { id: key.variant_id, change: variants.get(key.variant_id)!.stock_changes + 1 }
  const newKeyId = await replaceOrderKey(tx, variant, key, input, { at: deps.now(), actor })
  await changeStock(tx, key.variant_id, -1)
  return newKeyId
}

const variantsOf = (lines: readonly { variant_id: number }[]): number[] => lines.map((line) => line.variant_id)

const outOfStock = (what: string, left: number) =>
  conflict(left === 0 ? `${what} is out of stock` : `Only ${left} of ${what} left in stock`, 'out_of_stock')
