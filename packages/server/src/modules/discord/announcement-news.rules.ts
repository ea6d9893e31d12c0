import { hasBegun, isOpen, type PostRow } from '../announcement-posts/announcement-posts.service.ts'
import type { ActivityEvent } from '../activity/activity.service.ts'

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
  post: PostRow | undefined,
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
