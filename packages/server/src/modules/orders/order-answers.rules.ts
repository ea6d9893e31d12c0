import type { StoreOrder } from '@keydesk/contract'

/**
 * What an answer about an order has that may be different later: a step, a refund and a replaced key change nothing else
 * (docs/decisions/0071-answers-and-deliveries-name-their-order.md).
 */
export interface PackedOrder extends Partial<Changing> {
  readonly order: number
  readonly status: StoreOrder['status']
  readonly customer_email: string
  /** Items with keys or refunded units. */
  readonly items?: readonly PackedItem[]
}

type Changing = Pick<StoreOrder, 'payment_reference' | 'reserved_until' | 'completed_at' | 'refunded_total' | 'refunds'>
type PackedItem = Pick<StoreOrder['items'][number], 'id' | 'keys'> & { readonly refunded_quantity?: number }

const usual: Changing = { payment_reference: null, reserved_until: null, completed_at: null, refunded_total: 0, refunds: [] }

export function packOrder({ id, status, customer_email, items, ...order }: StoreOrder): PackedOrder {
  const { payment_reference, reserved_until, completed_at, refunded_total, refunds } = order
  const packed = items
    .filter((item) => item.keys !== undefined || item.refunded_quantity > 0)
    .map(({ id: item, keys, refunded_quantity }) => ({ id: item, keys, ...(refunded_quantity > 0 && { refunded_quantity }) }))
  return {
    ...{ order: id, status, customer_email },
    ...(payment_reference !== null && { payment_reference }),
    ...(reserved_until !== null && { reserved_until }),
    ...(completed_at !== null && { completed_at }),
    ...(refunds.length > 0 && { refunded_total, refunds }),
    ...(packed.length > 0 && { items: packed }),
  }
}

/**
 * The address of the page is the current one: a link that has ended would help nobody.
 * @param now the order as it is now
 */
export function unpackOrder(now: StoreOrder, { order: _order, items = [], ...then }: PackedOrder): StoreOrder {
  const packed = new Map(items.map((item) => [item.id, item]))
  return {
    ...now,
    ...usual,
    ...then,
    page_url: then.completed_at === undefined ? null : now.page_url,
    items: now.items.map((item) => ({ ...item, refunded_quantity: 0, keys: undefined, ...packed.get(item.id) })),
  }
}
