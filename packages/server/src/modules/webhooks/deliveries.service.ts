import { limits, type DeliveryFilters, type PageMeta, type WebhookDelivery } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import * as outbox from '../outbox/outbox.service.ts'
import { readDetail, testEvent, type DeliveryDetail } from './webhook-channel.service.ts'
import { newDelivery, queue, toBody } from './webhook-messages.service.ts'
import { findWebhook } from './webhooks.repo.ts'
import { requireWebhook, uncertainMs } from './webhooks.service.ts'

/**
 * Sent and pending deliveries of a webhook, newest first, 50 unless a limit is given.
 * @throws 404, 400 for an invalid cursor
 */
export async function listDeliveries(
  { db }: Deps,
  webhookId: number,
  { status, limit = limits.newestDeliveries, cursor }: DeliveryFilters,
): Promise<{ data: WebhookDelivery[]; meta: PageMeta }> {
  if ((await findWebhook(db, webhookId)) === undefined) throw notFound('Webhook')
  const { rows, meta } = await outbox.listPage(db, 'webhook', String(webhookId), status, { limit, cursor, isCounted: false })
  return { data: rows.map(toDelivery), meta }
}

/**
 * Sends a delivery again, with the same message id and body, as if for the first time (docs/reference/webhooks.md, Sending). Its previous
 * outcome moves to `earlier`. What waits before it about the same subject is sent first, at once, too.
 * @throws 404, 409 `webhook_inactive` for a webhook that is paused or disabled
 */
export async function resendDelivery(deps: Deps, actor: Actor, webhookId: number, id: number): Promise<WebhookDelivery> {
  return transact(deps.db, async (tx) => {
    const name = await requireLive(tx, webhookId)
    const row = await outbox.findMessage(tx, 'webhook', id, { lock: true })
    if (row?.target !== String(webhookId)) throw notFound('Delivery')
    const at = deps.now()
    const changes = creation({ event: row.event, delivery_id: id })
    const subject = { kind: 'webhook' as const, id: webhookId, name }
    await recordActivity(tx, { actor, action: 'webhook.delivery_resent', subject, changes, at })
    const detail: DeliveryDetail = { response_status: null, earlier: withOutcomeOf(row) }
    if (row.subject !== '') await outbox.wakeWaiting(tx, row, { now: at, claimMs: uncertainMs, aheadOf: row })
    // Those behind it wait for its next attempt. Behind a settled one they have times of their own, and may be under way.
    if (row.status === 'pending') await outbox.moveFollowing(tx, row, at.toISOString())
    return toDelivery(await outbox.updateMessage(tx, id, { ...outbox.afresh(at), detail: JSON.stringify(detail) }))
  })
}

/**
 * Sends a `webhook.test` event, which is attempted once. If one is already pending, returns that one instead.
 * @throws 404, 409 `webhook_inactive`
 */
export async function sendTest(deps: Deps, actor: Actor, webhookId: number): Promise<WebhookDelivery> {
  return transact(deps.db, async (tx) => {
    const name = await requireLive(tx, webhookId)
    const waiting = await outbox.lockWaitingAbout(tx, { channel: 'webhook', target: String(webhookId), subject: '' })
    const underWay = waiting.find(({ event }) => event === testEvent)
    if (underWay !== undefined) return toDelivery(underWay)
    const at = deps.now()
    await recordActivity(tx, { actor, action: 'webhook.tested', subject: { kind: 'webhook', id: webhookId, name }, at })
    const body = toBody(testEvent, at, { webhook_id: webhookId })
    return toDelivery(await outbox.storeMessage(tx, queue, { ...newDelivery(webhookId), event: testEvent, subject: '', body, at }))
  })
}

/** The name of an active webhook. Its row stays locked until the transaction ends. */
async function requireLive(tx: Db, id: number): Promise<string> {
  const { url, active, disabled_reason } = await requireWebhook(tx, id)
  if (active === 0 || disabled_reason !== null) throw conflict('This webhook is not active', 'webhook_inactive')
  return new URL(url).host
}

/** Newest first. A delivery without an outcome adds nothing. */
function withOutcomeOf(row: outbox.OutboxRow): WebhookDelivery['earlier'] {
  const { last_attempt_at: at, attempts, status, reason } = row
  const { response_status, earlier } = readDetail(row)
  if (response_status === null && reason === null) return earlier
  return [{ at, attempts, status, response_status, reason }, ...earlier].slice(0, limits.earlierOutcomes)
}

const toDelivery = (row: outbox.OutboxRow): WebhookDelivery => ({
  ...{ id: row.id, message_id: row.idempotency_key, event: row.event, subject: row.subject, status: row.status, attempts: row.attempts },
  ...{ created_at: row.created_at, last_attempt_at: row.last_attempt_at },
  next_attempt_at: row.status === 'pending' ? row.send_after : null,
  ...{ ...readDetail(row), reason: row.reason },
})
