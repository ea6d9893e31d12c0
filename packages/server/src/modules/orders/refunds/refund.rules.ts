import { leftOf, partOfCents, type RefundInput } from '@keydesk/contract'
import { conflict, ruleViolated } from '../../../errors.ts'
import type { OrderKeyRow } from '../../keys/order-keys.service.ts'
import type { OrderItemRow } from '../orders.repo.ts'

/** The refunded part of one item. */
export interface RefundedItem {
  /** The item after the refund. */
  readonly item: OrderItemRow
  readonly quantity: number
  readonly cents: number
}

/** The items after a refund. Their cents depend only on the units: any sequence of refunds ends with the same sums as one full refund. */
export interface RefundPlan {
  readonly refunded: readonly RefundedItem[]
  /** All items after the refund. */
  readonly items: readonly OrderItemRow[]
  readonly cents: number
  /** Nothing of the order is left. */
  readonly isWhole: boolean
}

/**
 * Plans the refund of the given units, or of all that are left (docs/reference/orders.md, Refunds).
 * @throws 422 `not_refundable` for an item that is unknown or named twice, and for more units than are left; 409 `conflict` if not as many
 *   are left as the caller saw
 */
export function planRefund(orderId: number, items: readonly OrderItemRow[], wanted: RefundInput['items']): RefundPlan {
  const units = wanted ? unitsOf(orderId, items, wanted) : new Map(items.map((item) => [item.id, leftOf(item)]))
  const after = items.map((item) => refundUnits(item, units.get(item.id) ?? 0))
  const refunded = after
    .map((item, index) => ({ item, quantity: units.get(item.id) ?? 0, cents: item.refunded_cents - items[index]!.refunded_cents }))
    .filter(({ quantity }) => quantity > 0)
  return {
    refunded,
    items: after,
    cents: refunded.reduce((sum, { cents }) => sum + cents, 0),
    isWhole: after.every((item) => leftOf(item) === 0),
  }
}

function unitsOf(orderId: number, items: readonly OrderItemRow[], wanted: NonNullable<RefundInput['items']>): Map<number, number> {
  const units = new Map<number, number>()
  for (const [index, { id, quantity, left: seen }] of wanted.entries()) {
    const item = items.find((each) => each.id === id)
    if (item === undefined) throw refuse(`items.${index}.id`, `Order ${orderId} has no item ${id}`)
    if (units.has(id)) throw refuse(`items.${index}.id`, `Item ${id} is named twice`)
    const left = leftOf(item)
    const name = `${item.product_name} - ${item.variant_name}`
    if (seen !== undefined && seen !== left) throw conflict(`${left} of ${name} left to refund now, not ${seen}. Look at the order again.`)
    if (quantity > left)
      throw refuse(`items.${index}.quantity`, left === 0 ? `All of ${name} is refunded already` : `Only ${left} of ${name} left to refund`)
    units.set(id, quantity)
  }
  return units
}

/**
 * The keys that the caller named, by item. Items without named keys are left out.
 * @param keys those of these items
 * @throws 422 `not_refundable` for another number of keys than of units, and for a key that the customer does not have for the item
 */
export function namedKeys(keys: readonly OrderKeyRow[], wanted: RefundInput['items']): Map<number, OrderKeyRow[]> {
  const known = new Map(keys.map((key) => [key.id, key]))
  const named = new Map<number, OrderKeyRow[]>()
  for (const [index, { id, quantity, key_ids }] of (wanted ?? []).entries()) {
    if (key_ids === undefined) continue
    const field = `items.${index}.key_ids`
    if (key_ids.length !== quantity) throw refuse(field, `key_ids must name one key for each unit: ${quantity}, not ${key_ids.length}`)
    if (new Set(key_ids).size < quantity) throw refuse(field, 'key_ids must not name a key twice')
    named.set(
      id,
      key_ids.map((keyId) => {
        const key = known.get(keyId)
        if (key?.item_id !== id) throw refuse(field, `Item ${id} has no key ${keyId}`)
        if (key.state !== 'sold')
          throw refuse(field, `One of these keys was replaced or refunded already (id ${keyId}). Look at the order again.`)
        return key
      }),
    )
  }
  return named
}

const refuse = (field: string, sentence: string) => ruleViolated(sentence, 'not_refundable', { [field]: sentence })

/** A fully refunded item no longer counts as sold. */
function refundUnits(item: OrderItemRow, quantity: number): OrderItemRow {
  const refunded_quantity = item.refunded_quantity + quantity
  return {
    ...item,
    refunded_quantity,
    refunded_cents: partOfCents(item.paid_cents, refunded_quantity, item.quantity),
    sold_at: refunded_quantity === item.quantity ? null : item.sold_at,
  }
}
