import {
  type ActivityAction,
  limits,
  webhookEvents,
  type NewWebhook,
  type RotateSecretInput,
  type Webhook,
  type WebhookChanges,
  type WebhookEvent,
  type WebhookInput,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { system } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, ruleViolated } from '../../errors.ts'
import { seal, unseal } from '../../sealed-text.ts'
import { creation, differences, recordActivity, type Changes } from '../activity/activity.service.ts'
import { deleteMessagesTo, wakeWaiting } from '../outbox/outbox.service.ts'
import { shownUrl } from './address.rules.ts'
import { obstacleAt } from './post.ts'
import { makeSecret } from './signature.rules.ts'
import * as repo from './webhooks.repo.ts'

/** Longer than an attempt may take. After it, another server may repeat an attempt without a recorded outcome. */
export const uncertainMs = 12_000

/** The purpose for which the secrets are sealed. */
const purpose = 'webhook secret'

/** All webhooks, newest first, without their secrets. */
export const listWebhooks = async (deps: Deps): Promise<Webhook[]> =>
  (await repo.listWebhooks(deps.db)).map((row) => toWebhook(row, deps.now()))

/** The ids of active webhooks, as targets of the outbox. */
export const listLiveTargets = async (db: Db): Promise<string[]> => (await repo.listLive(db)).map(({ id }) => String(id))

/**
 * Creates a webhook (docs/reference/webhooks.md). Its secret is shown only in this answer.
 * @throws 422 `webhook_address` for a URL that webhooks may not use, 409 `too_many_webhooks`
 */
export async function createWebhook(deps: Deps, actor: Actor, input: WebhookInput): Promise<NewWebhook> {
  await requireAllowed(deps, input.url)
  const secret = makeSecret()
  const now = deps.now()
  const row = await transact(deps.db, async (tx) => {
    await repo.lockBeginnings(tx)
    const others = await repo.listWebhooks(tx)
    if (others.length >= limits.webhooks) throw conflict(`There may be at most ${limits.webhooks} webhooks`, 'too_many_webhooks')
    const sealed = { ...sealedBy(deps, actor, secret), created_at: now.toISOString() }
    const made = await repo.insertWebhook(tx, { ...toColumns(input), ...sealed })
    await record(tx, actor, now, 'webhook.created', made, creation(toSaid(made)))
    return made
  })
  return { ...toWebhook(row, now), secret }
}

/**
 * Changes a webhook. Saving it as active enables it again. What waits for it is then sent at once, and so it is if the URL changes
 * (docs/reference/webhooks.md, Disabled webhooks).
 * @throws 404, 422 `webhook_address`
 */
export async function updateWebhook(deps: Deps, actor: Actor, id: number, input: WebhookChanges): Promise<Webhook> {
  if (input.url !== undefined) await requireAllowed(deps, input.url)
  const row = await transact(deps.db, async (tx) => {
    const before = await requireWebhook(tx, id)
    // Failures are counted anew from here on.
    const isWoken = input.active === true && (before.active === 0 || before.disabled_reason !== null)
    const { url, events, active } = toWebhook(before, deps.now())
    const columns = toColumns({ url, events, active, ...input })
    const after = await repo.updateWebhook(tx, id, { ...columns, ...(isWoken && { disabled_reason: null, failing_since: null }) })
    if (isWoken || before.url !== after.url) {
      const target = { channel: 'webhook', target: String(id) } as const
      await wakeWaiting(tx, target, { now: deps.now(), claimMs: uncertainMs, isAfresh: isWoken })
    }
    const changes = {
      ...differences(toSaid(before), toSaid(after)),
      ...(before.disabled_reason !== after.disabled_reason && { disabled_reason: { before: before.disabled_reason, after: null } }),
      ...(before.url !== after.url && { url: { before: shownUrl(before.url), after: shownUrl(after.url) } }),
    }
    if (Object.keys(changes).length > 0) await record(tx, actor, deps.now(), 'webhook.updated', after, changes)
    return after
  })
  return toWebhook(row, deps.now())
}

/**
 * Deletes a webhook with its deliveries.
 * @throws 404
 */
export async function deleteWebhook(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const row = await requireWebhook(tx, id)
    await repo.deleteWebhook(tx, id)
    await record(tx, actor, deps.now(), 'webhook.deleted', row, {})
  })
  await deleteMessagesTo(deps, 'webhook', String(id))
}

/**
 * Creates a new secret. The previous one signs for 24 more hours; one before that stops at once.
 * @param seen the webhook as the caller saw it. If the same member has rotated it since, that answer is taken for lost: its secret is
 *   replaced, and the one before goes on signing.
 * @throws 404, 409 if somebody else has rotated it since
 */
export async function rotateSecret(deps: Deps, actor: Actor, id: number, seen: RotateSecretInput = {}): Promise<NewWebhook> {
  const secret = makeSecret()
  const now = deps.now()
  const row = await transact(deps.db, async (tx) => {
    const before = await requireWebhook(tx, id)
    const until = new Date(now.getTime() + limits.previousSecretHours * 3_600_000).toISOString()
    const { previous_secret_until: current } = toWebhook(before, now)
    const isRepeated = seen.previous_secret_until !== undefined && current !== null && seen.previous_secret_until !== current
    if (isRepeated && before.secret_created_by !== actor.id) throw conflict('Somebody else has rotated this secret meanwhile')
    const after = await repo.updateWebhook(tx, id, {
      ...sealedBy(deps, actor, secret),
      ...(!isRepeated && { previous_secret_sealed: before.secret_sealed, previous_secret_until: until }),
    })
    await record(tx, actor, now, 'webhook.secret_rotated', after, {})
    return after
  })
  return { ...toWebhook(row, now), secret }
}

const sealedBy = ({ secrets }: Deps, actor: Actor, secret: string) => ({
  ...{ secret_sealed: seal(secrets.encryption, purpose, secret), secret_created_by: actor.id },
})

/** The secrets that currently sign, newest first. Leaves out those that cannot be read with this APP_SECRET. */
export function secretsOf({ secrets: { encryption } }: Deps, row: repo.WebhookRow, now: Date): string[] {
  const isTwo = row.previous_secret_sealed !== null && (row.previous_secret_until ?? '') > now.toISOString()
  const sealed = [row.secret_sealed, ...(isTwo ? [row.previous_secret_sealed!] : [])]
  return sealed.map((text) => unseal(encryption, purpose, text)).filter((secret) => secret !== null)
}

/** How many webhooks have a secret that cannot be read with this APP_SECRET. The previous secret does not count: it ends by itself. */
export async function countUnreadableSecrets({ db, secrets: { encryption } }: Deps): Promise<number> {
  return (await repo.listWebhooks(db)).filter((row) => unseal(encryption, purpose, row.secret_sealed) === null).length
}

/** Records that the server disabled a webhook, with the reason. */
export const recordDisabled = (tx: Db, at: Date, row: repo.WebhookRow): Promise<void> =>
  record(tx, system, at, 'webhook.disabled', row, { disabled_reason: { before: null, after: row.disabled_reason } })

/**
 * The row of a webhook, locked until the transaction ends.
 * @throws 404
 */
export async function requireWebhook(tx: Db, id: number): Promise<repo.WebhookRow> {
  const row = await repo.findWebhook(tx, id, { lock: true })
  if (row === undefined) throw notFound('Webhook')
  return row
}

async function requireAllowed({ webhooks }: Deps, url: string): Promise<void> {
  const obstacle = await obstacleAt(new URL(url), webhooks)
  if (obstacle !== null) throw ruleViolated(obstacle, 'webhook_address', { url: obstacle })
}

const toColumns = ({ url, events, active }: WebhookInput) => ({
  ...{ url, events: JSON.stringify(webhookEvents.filter((event) => events.includes(event))), active: active ? 1 : 0 },
})

/** For the history. A URL may contain a secret. */
const toSaid = ({ url, events, active }: repo.WebhookRow) => ({
  ...{ url: shownUrl(url), events: JSON.parse(events) as string[], active: active === 1 },
})

const record = (tx: Db, actor: Actor, at: Date, action: ActivityAction, { id, url }: repo.WebhookRow, changes: Changes): Promise<void> =>
  recordActivity(tx, { actor, action, subject: { kind: 'webhook', id, name: new URL(url).host }, changes, at })

function toWebhook(row: repo.WebhookRow, now: Date): Webhook {
  const {
    secret_sealed: _,
    secret_created_by: _by,
    previous_secret_sealed: __,
    failing_since: ___,
    previous_secret_until: until,
    events,
    active,
    ...shown
  } = row
  const previous_secret_until = until !== null && until > now.toISOString() ? until : null
  return { ...shown, events: JSON.parse(events) as WebhookEvent[], active: active === 1, previous_secret_until }
}
