import { randomBytes } from 'node:crypto'
import type { WebhookEvent } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { listVariantsOfOrder, summarizeOrder } from '../orders/orders.service.ts'
import { findStock } from '../variants/variants.service.ts'
import * as deliveries from './deliveries.repo.ts'
import { webhookNews, type News } from './events.rules.ts'
import * as repo from './webhooks.repo.ts'

/** What one message says, before it has an id. */
interface Message {
  readonly event: WebhookEvent
  readonly subject: string
  /** Null if it is read when it is sent. */
  readonly data: object | null
}

/**
 * Stores what an event has to say to webhooks (docs/reference/webhooks.md, Events). Nothing is stored for one that is paused or disabled.
 * @param tx the transaction of the event
 */
export async function projectToWebhooks(tx: Db, event: ActivityEvent): Promise<void> {
  const news = webhookNews[event.action]?.(event) ?? []
  if (news.length === 0) return
  const live = (await repo.listLive(tx)).map(({ id, events }) => ({ id, events: new Set(JSON.parse(events) as string[]) }))
  for (const one of news) {
    const listeners = live.filter(({ events }) => events.has(one.event))
    if (listeners.length === 0) continue
    const messages = await toMessages(tx, one)
    for (const { id } of listeners) for (const message of messages) await store(tx, id, message, event.at)
  }
}

async function toMessages(tx: Db, news: News): Promise<readonly Message[]> {
  const { event } = news
  if (event === 'variant.stock_changed') {
    const ids = news.of === 'variant' ? [news.id] : await listVariantsOfOrder(tx, news.id)
    return ids.map((id) => ({ event, subject: `variant ${id}`, data: null }))
  }
  if (event === 'product.changed') {
    const id = news.of === 'product' ? news.id : (await findStock(tx, news.id))?.product_id
    return id === undefined ? [] : [{ event, subject: `product ${id}`, data: { product_id: id, ...news.data } }]
  }
  const subject = `order ${news.orderId}`
  if (event === 'key.replaced') return [{ event, subject, data: news.data }]
  const { order_id, ...summary } = await summarizeOrder(tx, news.orderId)
  return [{ event, subject, data: { order_id, status: news.status, ...summary } }]
}

async function store(tx: Db, webhookId: number, { event, subject, data }: Message, at: Date): Promise<void> {
  const now = at.toISOString()
  // It follows one that is tried again later: until then there is no need to look at it.
  const retry = await deliveries.findRetry(tx, webhookId, subject)
  const send_after = retry === undefined || retry < now ? now : retry
  const body = data === null ? null : toBody(event, at, data)
  await deliveries.insertDelivery(tx, { ...newDelivery(webhookId, now), event, subject, body, send_after })
}

/** The body of a message, as every attempt sends it. */
export const toBody = (type: string, at: Date, data: object): string => JSON.stringify({ type, timestamp: at.toISOString(), data })

/** @param at ISO 8601 in UTC */
export const newDelivery = (webhookId: number, at: string) => ({
  ...{ webhook_id: webhookId, message_id: `msg_${randomBytes(18).toString('base64url')}`, status: 'pending' as const },
  ...{ attempts: 0, created_at: at, send_after: at },
})
