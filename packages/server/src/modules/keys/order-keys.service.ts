import type { ReplaceKeyInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { conflict } from '../../errors.ts'
import { recordOpening, recordReleases } from './key-events.repo.ts'
import * as repo from './order-keys.repo.ts'

export type { OrderKeyRow, ReplacementRow } from './order-keys.repo.ts'
export { listOpenings } from './key-events.repo.ts'

/** The keys that order items hold, oldest first. */
export const listOrderKeys = repo.listOrderKeys

/** The order item that holds the key with exactly this value; null if none does. */
export const findItemWithKey = repo.findItemWithKey

/** The replacements of these keys, oldest first. Only a revoked key can have one. */
export async function listReplacements(db: Db, keys: readonly Pick<repo.OrderKeyRow, 'id' | 'state'>[]): Promise<repo.ReplacementRow[]> {
  const revoked = keys.filter(({ state }) => state === 'revoked').map(({ id }) => id)
  return revoked.length === 0 ? [] : repo.listReplacements(db, revoked)
}

/** The replacements with this key as the old or the new one. */
export const listReplacementsWith = repo.listReplacementsWith

/** Records in the key history that the customer of an order opened a key for the first time. */
export const recordFirstOpening = (tx: Db, keyId: number, orderId: number, at: string, actor: Actor): Promise<void> =>
  recordOpening(tx, { keyId, orderId, at, actor: actor.name })

/** A variant whose row the transaction has locked, with the number of this change of its stock. */
export interface NextChange {
  readonly id: number
  readonly change: number
}

/**
 * Reserves the oldest available keys of a variant for an order item. Returns how many there were. The caller updates the variant's stock.
 */
export const takeKeys = (tx: Db, { id, change }: NextChange, itemId: number, quantity: number): Promise<number> =>
  repo.takeKeys(tx, id, change, itemId, quantity)

/** Marks the reserved keys of paid items as sold. Returns them, oldest first. */
export const sellKeys = repo.sellKeys

/**
 * Revokes sold keys for a refund. They never return to stock, because a customer has seen them (docs/reference/keys.md, States).
 * @param tx a transaction that has locked their order
 */
export async function revokeKeys(tx: Db, ids: readonly number[], refundId: number): Promise<void> {
  const revoked = await repo.revokeKeys(tx, ids, refundId)
  // Impossible: the keys of a locked order do not change.
  if (revoked !== ids.length) throw new Error(`Refund ${refundId} revoked ${revoked} keys instead of ${ids.length}`)
}

/** Records in the key history that an order releases its reserved keys. Call before `freeKeys`. */
export const recordRelease = (tx: Db, itemIds: readonly number[], orderId: number, at: string, actor: Actor): Promise<void> =>
  recordReleases(tx, itemIds, orderId, at, actor.name)

/**
 * Takes the reserved keys from order items of one variant. Returns how many are for sale again. Keys that are marked for removal, and keys
 * of a deleted variant, become removed. The caller updates the variant's stock.
 */
export async function freeKeys(
  tx: Db,
  itemIds: readonly number[],
  at: string,
  { change, isDeleted }: { readonly change: number; readonly isDeleted: boolean },
): Promise<number> {
  await repo.removeReservedKeys(tx, itemIds, at, { markedOnly: !isDeleted })
  return isDeleted ? 0 : repo.freeReservedKeys(tx, itemIds, change)
}

/**
 * Replaces a customer's key with the oldest available key of its variant, and revokes the old one. Returns the new key's id. The caller
 * updates the variant's stock.
 * @throws 409 `already_replaced`, `out_of_stock`, and `invalid_transition` for a key that the customer no longer has
 */
export async function replaceOrderKey(
  tx: Db,
  variant: NextChange,
  key: repo.OrderKeyRow,
  { reason, note }: ReplaceKeyInput,
  { at, actor }: { readonly at: Date; readonly actor: Actor },
): Promise<number> {
  if ((await repo.listReplacements(tx, [key.id])).length > 0) throw conflict('This key was replaced already', 'already_replaced')
  if ((await repo.revokeKeys(tx, [key.id], null)) === 0)
    throw conflict(`A key that is ${key.state} cannot be replaced`, 'invalid_transition')
  const new_key_id = await repo.sellOldestKey(tx, variant.id, variant.change, key.item_id)
  if (new_key_id === undefined) throw conflict('No key of this variant is left to replace it with', 'out_of_stock')
  const replaced_at = at.toISOString()
  await repo.insertReplacement(tx, { key_id: key.id, new_key_id, reason, note, replaced_at, replaced_by: actor.name })
  return new_key_id
}
