import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { holdsLease, type Holder } from '../lease/lease.service.ts'
import { findStock } from '../variants/variants.service.ts'
import { decide, type Counted, type Outcome } from './attempt.rules.ts'
import * as deliveries from './deliveries.repo.ts'
import { toBody } from './projector.service.ts'
import { signedHeaders } from './signature.rules.ts'
import * as repo from './webhooks.repo.ts'
import { recordDisabled, secretsOf } from './webhooks.service.ts'

/** Longer than an attempt may take: after it another node may repeat one whose outcome was never recorded. */
export const uncertainMs = 12_000

/** One message on its way. */
export interface Attempt {
  readonly row: deliveries.DeliveryRow
  readonly url: string
  /** Null if the secret cannot be read with this APP_SECRET. */
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string
}

export interface Done {
  readonly row: deliveries.DeliveryRow
  readonly outcome: Outcome
}

/**
 * One turn of a webhook in one transaction: records outcomes and begins as many attempts as there is room for
 * (docs/reference/webhooks.md, Sending). None, and `isLost`, if this node does not hold the lease any more.
 */
export async function takeTurn(
  deps: Deps,
  me: Holder,
  webhookId: number,
  done: readonly Done[],
  room: number,
): Promise<{ readonly attempts: readonly Attempt[]; readonly isLost: boolean }> {
  const turn = await transact(deps.db, async (tx) => {
    const now = deps.now()
    const before = await repo.findWebhook(tx, webhookId, { lock: true })
    if (before === undefined) return { attempts: [], isLost: false, counted: [] }
    const { webhook, counted } = await settle(tx, before, done, now)
    const maySend = webhook.active === 1 && webhook.disabled_reason === null && room > 0
    if (!maySend) return { attempts: [], isLost: false, counted }
    if (!(await holdsLease(tx, 'webhooks', now, me))) return { attempts: [], isLost: true, counted }
    return { attempts: await begin(deps, tx, webhook, now, room), isLost: false, counted }
  })
  for (const outcome of turn.counted) deps.webhooks.outcomes[outcome] += 1
  return turn
}

async function settle(
  tx: Db,
  before: repo.WebhookRow,
  done: readonly Done[],
  now: Date,
): Promise<{ webhook: repo.WebhookRow; counted: Counted[] }> {
  let webhook = before
  const counted: Counted[] = []
  for (const { row, outcome } of done) {
    const current = await deliveries.lockDelivery(tx, webhook.id, row.id)
    // Somebody sent it again meanwhile, or another node did.
    if (current?.status !== 'pending' || current.attempts !== row.attempts) continue
    const decision = decide(current, webhook, outcome, now, Math.random())
    if (decision.counted !== null) counted.push(decision.counted)
    const after = await deliveries.updateDelivery(tx, row.id, decision.change)
    await moveFollowing(tx, after, now)
    webhook = { ...webhook, ...decision.webhook }
  }
  if (webhook === before) return { webhook, counted }
  await repo.updateWebhook(tx, webhook.id, webhook)
  if (before.disabled_reason === null && webhook.disabled_reason !== null) await recordDisabled(tx, now, webhook)
  return { webhook, counted }
}

/** What is about the same thing waits with a delivery that is tried again, and goes on once it is over. */
async function moveFollowing(tx: Db, row: deliveries.DeliveryRow, now: Date): Promise<void> {
  if (row.subject === '') return
  if (row.status === 'pending') await deliveries.moveFollowing(tx, row, row.send_after)
  else if (row.attempts > 1) await deliveries.moveFollowing(tx, row, now.toISOString())
}

async function begin(deps: Deps, tx: Db, webhook: repo.WebhookRow, now: Date, room: number): Promise<Attempt[]> {
  const at = now.toISOString()
  const secrets = secretsOf(deps, webhook, now)
  const attempts: Attempt[] = []
  for (const due of await deliveries.listDue(tx, webhook.id, at, room)) {
    const body = due.body ?? (await stockBody(tx, due, now))
    const row = await deliveries.updateDelivery(tx, due.id, {
      ...{ body, attempts: due.attempts + 1, first_attempt_at: due.first_attempt_at ?? at, last_attempt_at: at },
      send_after: new Date(now.getTime() + uncertainMs).toISOString(),
    })
    const headers = secrets.length === 0 ? null : signedHeaders({ id: row.message_id, body, at: now }, secrets)
    attempts.push({ row, url: webhook.url, body, headers })
  }
  return attempts
}

/** The stock as it is now. It also tells the changes that wait behind this one, but for those that are not committed yet. */
async function stockBody(tx: Db, row: deliveries.DeliveryRow, now: Date): Promise<string> {
  await deliveries.joinFollowing(tx, row)
  const variantId = Number(row.subject.slice('variant '.length))
  return toBody(row.event, now, (await findStock(tx, variantId)) ?? { variant_id: variantId, available: 0 })
}
