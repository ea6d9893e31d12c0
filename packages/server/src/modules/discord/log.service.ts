import type { DiscordChannel, DiscordLogRow } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound, ruleViolated } from '../../errors.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { listAnnouncementTitles, reasonOfDeletion } from '../announcements/announcements.service.ts'
import * as outbox from '../outbox/outbox.service.ts'
import { listProductNames } from '../products/products.service.ts'
import { readBot } from './bot.repo.ts'
import { isBotRunning } from './bot.service.ts'
import { lastSent } from './discord-channel.service.ts'
import { channelOf } from './news.rules.ts'
import { inChannel, storePost } from './projector.service.ts'

/** Messages in every status, newest first, with the name of their subject (docs/reference/discord.md, Statuses). */
export const listLogRows = async ({ db }: Deps, limit: number): Promise<DiscordLogRow[]> =>
  toLogs(db, await outbox.listNewest(db, 'discord', limit))

/**
 * Sends a failed message again with new attempts: a post to the channel that is set now, an edit or a deletion to that of its post.
 * @throws 404; 409 `invalid_transition` if it did not fail or a restore holds it; 422 `channel_missing` if no channel is set
 */
export async function resendMessage(deps: Deps, actor: Actor, id: number): Promise<DiscordLogRow> {
  return transact(deps.db, async (tx) => {
    const row = await outbox.findMessage(tx, 'discord', id, { lock: true })
    if (row === undefined) throw notFound('Log row')
    if (row.status !== 'failed') throw conflict('Only a failed message can be sent again', 'invalid_transition')
    outbox.checkNotHeld(row)
    // An edit or a deletion goes to the channel of the existing post.
    const target = row.remote_id === null ? await requireChannel(tx, channelOf(row)) : row.target
    const at = deps.now()
    const fresh = { ...outbox.afresh(at), ...inChannel(row, target) }
    const changes = differences({ status: row.status, channel_id: row.target }, { status: fresh.status, channel_id: target })
    await recordActivity(tx, { actor, action: 'discord.message_resent', subject: { kind: 'discord', id }, changes, at })
    return toLog(tx, await outbox.updateMessage(tx, id, fresh))
  })
}

/**
 * Posts a test message to a channel, even if notifications are disabled, and waits up to 20 seconds for its outcome; then it returns the
 * pending message.
 * @throws 409 `bot_not_running`; 422 `channel_missing` if no channel is set, `post_failed` with the reason if Discord refuses
 */
export async function sendTestMessage(deps: Deps, actor: Actor, channel: DiscordChannel): Promise<DiscordLogRow> {
  const { id } = await transact(deps.db, async (tx) => {
    const target = await requireChannel(tx, channel)
    if (!(await isBotRunning({ ...deps, db: tx }))) throw conflict('The bot is not running', 'bot_not_running')
    const at = deps.now()
    const row = await storePost(tx, { event: 'test', target, at, body: { timestamp: at.toISOString() }, subject: channel })
    await recordActivity(tx, { actor, action: 'discord.tested', subject: { kind: 'discord', id: row.id }, at })
    return row
  })
  const row = await outbox.awaitSettled(deps, 'discord', id)
  if (row.status === 'failed' || row.status === 'skipped')
    throw ruleViolated(row.reason ?? 'The message could not be posted', 'post_failed')
  return toLog(deps.db, row)
}

async function requireChannel(tx: Db, channel: DiscordChannel): Promise<string> {
  const channelId = (await readBot(tx))[`${channel}_channel_id`]
  if (channelId === '') throw ruleViolated(`No ${channel} channel is set`, 'channel_missing')
  return channelId
}

async function toLogs(db: Db, rows: readonly outbox.OutboxRow[]): Promise<DiscordLogRow[]> {
  const titles = await listAnnouncementTitles(db, outbox.subjectIdsOf(rows, 'announcement'))
  const names = await listProductNames(db, outbox.subjectIdsOf(rows, 'product'))
  const nameOf = (row: outbox.OutboxRow) => {
    const id = outbox.subjectIdOf(row)
    return row.event === 'announcement' ? (titles.get(id) ?? lastSent(row)?.title) : names.get(id)
  }
  // One that a restore holds before its time did not fail.
  const statusOf = (row: outbox.OutboxRow) => (outbox.isHeldBeforeDue(row) ? 'pending' : row.status)
  return rows.map((row) => ({
    ...{ id: row.id, type: row.event, subject_name: nameOf(row) ?? null },
    ...{ status: statusOf(row), channel_id: row.target, message_id: row.remote_id, sent_at: row.sent_at },
    error_detail: row.status === 'failed' && row.withdrawn === 1 ? reasonOfDeletion(row) : row.reason,
    created_at: row.created_at,
    // Only announcements can be scheduled.
    scheduled_for:
      statusOf(row) === 'pending' && row.event === 'announcement' && row.due_at > row.created_at && row.remote_id === null
        ? row.due_at
        : null,
  }))
}

const toLog = async (db: Db, row: outbox.OutboxRow): Promise<DiscordLogRow> => (await toLogs(db, [row]))[0]!
