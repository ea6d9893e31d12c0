import {
  centsToDollars,
  dollarsToCents,
  keysToRevoke,
  leftOf,
  refundOf,
  type OrderDetails,
  type OrderItem,
  type OrderKey,
} from '@keydesk/contract'

/** How many units of each item are to be refunded, in the order of `refundable`. */
export type Units = readonly number[]

/** The items of which something is left. */
export const refundable = ({ items }: OrderDetails): OrderItem[] => items.filter((item) => leftOf(item) > 0)

export const everything = (order: OrderDetails): number[] => refundable(order).map(leftOf)

export const nothing = (order: OrderDetails): number[] => refundable(order).map(() => 0)

/** Whether of each item as much is left. */
export const isAsMuchLeft = (one: OrderDetails, other: OrderDetails): boolean => leftText(one) === leftText(other)

const leftText = (order: OrderDetails): string => JSON.stringify(refundable(order).map((item) => [item.id, leftOf(item)]))

interface Choice {
  /** Dollars. */
  readonly total: number
  readonly units: number
  /** Nothing of the order is left then. */
  readonly isWhole: boolean
  /** Masked, by item; those that leave. */
  readonly keys: ReadonlyMap<number, readonly OrderKey[]>
}

/** What a refund of these units takes, by the server's own rules (docs/reference/orders.md, Refunds). */
export function look(order: OrderDetails, chosen: Units): Choice {
  const items = refundable(order)
  const cents = items.map((item, index) => dollarsToCents(refundOf(item, chosen[index] ?? 0)))
  return {
    total: centsToDollars(cents.reduce((sum, amount) => sum + amount, 0)),
    units: chosen.reduce((sum, units) => sum + units, 0),
    isWhole: items.every((item, index) => chosen[index] === leftOf(item)),
    keys: new Map(items.map((item, index) => [item.id, keysToRevoke(order.keys, order.replaced_keys, item.id, chosen[index] ?? 0)])),
  }
}

/**
 * What is sent: the units that were shown, so that what somebody else refunded meanwhile is refused and not left out unseen.
 */
export function toInput(order: OrderDetails, chosen: Units, reason: string) {
  const items = refundable(order)
    .map(({ id }, index) => ({ id, quantity: chosen[index] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  return { ...(reason.trim() !== '' && { reason: reason.trim() }), items }
}
