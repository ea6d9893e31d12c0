import type { ActivityAction, WebhookEvent } from '@keydesk/contract'
import type { ActivityEvent } from '../activity/activity.service.ts'

type OrderEvent = Extract<WebhookEvent, `order.${string}`>

/** What an event has to say, and of what. What else its message holds is read by the projector, or when it is sent. */
export type News =
  | { readonly event: OrderEvent; readonly orderId: number; readonly status: string }
  | { readonly event: 'key.replaced'; readonly orderId: number; readonly data: object }
  | { readonly event: 'product.changed'; readonly of: 'product' | 'variant'; readonly id: number; readonly data: object }
  /** Of one variant, or of all variants of an order. */
  | { readonly event: 'variant.stock_changed'; readonly of: 'variant' | 'order'; readonly id: number }

type ToNews = (event: ActivityEvent) => readonly News[]

/** Which recorded events make which messages (docs/reference/webhooks.md, Events). */
export const webhookNews: Readonly<Partial<Record<ActivityAction, ToNews>>> = {
  'order.created': stockOfOrder,
  // One that had ended takes keys from stock again.
  'order.completed': (event) => [
    ...orderNews('order.completed')(event),
    ...(event.changes?.['status']?.before === 'pending' ? [] : stockOfOrder(event)),
  ],
  'order.refunded': orderNews('order.refunded'),
  // Something is left of it.
  'order.partly_refunded': orderNews('order.refunded', 'completed'),
  'order.cancelled': (event) => [...orderNews('order.cancelled')(event), ...stockOfOrder(event)],
  'order.expired': (event) => [...orderNews('order.expired')(event), ...stockOfOrder(event)],
  'key.replaced': (event) => [...replacedNews(event), ...stockOfOrder(event)],
  'variant.created': variantNews('updated'),
  'variant.updated': variantNews('updated'),
  'variant.deleted': variantNews('updated'),
  'variant.restored': variantNews('updated'),
  'product.created': productNews('created'),
  'product.updated': productNews('updated'),
  'product.bulk_updated': productNews('updated'),
  'product.bulk_undone': productNews('updated'),
  'product.thumbnail_chosen': productNews('updated', ['thumbnail']),
  'media.image_uploaded': mediaNews,
  'media.video_added': mediaNews,
  'media.deleted': mediaNews,
  'product.deleted': productNews('deleted', []),
  'product.restored': productNews('restored', []),
}

/** @param status of the order after it: its row may say so only later in the transaction */
function orderNews(event: OrderEvent, status = event.slice('order.'.length)): ToNews {
  return ({ subject }) => [{ event, orderId: subject.id, status }]
}

function stockOfOrder({ subject }: ActivityEvent): readonly News[] {
  return [{ event: 'variant.stock_changed', of: 'order', id: subject.id }]
}

function replacedNews({ subject, changes = {} }: ActivityEvent): readonly News[] {
  const { key_id: key, reason } = changes
  const data = { order_id: subject.id, key_id: key?.before, new_key_id: key?.after, reason: reason?.after }
  return [{ event: 'key.replaced', orderId: subject.id, data }]
}

type ProductChange = 'created' | 'updated' | 'deleted' | 'restored'

/** @param named the fields to tell, where they are not those of the recorded changes */
function productNews(change: ProductChange, named?: readonly string[]): ToNews {
  return ({ subject, changes = {} }) => {
    const fields = named ?? (change === 'created' ? [] : Object.keys(changes))
    return [{ event: 'product.changed', of: 'product', id: subject.id, data: { change, fields } }]
  }
}

/** An upload or a deletion may change the thumbnail as well. */
function mediaNews(event: ActivityEvent): readonly News[] {
  const fields = 'thumbnail' in (event.changes ?? {}) ? ['media_items', 'thumbnail'] : ['media_items']
  return productNews('updated', fields)(event)
}

/** What a storefront shows of a variant, or sells it by. The stock has messages of its own. */
const shown = ['name', 'price', 'max_per_order', 'is_draft']

function variantNews(change: ProductChange): ToNews {
  return ({ action, subject, changes = {}, isPartOfProduct = false }) => {
    const isStock = 'stock' in changes || 'is_draft' in changes
    const isProduct = !isPartOfProduct && (action !== 'variant.updated' || shown.some((name) => name in changes))
    const data = { change, fields: ['variants'] }
    return [
      ...(isProduct ? [{ event: 'product.changed' as const, of: 'variant' as const, id: subject.id, data }] : []),
      ...(isStock ? [{ event: 'variant.stock_changed' as const, of: 'variant' as const, id: subject.id }] : []),
    ]
  }
}
