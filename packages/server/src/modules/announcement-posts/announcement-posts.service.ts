import type { Db } from '../../db/schema.ts'
import * as repo from './announcement-posts.repo.ts'
import { deliveryOf, type DeliveryFields } from './announcement-posts.rules.ts'

export type { PostRow } from './announcement-posts.repo.ts'
export { hasBegun, isOpen, type DeliveryFields } from './announcement-posts.rules.ts'

/**
 * What became of the posts of announcements, by the ids of these (docs/reference/announcements.md, Delivery). A module of its own: discord
 * posts announcements, and announcements show what became of the post.
 */
export async function readDeliveries(db: Db, ids: readonly number[], now: Date): Promise<(id: number) => DeliveryFields> {
  const posts = ids.length === 0 ? [] : await repo.listPosts(db, ids)
  const byId = new Map(posts.map((post) => [post.subject_id, post]))
  return (id) => deliveryOf(byId.get(id), now)
}

/** The newest post of an announcement, which the sender leaves alone until the transaction ends. */
export const lockPostOf = (tx: Db, announcementId: number): Promise<repo.PostRow | undefined> => repo.lockPost(tx, announcementId)
