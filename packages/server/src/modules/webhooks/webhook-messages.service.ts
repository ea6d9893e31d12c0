import { randomBytes } from 'node:crypto'
import type { ActivityAction, WebhookEvent } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { listVariantsOfOrder, summarizeOrder } from '../orders/orders.service.ts'
import { storeMessage, subjectIdOf, subjectOf, type OutboxRow } from '../outbox/outbox.service.ts'
import { findStock } from '../variants/variants.service.ts'
import { listLive } from './webhooks.repo.ts'

type OrderEvent = Extract<WebhookEvent, `order.${string}`>

/** The messages that an event causes, with their subjects. The rest of a message is read when it is stored or sent. */
type News =
  | { readonly event: OrderEvent; readonly orderId: number }
  | { readonly event: 'key.replaced' | 'mail.failed'; readonly orderId: number; readonly data: object }
  | { readonly event: 'product.changed'; readonly of: 'product' | 'variant'; readonly id: number; readonly data: object }
  /** One variant, or all variants of an order. */
  | { readonly event: 'variant.stock_changed'; readonly of: 'variant' | 'order'; readonly id: number }

type ToNews = (event: ActivityEvent) => readonly News[]

/** Recorded events and the messages that they cause (docs/reference/webhooks.md, Events). */
const webhookMessages: Readonly<Partial<Record<ActivityAction, ToNews>>> = {
  'order.created': stockOfOrder,
  // Completing an order that had ended takes keys from stock again.
  'order.completed': (event) => [
    ...orderNews('order.completed')(event),
    ...(event.changes?.['status']?.before === 'pending' ? [] : stockOfOrder(event)),
  ],
  'order.refunded': orderNews('order.refunded'),
  'order.partly_refunded': orderNews('order.refunded'),
  'order.cancelled': (event) => [...orderNews('order.cancelled')(event), ...stockOfOrder(event)],
  'order.expired': (event) => [...orderNews('order.expired')(event), ...stockOfOrder(event)],
  'key.replaced': (event) => [...replacedNews(event), ...stockOfOrder(event)],
  'order.mail_failed': mailNews,
  'variant.created': variantNews('updated'),
  'variant.updated': variantNews('updated'),
  'variant.keys_released': ({ subject }) => [{ event: 'variant.stock_changed', of: 'variant', id: subject.id }],
  'variant.deleted': variantNews('updated'),
  'variant.restored': variantNews('updated'),
  'product.created': productNews('created'),
  'product.updated': productNews('updated'),
  'product.bulk_updated': productNews('updated'),
  'product.bulk_undone': productNews('updated'),
  'product.thumbnail_chosen': productNews('updated', ['thumbnail']),
  'media.image_uploaded': mediaNews,
  'media.video_added': mediaNews,
  'media.ordered': mediaNews,
  'media.deleted': mediaNews,
  'product.deleted': productNews('deleted', []),
  'product.restored': productNews('restored', []),
}

/** Deliveries about the same order, variant or product keep their order. */
export const queue = { name: 'webhook', order: 'subject' } as const

/**
 * Stores the messages of an event for webhooks (docs/reference/webhooks.md, Events). Stores none for webhooks that are paused or disabled.
 * @param tx the transaction of the event
 */
export async function projectToWebhooks(tx: Db, event: ActivityEvent): Promise<void> {
  const news = webhookMessages[event.action]?.(event) ?? []
  if (news.length === 0) return
  const live = (await listLive(tx)).map(({ id, events }) => ({ id, events: new Set(JSON.parse(events) as string[]) }))
  for (const one of news) {
    const listeners = live.filter(({ events }) => events.has(one.event))
    if (listeners.length === 0) continue
    const messages = await toMessages(tx, one, event.at)
    for (const { id } of listeners) {
      for (const message of messages) {
        await storeMessage(tx, queue, { ...newDelivery(id), ...message, at: event.at })
      }
    }
  }
}

/** A message before it has an id. */
interface Message {
  readonly event: WebhookEvent
  readonly subject: string
  /** What is stored: the body, or what of an order may be different later. Null if it is read when it is sent. */
  readonly body: object | OrderThen | null
}

/**
 * What a message about an order has that may be different later. The rest of its body is made from the order for each attempt
 * (docs/decisions/0071-answers-and-deliveries-name-their-order.md).
 */
interface OrderThen {
  /** If it is not that of the event. */
  readonly status?: string
  readonly customer_email: string
  readonly refunded_total?: number
  /** Refunded units of each item. */
  readonly refunded?: readonly number[]
}

async function toMessages(tx: Db, news: News, at: Date): Promise<readonly Message[]> {
  const { event } = news
  if (event === 'variant.stock_changed') {
    const ids = news.of === 'variant' ? [news.id] : await listVariantsOfOrder(tx, news.id)
    return ids.map((id) => ({ event, subject: subjectOf('variant', id), body: null }))
  }
  if (event === 'product.changed') {
    const id = news.of === 'product' ? news.id : (await findStock(tx, news.id))?.product_id
    return id === undefined ? [] : [{ event, subject: subjectOf('product', id), body: toBody(event, at, { product_id: id, ...news.data }) }]
  }
  const subject = subjectOf('order', news.orderId)
  if ('data' in news) return [{ event, subject, body: toBody(event, at, news.data) }]
  const { status, customer_email, refunded_total, items } = await summarizeOrder(tx, news.orderId)
  const refunded = items.map(({ refunded_quantity }) => refunded_quantity)
  // A partly refunded order stays completed.
  const other = status !== statusOf(event) && { status }
  return [{ event, subject, body: { ...other, customer_email, ...(refunded.some(Boolean) && { refunded_total, refunded }) } }]
}

/** The status of an order after an event that is named after it. */
function statusOf(event: string): string {
  return event.slice('order.'.length)
}

/** The body of a message with its stored part: the same for every attempt, but for the stock before it is stored. */
export async function bodyOf(tx: Db, row: OutboxRow, now: Date): Promise<string> {
  if (row.body === null) return JSON.stringify(await stockBody(tx, row, now))
  const stored = JSON.parse(row.body) as { readonly type: string } | OrderThen
  if ('type' in stored) return row.body
  const { status = statusOf(row.event), customer_email, refunded_total = 0, refunded = [] } = stored
  const summary = await summarizeOrder(tx, subjectIdOf(row))
  const items = summary.items.map((item, index) => ({ ...item, refunded_quantity: refunded[index] ?? 0 }))
  return JSON.stringify(toBody(row.event, new Date(row.created_at), { ...summary, status, customer_email, refunded_total, items }))
}

/** The current stock of the variant that a message is about. */
async function stockBody(tx: Db, row: OutboxRow, now: Date): Promise<object> {
  const variantId = subjectIdOf(row)
  return toBody(row.event, now, (await findStock(tx, variantId)) ?? { variant_id: variantId, available: 0 })
}

export const toBody = (type: string, at: Date, data: object) => ({ type, timestamp: at.toISOString(), data })

export const newDelivery = (webhookId: number) => ({
  ...{ target: String(webhookId), idempotencyKey: `msg_${randomBytes(18).toString('base64url')}` },
})

function orderNews(event: OrderEvent): ToNews {
  return ({ subject }) => [{ event, orderId: subject.id }]
}

function stockOfOrder({ subject }: ActivityEvent): readonly News[] {
  return [{ event: 'variant.stock_changed', of: 'order', id: subject.id }]
}

function replacedNews({ subject, changes = {} }: ActivityEvent): readonly News[] {
  const { key_id: key, reason } = changes
  const data = { order_id: subject.id, key_id: key?.before, new_key_id: key?.after, reason: reason?.after }
  return [{ event: 'key.replaced', orderId: subject.id, data }]
}

function mailNews({ subject, changes = {} }: ActivityEvent): readonly News[] {
  const data = { order_id: subject.id, kind: changes['mail']?.after, reason: changes['mail_error']?.after }
  return [{ event: 'mail.failed', orderId: subject.id, data }]
}

type ProductChange = 'created' | 'updated' | 'deleted' | 'restored'

/** @param named the fields to list instead of those of the recorded changes */
function productNews(change: ProductChange, named?: readonly string[]): ToNews {
  return ({ subject, changes = {} }) => {
    const fields = named ?? (change === 'created' ? [] : Object.keys(changes))
    return [{ event: 'product.changed', of: 'product', id: subject.id, data: { change, fields } }]
  }
}

/** An upload or a deletion may also change the thumbnail. */
function mediaNews(event: ActivityEvent): readonly News[] {
  const fields = 'thumbnail' in (event.changes ?? {}) ? ['media_items', 'thumbnail'] : ['media_items']
  return productNews('updated', fields)(event)
}

/** The fields of a variant that a storefront shows or sells by. Stock has its own messages. */
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
