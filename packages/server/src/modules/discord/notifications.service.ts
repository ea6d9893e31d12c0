import { setTimeout as wait } from 'node:timers/promises'
import type { DiscordChannel, NotificationLog } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, ruleViolated } from '../../errors.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { isBotRunning } from './bot-status.service.ts'
import * as bots from './bot.repo.ts'
import * as repo from './outbox.repo.ts'
import { store } from './projector.service.ts'

/** How long a person waits for the outcome of a test message. */
const patienceMs = 20_000

/** Posted and waiting notifications, newest first. */
export const listNotifications = async (deps: Deps, limit: number): Promise<NotificationLog[]> =>
  (await repo.listNewest(deps.db, limit)).map(toLog)

/**
 * Sends a failed notification again, as if for the first time, to the channel that is set now.
 * @throws 404, 409 `invalid_transition` for one that did not fail, 422 `channel_missing` where no channel is chosen
 */
export async function retryNotification(deps: Deps, actor: Actor, id: number): Promise<NotificationLog> {
  return transact(deps.db, async (tx) => {
    const row = await repo.findNotification(tx, id, { lock: true })
    if (row === undefined) throw notFound('Notification')
    if (row.status !== 'failed') throw conflict('Only a failed notification can be sent again', 'invalid_transition')
    const channelId = await requireChannel(tx, row.channel)
    const at = deps.now()
    const moment = at.toISOString()
    const fresh = {
      ...{ status: 'pending' as const, attempts: 0, first_attempt_at: null, error_detail: null, queued_at: moment, send_after: moment },
      // A post that may be in the old channel does not count in the new one.
      ...(channelId !== row.channel_id && { channel_id: channelId, attempted_at: null }),
    }
    const changes = differences({ status: row.status, channel_id: row.channel_id }, { status: fresh.status, channel_id: channelId })
    await recordActivity(tx, { actor, action: 'notification.retried', subject: { kind: 'discord', id }, changes, at })
    return toLog(await repo.updateNotification(tx, id, fresh))
  })
}

/**
 * Posts a test message to a channel, also while notifications are disabled, and waits for its outcome. One that takes longer than 20 s is
 * answered as pending.
 * @throws 409 `bot_not_running`, 422 where no channel is chosen or the service refuses, with its reason
 */
export async function sendTestMessage(deps: Deps, actor: Actor, channel: DiscordChannel): Promise<NotificationLog> {
  const { id } = await transact(deps.db, async (tx) => {
    const channelId = await requireChannel(tx, channel)
    if (!(await isBotRunning({ ...deps, db: tx }))) throw conflict('The bot is not running', 'bot_not_running')
    const at = deps.now()
    const row = await store(tx, { type: 'test', channel, channelId, at, message: { timestamp: at.toISOString() }, subjectId: null })
    await recordActivity(tx, { actor, action: 'discord.tested', subject: { kind: 'discord', id: row.id }, at })
    return row
  })
  const row = await awaitOutcome(deps, id)
  if (row.status === 'failed' || row.status === 'skipped')
    throw ruleViolated(row.error_detail ?? 'The message could not be posted', 'post_failed')
  return toLog(row)
}

async function requireChannel(tx: Db, channel: DiscordChannel): Promise<string> {
  const channelId = (await bots.readBot(tx))[`${channel}_channel_id`]
  if (channelId === '') throw ruleViolated(`No ${channel} channel is set`, 'channel_missing')
  return channelId
}

async function awaitOutcome(deps: Deps, id: number): Promise<repo.NotificationRow> {
  const end = performance.now() + patienceMs
  for (;;) {
    const row = await repo.findNotification(deps.db, id)
    if (row === undefined) throw notFound('Notification')
    if (row.status !== 'pending' || performance.now() >= end) return row
    await wait(50)
  }
}

const toLog = ({ id, type, status, channel_id, message_id, sent_at, error_detail, created_at }: repo.NotificationRow): NotificationLog => ({
  ...{ id, type, status, channel_id, message_id, sent_at, error_detail, created_at },
})
