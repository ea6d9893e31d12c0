import type { Db } from '../../db/schema.ts'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { lockPostOf } from '../announcement-posts/announcement-posts.service.ts'
import { findAnnouncement } from '../announcements/announcements.service.ts'
import { stepAfter, type PostStep } from './announcement-news.rules.ts'
import * as bots from './bot.repo.ts'
import * as repo from './outbox.repo.ts'
import { store } from './storing.service.ts'

/** The post of an announcement is made, moved, edited or deleted with it. Unlike other posts it may be for a time to come. */
export async function projectAnnouncement(tx: Db, event: ActivityEvent): Promise<void> {
  const { id } = event.subject
  const post = await lockPostOf(tx, id)
  // A deleted one is not wanted any more.
  const stored = (await findAnnouncement(tx, id)) ?? { publish_at: null, post_to_discord: 0 }
  const step = stepAfter(event, stored, post)
  if (step.is === 'nothing') return
  if (step.is === 'store') return storeAnnouncement(tx, id, event.at, step.due)
  if (post !== undefined) await repo.updateNotification(tx, post.id, changeFor(step, await requirePost(tx, post.id), event.at))
}

/** While notifications are disabled or without a channel, only what is scheduled is stored: at its time it is looked at again. */
async function storeAnnouncement(tx: Db, subjectId: number, at: Date, due: string): Promise<void> {
  const { notifications_enabled, updates_channel_id: channelId } = await bots.readBot(tx)
  const isForNow = due <= at.toISOString()
  if (isForNow && (notifications_enabled === 0 || channelId === '')) return
  await store(tx, { type: 'announcement', channel: 'updates', channelId, at, due, message: { timestamp: due }, subjectId })
}

async function requirePost(tx: Db, id: number): Promise<repo.NotificationRow> {
  const row = await repo.findNotification(tx, id)
  if (row === undefined) throw new Error('The row is locked, so it is there')
  return row
}

const afresh = { status: 'pending' as const, attempts: 0, first_attempt_at: null, error_detail: null }

function changeFor(step: Exclude<PostStep, { is: 'nothing' | 'store' }>, row: repo.NotificationRow, at: Date) {
  if (step.is === 'cancel') return { status: 'skipped' as const, attempted_at: null, error_detail: step.reason }
  if (step.is === 'move') return { ...afresh, queued_at: step.due, send_after: step.due, message: JSON.stringify({ timestamp: step.due }) }
  // What waits already keeps its turn, and the pause that Discord asked for.
  const again = row.status === 'pending' ? {} : { ...afresh, send_after: at.toISOString() }
  return { ...again, revision: row.revision + 1, ...(step.is === 'delete' && { removes: 1 }) }
}
