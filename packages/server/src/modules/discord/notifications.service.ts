import { setTimeout as wait } from 'node:timers/promises'
import type { DiscordChannel, NotificationLog } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, ruleViolated } from '../../errors.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { listAnnouncementTitles } from '../announcements/announcements.service.ts'
import { listProductNames } from '../products/products.service.ts'
import { isBotRunning } from './bot-status.service.ts'
import * as bots from './bot.repo.ts'
import * as repo from './outbox.repo.ts'
import { store } from './storing.service.ts'

/** How long a person waits for the outcome of a test message. */
const patienceMs = 20_000

/** What was posted or waits for it, newest first, with the name of what it is about. */
export const listNotifications = async ({ db }: Deps, limit: number): Promise<NotificationLog[]> =>
  toLogs(db, await repo.listNewest(db, limit))

/**
 * Sends a failed notification again, as if for the first time, to the channel that is set now.
 * @throws 404, 409 `invalid_transition` for one that did not fail, 422 `channel_missing` where no channel is chosen
 */
export async function retryNotification(deps: Deps, actor: Actor, id: number): Promise<NotificationLog> {
  return transact(deps.db, async (tx) => {
    const row = await repo.findNotification(tx, id, { lock: true })
    if (row === undefined) throw notFound('Notification')
    if (row.status !== 'failed') throw conflict('Only a failed notification can be sent again', 'invalid_transition')
    // An edit or a deletion is due where the message is.
    const channelId = row.message_id === null ? await requireChannel(tx, row.channel) : row.channel_id
    const at = deps.now()
    const moment = at.toISOString()
    const fresh = {
      ...{ status: 'pending' as const, attempts: 0, first_attempt_at: null, error_detail: null, queued_at: moment, send_after: moment },
      // A post that may be in the old channel does not count in the new one.
      ...(channelId !== row.channel_id && { channel_id: channelId, attempted_at: null }),
    }
    const changes = differences({ status: row.status, channel_id: row.channel_id }, { status: fresh.status, channel_id: channelId })
    await recordActivity(tx, { actor, action: 'notification.retried', subject: { kind: 'discord', id }, changes, at })
    return toLog(tx, await repo.updateNotification(tx, id, fresh))
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
  return toLog(deps.db, row)
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

async function toLogs(db: Db, rows: readonly repo.NotificationRow[]): Promise<NotificationLog[]> {
  const idsOf = (areAnnouncements: boolean) =>
    rows.flatMap(({ type, subject_id }) => (subject_id !== null && (type === 'announcement') === areAnnouncements ? [subject_id] : []))
  const titles = await listAnnouncementTitles(db, idsOf(true))
  const names = await listProductNames(db, idsOf(false))
  return rows.map(({ id, type, subject_id, status, channel_id, message_id, sent_at, error_detail, created_at, queued_at }) => ({
    ...{ id, type, subject_name: (type === 'announcement' ? titles : names).get(subject_id ?? 0) ?? null },
    ...{ status, channel_id, message_id, sent_at, error_detail, created_at },
    // Only an announcement waits for a time that somebody chose.
    scheduled_for: status === 'pending' && type === 'announcement' && queued_at > created_at && message_id === null ? queued_at : null,
  }))
}

const toLog = async (db: Db, row: repo.NotificationRow): Promise<NotificationLog> => (await toLogs(db, [row]))[0]!
