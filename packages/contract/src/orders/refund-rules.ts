import { centsToDollars, dollarsToCents } from '../values/money.ts'
import { partOfCents } from './pricing.ts'

/** What follows from a refund of single units (docs/reference/orders.md, Refunds). Both sides compute it by the same rules. */

interface SoldKey {
  readonly id: number
  readonly item_id: number
  readonly state: string
}

interface Replacement {
  /** The key that replaced another. */
  readonly replacement_id: number
}

/**
 * The keys that a refund of some units of an item revokes: the last that the customer got come first, so replacements before original keys.
 * @param keys all keys of the order
 * @param replacements of the order, oldest first
 */
export function keysToRevoke<Key extends SoldKey>(
  keys: readonly Key[],
  replacements: readonly Replacement[],
  itemId: number,
  quantity: number,
): Key[] {
  const turnOf = new Map(replacements.map(({ replacement_id }, index) => [replacement_id, index + 1]))
  const turn = ({ id }: Key): number => turnOf.get(id) ?? 0
  return keys
    .filter(({ item_id, state }) => item_id === itemId && state === 'sold')
    .toSorted((one, other) => turn(other) - turn(one) || other.id - one.id)
    .slice(0, quantity)
}

interface RefundableItem {
  readonly quantity: number
  /** Dollars. */
  readonly paid?: number | undefined
  readonly refunded_quantity?: number | undefined
}

/** Units of an item that are not refunded yet. */
export const leftOf = ({ quantity, refunded_quantity = 0 }: RefundableItem): number => quantity - refunded_quantity

/** What refunding some more units of an item gives back, in dollars. */
export function refundOf({ quantity, paid = 0, refunded_quantity = 0 }: RefundableItem, more: number): number {
  const refunded = (units: number): number => partOfCents(dollarsToCents(paid), units, quantity)
  return centsToDollars(refunded(refunded_quantity + more) - refunded(refunded_quantity))
}
