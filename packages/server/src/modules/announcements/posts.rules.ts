import type { Announcement } from '@keydesk/contract'
import type { ActivityEvent } from '../activity/activity.service.ts'
import { isHeldBeforeDue, type OutboxRow } from '../outbox/outbox.service.ts'

/** The post of an announcement is the newest outbox message about it. */

/** Whether the post is, or may be, in the channel: its time can no longer change. */
export const hasBegun = ({ status, remote_id, withdrawn, uncertain_since }: OutboxRow): boolean =>
  withdrawn === 0 && (remote_id !== null || (status === 'pending' && uncertain_since !== null))

/** The same, or it was given up, turned off, or held by a restore, after an attempt that may have posted it. */
export const mayBePosted = (post: OutboxRow): boolean => hasBegun(post) || (post.withdrawn === 0 && post.uncertain_since !== null)

/** Whether the post waits, failed, or was turned off although it may be in the channel: it can be moved. */
const isOpen = (post: OutboxRow): boolean =>
  !hasBegun(post) && post.withdrawn === 0 && (post.status === 'pending' || post.status === 'failed' || mayBePosted(post))

type DeliveryFields = Pick<Announcement, 'delivery' | 'delivery_reason' | 'posted_at' | 'post_url' | 'log_id'>

/** The delivery state of the post (docs/reference/announcements.md, Delivery). */
export function deliveryOf(post: OutboxRow | undefined, now: Date): DeliveryFields {
  const nothing = { delivery_reason: null, posted_at: null, post_url: null, log_id: post?.id ?? null }
  if (post === undefined) return { ...nothing, delivery: 'none' }
  if (post.withdrawn === 1) return { ...nothing, delivery: 'none', delivery_reason: reasonOfDeletion(post) }
  if (post.status === 'skipped' && post.remote_id === null) return { ...nothing, delivery: 'none', delivery_reason: post.reason }
  const known = { ...nothing, posted_at: post.sent_at, post_url: post.remote_url }
  // The post is as it was before an edit or a deletion that was dropped.
  if (post.status === 'skipped') return { ...known, delivery: 'posted', delivery_reason: post.reason }
  if (post.status === 'success') return { ...known, delivery: 'posted' }
  if (isHeldBeforeDue(post)) return { ...known, delivery: 'waiting', delivery_reason: post.reason }
  const isEdit = post.remote_id !== null
  if (post.status === 'failed') {
    return { ...known, delivery: 'failed', delivery_reason: `${isEdit ? 'The post could not be edited. ' : ''}${post.reason ?? ''}` }
  }
  if (post.due_at > now.toISOString() && !isEdit) return { ...known, delivery: 'scheduled' }
  return { ...known, delivery: 'waiting', delivery_reason: post.reason ?? (isEdit ? 'The post is about to be edited' : null) }
}

/** What became of the post of an announcement that was deleted, and may be restored. */
export function reasonOfDeletion({ status, reason }: OutboxRow): string | null {
  if (status === 'pending') return 'The post is about to be deleted'
  return status === 'failed' ? `The post could not be deleted. ${reason ?? ''}` : reason
}

interface Stored {
  readonly publish_at: string | null
  readonly post_to_discord: number
}

export type PostStep =
  | { readonly is: 'nothing' }
  /** Store a new post. */
  | { readonly is: 'store'; readonly due: string }
  /** Reschedule a post that waits, failed, or was turned off although it may be in the channel. */
  | { readonly is: 'move'; readonly due: string }
  | { readonly is: 'edit' }
  | { readonly is: 'delete' }
  /** Drop a post that waits or failed. */
  | { readonly is: 'cancel'; readonly reason: string }

const nothing: PostStep = { is: 'nothing' }

/**
 * What an event of an announcement means for its post (docs/reference/announcements.md, Edits and deletions).
 * @param post the newest post
 */
export function stepAfter(
  { action, changes = {}, at }: Pick<ActivityEvent, 'action' | 'changes' | 'at'>,
  { publish_at, post_to_discord }: Stored,
  post: OutboxRow | undefined,
): PostStep {
  const now = at.toISOString()
  const due = publish_at !== null && publish_at > now ? publish_at : now
  const isWanted = post_to_discord === 1
  const isLeft = 'discord_post' in changes
  if (action === 'announcement.created') return isWanted ? { is: 'store', due } : nothing
  if (action === 'announcement.deleted') {
    if (post === undefined) return nothing
    if (hasBegun(post)) return isLeft ? nothing : { is: 'delete' }
    if (!isOpen(post)) return nothing
    if (!mayBePosted(post)) return { is: 'cancel', reason: 'The announcement was deleted' }
    // It is looked for by the words of its last attempt. There are none if it was first attempted after the backup.
    if (post.detail !== null && !isLeft) return { is: 'delete' }
    return { is: 'cancel', reason: 'The announcement was deleted. Its post may be in the channel' }
  }
  if (action !== 'announcement.updated') return nothing
  if (post !== undefined && hasBegun(post)) return isLeft ? nothing : { is: 'edit' }
  const isWaiting = post !== undefined && isOpen(post)
  if (!isWanted) {
    if (!isWaiting || post.status === 'skipped') return nothing
    const reason = 'It is not to be posted any more'
    return { is: 'cancel', reason: mayBePosted(post) ? `${reason}. Its post may be in the channel` : reason }
  }
  // A text change needs no step: the text of a waiting post is read when it is sent.
  if (!('publish_at' in changes || 'post_to_discord' in changes)) return nothing
  return { is: isWaiting ? 'move' : 'store', due }
}
