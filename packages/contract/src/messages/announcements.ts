import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { queryFlag, requiredText, toggle, version } from '../fields.ts'
import { limits } from '../limits.ts'
import { listed, listQuery } from '../lists.ts'
import { id, moment, optionalCount, optionalFlag, optionalId, orElse, text } from '../tolerant.ts'

/** The state of the post of an announcement (docs/reference/announcements.md, Delivery). */
export const deliveries = ['scheduled', 'waiting', 'posted', 'failed', 'none'] as const
export type Delivery = (typeof deliveries)[number]

export const announcementInput = z.object({
  title: requiredText('Title'),
  content: requiredText('Content', limits.longText),
  version,
  /** When it is posted, ISO 8601; null for now. On a save, each of these three stays as it is if it is left out. */
  publish_at: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'Publish at must be a date and time' }))),
  /** True by default for a new one. */
  post_to_discord: z.optional(toggle('Post to Discord')),
  /** The id of the role that the post notifies; null for none. */
  mention_role_id: z.optional(
    z.nullable(z.string('Role ID must be text').check(z.trim(), z.regex(/^\d{17,20}$/, 'Role ID must be 17 to 20 digits'))),
  ),
})
export type AnnouncementInput = z.infer<typeof announcementInput>

export const announcementUpdate = z.extend(announcementInput, {
  /** False leaves a post as it is. */
  update_post: z.optional(toggle('Update the post')),
})
export type AnnouncementUpdate = z.infer<typeof announcementUpdate>

export const announcement = z.object({
  id,
  title: text,
  content: text,
  created_at: moment,
  version: optionalCount,
  /** A foreign host has no posts and sends none of these. */
  publish_at: orElse(z.optional(moment), undefined),
  post_to_discord: optionalFlag,
  mention_role_id: orElse(z.optional(z.nullable(z.string())), undefined),
  delivery: orElse(z.optional(z.enum(deliveries)), undefined),
  /** Why it failed, is not posted, or still waits. */
  delivery_reason: orElse(z.optional(z.nullable(z.string())), undefined),
  /** When the post appeared in the channel; null while it is not there. */
  posted_at: orElse(z.optional(moment), undefined),
  /** The post in the chat service. */
  post_url: orElse(z.optional(z.nullable(z.string())), undefined),
  /** The id of its row in the log of Discord messages. A failed post is sent again by this id. */
  log_id: orElse(z.optional(z.nullable(optionalId)), undefined),
})
export type Announcement = z.infer<typeof announcement>

const path = '/admin/announcements'
export const announcements = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'announcements:read',
    summary: 'Announcements, newest first',
    query: listQuery,
    response: listed(announcement),
  }),
  find: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'announcements:read',
    summary: 'One announcement',
    response: wrapped(announcement),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'announcements:write',
    summary: 'Create an announcement',
    body: announcementInput,
    response: wrapped(announcement),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: 'announcements:write',
    summary: 'Save an announcement',
    body: announcementUpdate,
    response: wrapped(announcement),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'announcements:write',
    summary: 'Delete an announcement',
    /** False leaves the post where it is. */
    query: z.object({ delete_post: queryFlag('delete_post', true) }),
    response: wrapped(z.null()),
  }),
}
