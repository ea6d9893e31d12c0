import type { Announcement, AnnouncementInput } from '@keydesk/contract'
import { ruleViolated } from '../../errors.ts'
import type { Changes } from '../activity/activity.service.ts'
import { checkNotHeld, type OutboxRow } from '../outbox/outbox.service.ts'
import type { AnnouncementRow } from './announcements.repo.ts'
import { deliveryOf, hasBegun } from './posts.rules.ts'

/** The fields that people set, under their names in the history. */
export interface Fields {
  readonly title: string
  readonly content: string
  /** ISO 8601 in UTC. */
  readonly publish_at: string | null
  readonly post_to_discord: boolean
  readonly mention_role_id: string | null
}

export const fieldsOf = ({ title, content, publish_at, post_to_discord, mention_role_id }: AnnouncementRow): Fields => ({
  ...{ title, content, publish_at, post_to_discord: post_to_discord === 1, mention_role_id },
})

/** Defaults of a new announcement. */
export const announcementDefaults = { publish_at: null, post_to_discord: true, mention_role_id: null } as const

/** The fields after a save; fields that it omits keep their value. */
export function fieldsAfter(before: Omit<Fields, 'title' | 'content'>, input: AnnouncementInput): Fields {
  const { title, content, publish_at, post_to_discord = before.post_to_discord, mention_role_id = before.mention_role_id } = input
  const at = publish_at === undefined ? before.publish_at : publish_at && new Date(publish_at).toISOString()
  return { title, content, publish_at: at, post_to_discord, mention_role_id }
}

export const toColumns = ({ post_to_discord, ...fields }: Fields) => ({ ...fields, post_to_discord: post_to_discord ? 1 : 0 })

/** How far ahead an announcement can be scheduled, in years. */
const mostYears = 1

/** A time in the past means now. @throws 422 `too_far_ahead` for a time more than a year ahead */
export function checkPublishAt({ publish_at }: Fields, now: Date): void {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + mostYears)
  if (publish_at === null || publish_at <= latest.toISOString()) return
  const message = 'The time must be within a year from now'
  throw ruleViolated(message, 'too_far_ahead', { publish_at: message })
}

/**
 * Whether `publish_at` and `post_to_discord` may change.
 * @throws 422 `already_posted` once it is posted; 409 `invalid_transition` while a restore holds its post, which may be in the channel
 */
export function checkMovable(changes: Changes, post: OutboxRow | undefined): void {
  const field = ['publish_at', 'post_to_discord'].find((name) => name in changes)
  if (field === undefined || post === undefined) return
  if (!hasBegun(post)) return checkNotHeld(post)
  const message =
    field === 'publish_at' ? 'It is posted already: its time cannot be changed' : 'It is posted already: delete it to delete the post'
  // Without the field: the dialog of a posted announcement does not have it.
  throw ruleViolated(message, 'already_posted')
}

/** Records that the seller chose to leave the Discord post unchanged. The projector reads this too. */
export const leftAlone = (isLeft: boolean, post: OutboxRow | undefined, isThere = hasBegun): Changes =>
  isLeft && post !== undefined && isThere(post) ? { discord_post: { before: null, after: 'left as it was' } } : {}

export function shown(row: AnnouncementRow, post: OutboxRow | undefined, now: Date): Announcement {
  const { id, created_at, version } = row
  return { id, created_at, version, ...fieldsOf(row), ...deliveryOf(post, now) }
}
