import { limits, type DeliveryFilters, type PageMeta, type WebhookDelivery } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { testEvent } from './attempt.rules.ts'
import * as repo from './deliveries.repo.ts'
import { newDelivery, toBody } from './projector.service.ts'
import { findWebhook } from './webhooks.repo.ts'
import { requireWebhook } from './webhooks.service.ts'

/**
 * What was sent to a webhook or waits for it, newest first: the newest 50 unless a limit says otherwise.
 * @throws 404, 400 for an invalid cursor
 */
export async function listDeliveries(
  { db }: Deps,
  webhookId: number,
  { status, limit = limits.newestDeliveries, cursor }: DeliveryFilters,
): Promise<{ data: WebhookDelivery[]; meta: PageMeta }> {
  if ((await findWebhook(db, webhookId)) === undefined) throw notFound('Webhook')
  const { rows, meta } = await repo.listDeliveries(db, webhookId, status, { limit, cursor, isCounted: false })
  return { data: rows.map(toDelivery), meta }
}

/**
 * Sends a delivery again, with the same message id and body, as if for the first time (docs/reference/webhooks.md, Sending). What became of
 * it before stays in `earlier`.
 * @throws 404, 409 `webhook_inactive` for a webhook that is paused or disabled
 */
export async function resendDelivery(deps: Deps, actor: Actor, webhookId: number, id: number): Promise<WebhookDelivery> {
  return transact(deps.db, async (tx) => {
    const name = await requireLive(tx, webhookId)
    const row = await repo.lockDelivery(tx, webhookId, id)
    if (row === undefined) throw notFound('Delivery')
    const at = deps.now()
    const changes = { event: { before: null, after: row.event }, delivery_id: { before: null, after: id } }
    const subject = { kind: 'webhook' as const, id: webhookId, name }
    await recordActivity(tx, { actor, action: 'webhook.delivery_resent', subject, changes, at })
    const fresh = { status: 'pending' as const, attempts: 0, first_attempt_at: null, response_status: null, reason: null }
    const earlier = JSON.stringify(withOutcomeOf(row))
    return toDelivery(await repo.updateDelivery(tx, id, { ...fresh, earlier, send_after: at.toISOString() }))
  })
}

/**
 * Sends an event `webhook.test`, which is attempted once. While one is on its way no other is sent: the answer is that one.
 * @throws 404, 409 `webhook_inactive`
 */
export async function sendTest(deps: Deps, actor: Actor, webhookId: number): Promise<WebhookDelivery> {
  return transact(deps.db, async (tx) => {
    const name = await requireLive(tx, webhookId)
    const underWay = await repo.findPendingTest(tx, webhookId, testEvent)
    if (underWay !== undefined) return toDelivery(underWay)
    const at = deps.now()
    await recordActivity(tx, { actor, action: 'webhook.tested', subject: { kind: 'webhook', id: webhookId, name }, at })
    const body = toBody(testEvent, at, { webhook_id: webhookId })
    return toDelivery(await repo.insertDelivery(tx, { ...newDelivery(webhookId, at.toISOString()), event: testEvent, subject: '', body }))
  })
}

/** Deletes deliveries that are older than 30 days, whatever became of them. Several nodes may do so at once. */
export async function purgeDeliveries({ db, now }: Deps): Promise<void> {
  const before = new Date(now().getTime() - limits.deliveryDays * 24 * 3_600_000).toISOString()
  while ((await repo.deleteBefore(db, before, chunkSize)) === chunkSize) await breathe()
}

/** How many deliveries wait, for whatever webhook. */
export const countWaiting = ({ db }: Pick<Deps, 'db'>): Promise<number> => repo.countWaiting(db)

/** The name of a webhook that is sent to; its row stays locked until the transaction ends. */
async function requireLive(tx: Db, id: number): Promise<string> {
  const { url, active, disabled_reason } = await requireWebhook(tx, id)
  if (active === 0 || disabled_reason !== null) throw conflict('This webhook is not active', 'webhook_inactive')
  return new URL(url).host
}

const readEarlier = ({ earlier }: repo.DeliveryRow) => JSON.parse(earlier ?? '[]') as WebhookDelivery['earlier']

/** Newest first. Of a delivery that was never answered there is nothing to keep. */
function withOutcomeOf(row: repo.DeliveryRow): WebhookDelivery['earlier'] {
  const { last_attempt_at: at, attempts, status, response_status, reason } = row
  if (response_status === null && reason === null) return readEarlier(row)
  return [{ at, attempts, status, response_status, reason }, ...readEarlier(row)].slice(0, limits.earlierOutcomes)
}

const toDelivery = (row: repo.DeliveryRow): WebhookDelivery => ({
  ...{ id: row.id, message_id: row.message_id, event: row.event, subject: row.subject, status: row.status, attempts: row.attempts },
  ...{ created_at: row.created_at, last_attempt_at: row.last_attempt_at },
  next_attempt_at: row.status === 'pending' ? row.send_after : null,
  ...{ response_status: row.response_status, reason: row.reason, earlier: readEarlier(row) },
})
