import type { Announcement } from '@keydesk/contract'
import type { ActivityEvent } from '../activity/activity.service.ts'
import type { OutboxRow } from '../outbox/outbox.service.ts'

/** A post is the newest message in the outbox about an announcement. */

/** It is in the channel, or an attempt may have put it there: from then on its time is fixed. */
export const hasBegun = ({ status, remote_id, withdrawn, uncertain_since }: OutboxRow): boolean =>
  withdrawn === 0 && (remote_id !== null || (status === 'pending' && uncertain_since !== null))

/** It waits for its time or for the bot, or has failed: it cannot be in the channel. */
const isOpen = (post: OutboxRow): boolean =>
  !hasBegun(post) && post.withdrawn === 0 && (post.status === 'pending' || post.status === 'failed')

type DeliveryFields = Pick<Announcement, 'delivery' | 'delivery_reason' | 'posted_at' | 'post_url' | 'log_id'>

/** What became of the post (docs/reference/announcements.md, Delivery). */
export function deliveryOf(post: OutboxRow | undefined, now: Date): DeliveryFields {
  const nothing = { delivery_reason: null, posted_at: null, post_url: null, log_id: post?.id ?? null }
  if (post === undefined) return { ...nothing, delivery: 'none' }
  if (post.withdrawn === 1) return { ...nothing, delivery: 'none', delivery_reason: 'The post was deleted with the announcement' }
  if (post.status === 'skipped') return { ...nothing, delivery: 'none', delivery_reason: post.reason }
  const known = { ...nothing, posted_at: post.sent_at, post_url: post.remote_url }
  if (post.status === 'success') return { ...known, delivery: 'posted' }
  const isEdit = post.remote_id !== null
  if (post.status === 'failed') {
    return { ...known, delivery: 'failed', delivery_reason: `${isEdit ? 'The post could not be edited. ' : ''}${post.reason ?? ''}` }
  }
  if (post.due_at > now.toISOString() && !isEdit) return { ...known, delivery: 'scheduled' }
  return { ...known, delivery: 'waiting', delivery_reason: post.reason ?? (isEdit ? 'The post is about to be edited' : null) }
}

interface Stored {
  readonly publish_at: string | null
  readonly post_to_discord: number
}

export type PostStep =
  | { readonly is: 'nothing' }
  /** A new post, due at this moment. */
  | { readonly is: 'store'; readonly due: string }
  /** The post that waits or failed, at another moment. */
  | { readonly is: 'move'; readonly due: string }
  | { readonly is: 'edit' }
  | { readonly is: 'delete' }
  /** It waits or failed, and is not to be posted any more. */
  | { readonly is: 'cancel'; readonly reason: string }

const nothing: PostStep = { is: 'nothing' }

/**
 * What follows for the post from what happened to its announcement (docs/reference/announcements.md, Edits and deletions).
 * @param post the newest one
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
    if (post !== undefined && isOpen(post)) return { is: 'cancel', reason: 'The announcement was deleted' }
    return post !== undefined && hasBegun(post) && !isLeft ? { is: 'delete' } : nothing
  }
  if (action !== 'announcement.updated') return nothing
  if (post !== undefined && hasBegun(post)) return isLeft ? nothing : { is: 'edit' }
  const isWaiting = post !== undefined && isOpen(post)
  if (!isWanted) return isWaiting ? { is: 'cancel', reason: 'It is not to be posted any more' } : nothing
  // The text of a post that waits is read when it is sent.
  if (!('publish_at' in changes || 'post_to_discord' in changes)) return nothing
  return { is: isWaiting ? 'move' : 'store', due }
}
