import type { Announcement } from '@keydesk/contract'
import type { PostRow } from './announcement-posts.repo.ts'

export type Post = Omit<PostRow, 'id' | 'subject_id'>

/** It stands in the channel, or an attempt may have put it there: from then on its time is fixed. */
export const hasBegun = ({ status, message_id, removes, attempted_at }: Post): boolean =>
  removes === 0 && (message_id !== null || (status === 'pending' && attempted_at !== null))

/** It waits for its time or for the bot, or has failed: nothing of it can be in the channel. */
export const isOpen = (post: Post): boolean =>
  !hasBegun(post) && post.removes === 0 && (post.status === 'pending' || post.status === 'failed')

export type DeliveryFields = Pick<Announcement, 'delivery' | 'delivery_reason' | 'posted_at' | 'post_url' | 'log_id'>

/** What became of the post (docs/reference/announcements.md, Delivery). */
export function deliveryOf(post: PostRow | undefined, now: Date): DeliveryFields {
  const nothing = { delivery_reason: null, posted_at: null, post_url: null, log_id: post?.id ?? null }
  if (post === undefined) return { ...nothing, delivery: 'none' }
  if (post.removes === 1) return { ...nothing, delivery: 'none', delivery_reason: 'The post was deleted with the announcement' }
  if (post.status === 'skipped') return { ...nothing, delivery: 'none', delivery_reason: post.error_detail }
  const known = { ...nothing, posted_at: post.sent_at, post_url: post.message_url }
  if (post.status === 'success') return { ...known, delivery: 'posted' }
  const isEdit = post.message_id !== null
  if (post.status === 'failed') {
    return { ...known, delivery: 'failed', delivery_reason: `${isEdit ? 'The post could not be edited. ' : ''}${post.error_detail ?? ''}` }
  }
  if (post.queued_at > now.toISOString() && !isEdit) return { ...known, delivery: 'scheduled' }
  return { ...known, delivery: 'waiting', delivery_reason: post.error_detail ?? (isEdit ? 'The post is about to be edited' : null) }
}
