import type { ActivityAction, Announcement, AnnouncementInput, AnnouncementUpdate, PageMeta } from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { chunkSize } from '../../breathe.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { eachInTurn, transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { cannotRestore, notFound, staleVersion } from '../../errors.ts'
import { creation, differences, listDoneBy, recordActivity, type Changes } from '../activity/activity.service.ts'
import { listNewestAbout, lockNewestAbout, subjectOf, type OutboxRow } from '../outbox/outbox.service.ts'
import * as repo from './announcements.repo.ts'
import {
  announcementDefaults,
  checkMovable,
  checkPublishAt,
  fieldsAfter,
  fieldsOf,
  leftAlone,
  shown,
  toColumns,
  type Fields,
} from './announcements.rules.ts'
import { mayBePosted } from './posts.rules.ts'

export { reasonOfDeletion, stepAfter, type PostStep } from './posts.rules.ts'

/** Announcements with the delivery of their posts, newest first by default. */
export async function listAnnouncements(
  deps: Deps,
  request: PageRequest & { readonly q?: string },
): Promise<{ data: Announcement[]; meta?: PageMeta }> {
  const page = await repo.listAnnouncements(deps.db, request.q ?? '', request)
  return { data: await withDeliveries(deps.db, page.rows, deps.now()), meta: request.limit === undefined ? undefined : page.meta }
}

/** The stored row of an announcement; undefined if it is deleted. */
export const findAnnouncement = (db: Db, id: number): Promise<repo.AnnouncementRow | undefined> => repo.findAnnouncement(db, id)

/** Titles by id, without deleted announcements. */
export async function listAnnouncementTitles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map((ids.length === 0 ? [] : await repo.listTitles(db, ids)).map(({ id, title }) => [id, title]))
}

/** Channel and event of posts in the outbox. */
const postKind = { channel: 'discord', event: 'announcement' } as const

/** The newest post of an announcement, locked against the sender until the transaction ends. */
export const lockPostOf = (tx: Db, id: number): Promise<OutboxRow | undefined> =>
  lockNewestAbout(tx, postKind, subjectOf('announcement', id))

/** Titles by id, with the time of deletion for deleted announcements. */
export const listAnnouncementNames = repo.listNames

/** @throws 404 */
export async function requireAnnouncement(deps: Deps, id: number): Promise<Announcement> {
  return withDelivery(deps.db, await requireRow(deps.db, id), deps.now())
}

/**
 * Saves a new announcement. It is posted now or at `publish_at` (docs/reference/announcements.md, When it is posted). The same one again by
 * the same member within ten minutes is a repeat after a lost answer: nothing is saved, and the stored one is returned.
 * @throws 422 `too_far_ahead` for a time more than a year ahead
 */
export async function createAnnouncement(deps: Deps, actor: Actor, input: AnnouncementInput): Promise<Announcement> {
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    const moment = at.toISOString()
    const fields = fieldsAfter(announcementDefaults, input)
    const repeated = await findRepeated(tx, actor, at, fields)
    if (repeated !== undefined) return repeated
    checkPublishAt(fields, at)
    const row = await repo.insertAnnouncement(tx, { ...toColumns(fields), version: 1, created_at: moment, updated_at: moment })
    const { title, content, ...others } = fields
    const changes = { ...creation({ title, content }), ...differences<object>(announcementDefaults, others) }
    await record(tx, actor, at, 'announcement.created', row, changes)
    return withDelivery(tx, row, at)
  })
}

/** An answer that was lost is asked for again within this time. */
const repeatMs = 10 * 60_000
/** The same for one that is not posted: later the member may have turned notifications on, or mended why it failed, to post it. */
const unpostedRepeatMs = 60_000

/** The announcement that this member has made already, as it is, a few minutes ago. One changed or deleted since is another one. */
async function findRepeated(tx: Db, { id }: Actor, at: Date, fields: Fields): Promise<Announcement | undefined> {
  if (id === null) return undefined
  await repo.lockAuthor(tx, id)
  for (const { subject_id } of await listDoneBy(tx, id, ['announcement.created'], new Date(at.getTime() - repeatMs))) {
    const row = await repo.findAnnouncement(tx, subject_id)
    if (row?.version !== 1 || Object.keys(differences(fieldsOf(row), fields)).length > 0) continue
    const post = await lockPostOf(tx, row.id)
    const known = shown(row, post, at)
    const isUnposted = known.delivery === 'none' || (post?.status === 'failed' && !mayBePosted(post))
    if (!(isUnposted && fields.post_to_discord) || at.getTime() - Date.parse(row.created_at) < unpostedRepeatMs) return known
  }
  return undefined
}

/**
 * Saves an announcement and, unless `update_post` is false, edits its post. A save without changes records nothing.
 * @throws 404; 409 `stale_version` with the current announcement; for a change of `publish_at` or `post_to_discord` 422 `already_posted`
 *   after it was posted, 409 `invalid_transition` while a restore holds its post; 422 `too_far_ahead` for a time more than a year ahead
 */
export async function updateAnnouncement(
  deps: Deps,
  actor: Actor,
  id: number,
  { version, update_post = true, ...input }: AnnouncementUpdate,
): Promise<Announcement> {
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    const stored = await requireRow(tx, id, { lock: true })
    if (version !== undefined && version !== stored.version) throw staleVersion('announcement', await withDelivery(tx, stored, at))
    const before = fieldsOf(stored)
    const fields = fieldsAfter(before, input)
    const changes = differences(before, fields)
    if (Object.keys(changes).length === 0) return withDelivery(tx, stored, at)
    const post = await lockPostOf(tx, id)
    if ('publish_at' in changes) checkPublishAt(fields, at)
    checkMovable(changes, post)
    const row = await repo.updateAnnouncement(tx, id, { ...toColumns(fields), version: stored.version + 1, updated_at: at.toISOString() })
    await record(tx, actor, at, 'announcement.updated', row, { ...changes, ...leftAlone(!update_post, post) })
    return withDelivery(tx, row, at)
  })
}

/**
 * Deletes an announcement and, unless `deletePost` is false, its post. The announcement can be restored for 30 days, its post cannot
 * (docs/reference/history.md, Deleted things).
 * @throws 404
 */
export async function removeAnnouncement(deps: Deps, actor: Actor, id: number, { deletePost = true } = {}): Promise<void> {
  await transact(deps.db, async (tx) => {
    const stored = await requireRow(tx, id, { lock: true })
    const at = deps.now()
    await repo.updateAnnouncement(tx, id, { deleted_at: at.toISOString() })
    const changes = { title: { before: stored.title, after: null }, ...leftAlone(!deletePost, await lockPostOf(tx, id), mayBePosted) }
    await record(tx, actor, at, 'announcement.deleted', stored, changes)
  })
}

/**
 * Restores a deleted announcement. It is not posted again: if `publish_at` is still ahead, `post_to_discord` is turned off.
 * @throws 409 `cannot_restore` if it is not deleted, or is purged
 */
export async function restoreAnnouncement(tx: Db, deps: Deps, actor: Actor, id: number): Promise<Announcement> {
  const stored = await repo.lockDeletedAnnouncement(tx, id)
  if (stored === undefined) throw cannotRestore('This announcement is not deleted any more')
  const at = deps.now()
  const isToCome = stored.publish_at !== null && stored.publish_at > at.toISOString()
  const post_to_discord = isToCome ? 0 : stored.post_to_discord
  const row = await repo.updateAnnouncement(tx, id, { deleted_at: null, post_to_discord, version: stored.version + 1 })
  const changes = { title: { before: null, after: row.title }, ...differences(fieldsOf(stored), fieldsOf(row)) }
  await record(tx, actor, at, 'announcement.restored', row, changes)
  return withDelivery(tx, row, at)
}

/** Permanently deletes announcements that can no longer be restored. */
export async function purgeAnnouncements(deps: Deps, before: string): Promise<void> {
  await eachInTurn(deps.failures, await repo.listDeletedBefore(deps.db, before, chunkSize), ({ id, title }) =>
    transact(deps.db, async (tx) => {
      if (await repo.purgeAnnouncement(tx, id, before)) await record(tx, system, deps.now(), 'announcement.purged', { id, title }, {})
    }),
  )
}

async function requireRow(db: Db, id: number, { lock = false } = {}): Promise<repo.AnnouncementRow> {
  const row = await repo.findAnnouncement(db, id, { lock })
  if (row === undefined) throw notFound('Announcement')
  return row
}

const withDelivery = async (db: Db, row: repo.AnnouncementRow, now: Date): Promise<Announcement> =>
  (await withDeliveries(db, [row], now))[0]!

async function withDeliveries(db: Db, rows: readonly repo.AnnouncementRow[], now: Date): Promise<Announcement[]> {
  const subjects = rows.map(({ id }) => subjectOf('announcement', id))
  const posts = new Map((subjects.length === 0 ? [] : await listNewestAbout(db, postKind, subjects)).map((row) => [row.subject, row]))
  return rows.map((row) => shown(row, posts.get(subjectOf('announcement', row.id)), now))
}

type About = { readonly id: number; readonly title: string }

const record = (tx: Db, actor: Actor, at: Date, action: ActivityAction, { id, title }: About, changes: Changes): Promise<void> =>
  recordActivity(tx, { actor, action, subject: { kind: 'announcement', id, name: title }, changes, at })
