import type { ReplaceKeyInput } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import * as repo from './replacement.repo.ts'
import { changeStock, lockVariants, type HeldKey } from './reservation.repo.ts'

export type { ReplacementRow } from './replacement.repo.ts'

/**
 * Gives an order line the oldest available key of its variant in place of a key that its customer has, which becomes revoked
 * (docs/reference/keys.md, Replacing a key). Answers the new key's id.
 * @param tx a transaction that has locked the order and found it completed
 * @throws 409 `already_replaced`, `out_of_stock`, and `invalid_transition` for a key that is not the customer's any more
 */
export async function replaceKey(
  tx: Db,
  deps: Deps,
  actor: Actor,
  key: HeldKey & { readonly variant_id: number },
  { reason, note }: ReplaceKeyInput,
): Promise<number> {
  // As in a cancellation: the order first, then its variant.
  await lockVariants(tx, [key.variant_id])
  if ((await repo.listReplacements(tx, [key.id])).length > 0) throw conflict('This key was replaced already', 'already_replaced')
  if (!(await repo.revokeKey(tx, key.id))) throw conflict(`A key that is ${key.state} cannot be replaced`, 'invalid_transition')
  const new_key_id = await repo.sellOldestKey(tx, key.variant_id, key.item_id)
  if (new_key_id === undefined) throw conflict('No key of this variant is left to replace it with', 'out_of_stock')
  await changeStock(tx, key.variant_id, -1)
  const replaced_at = deps.now().toISOString()
  await repo.insertReplacement(tx, { key_id: key.id, new_key_id, reason, note, replaced_at, replaced_by: actor.name })
  return new_key_id
}

/** The replacements of these keys, oldest first. */
export const listReplacements = (db: Db, keyIds: readonly number[]): Promise<repo.ReplacementRow[]> => repo.listReplacements(db, keyIds)
