import type { StoreOrder } from '@keydesk/contract'
import type { LoadedOrder } from '../loaded-orders.service.ts'
import { toStoreOrder } from '../order-views.rules.ts'
import type { OrderRow } from '../orders.repo.ts'

/**
 * What an answer about an order has that may be different later: a step, a refund and a replaced key change nothing else
 * (docs/decisions/0071-answers-and-deliveries-name-their-order.md).
 */
export interface PackedOrder extends Partial<Pick<StoreOrder, 'refunded_total' | 'refunds'>> {
  readonly order: number
  readonly status: StoreOrder['status']
  readonly customer_email: string
  /** Items with keys or refunded units. */
  readonly items?: readonly PackedItem[]
}

type PackedItem = Pick<StoreOrder['items'][number], 'id' | 'keys' | 'key_ids'> & { readonly refunded_quantity?: number }

export function packOrder({ id, status, customer_email, items, refunded_total, refunds }: StoreOrder): PackedOrder {
  const packed = items
    .filter((item) => item.keys !== undefined || item.refunded_quantity > 0)
    .map(({ id: item, keys, key_ids, refunded_quantity }) => ({
      id: item,
      keys,
      key_ids,
      ...(refunded_quantity > 0 && { refunded_quantity }),
    }))
  return {
    ...{ order: id, status, customer_email },
    ...(refunds.length > 0 && { refunded_total, refunds }),
    ...(packed.length > 0 && { items: packed }),
  }
}

/**
 * The address of the page is the current one: a link that has ended would help nobody.
 * @param now the order as it is now
 */
export function unpackOrder(now: LoadedOrder, pageUrl: string | null, { order: _order, items = [], ...then }: PackedOrder): StoreOrder {
  const packed = new Map(items.map((item) => [item.id, item]))
  // An order is completed once: its payment and moment are set by then, and stay.
  const isCompleted = then.status === 'completed' || then.status === 'refunded'
  const row = {
    ...now.row,
    status: then.status as OrderRow['status'],
    ...(!isCompleted && { payment_reference: null, completed_at: null }),
  }
  const order = toStoreOrder({ ...now, row }, isCompleted ? pageUrl : null)
  return {
    ...order,
    ...{ refunded_total: 0, refunds: [] },
    ...then,
    items: order.items.map((item) => ({ ...item, refunded_quantity: 0, keys: undefined, key_ids: undefined, ...packed.get(item.id) })),
  }
}
