import type { Announcement, AnnouncementInput, PageMeta } from '@keydesk/contract'
import { system, type Actor } from '../../actor.ts'
import { chunkSize } from '../../breathe.ts'
import type { PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { cannotRestore, notFound, staleVersion } from '../../errors.ts'
import { differences, recordActivity, type Changes } from '../activity/activity.service.ts'
import * as repo from './announcements.repo.ts'

/** Announcements, newest first unless another order is asked for. */
export async function listAnnouncements(
  deps: Deps,
  request: PageRequest & { readonly q?: string },
): Promise<{ data: Announcement[]; meta?: PageMeta }> {
  const page = await repo.listAnnouncements(deps.db, request.q ?? '', request)
  return { data: page.rows, meta: request.limit === undefined ? undefined : page.meta }
}

/** Undefined when it is deleted. */
export const findAnnouncement = (db: Db, id: number): Promise<Announcement | undefined> => repo.findAnnouncement(db, id)

/** Titles by id; one that is deleted has none. */
export async function listAnnouncementTitles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map((ids.length === 0 ? [] : await repo.listTitles(db, ids)).map(({ id, title }) => [id, title]))
}

/** @throws 404 */
export async function requireAnnouncement(deps: Deps, id: number): Promise<Announcement> {
  return requireRow(deps.db, id)
}

export async function createAnnouncement(deps: Deps, actor: Actor, { title, content }: AnnouncementInput): Promise<Announcement> {
  return transact(deps.db, async (tx) => {
    const at = deps.now()
    const moment = at.toISOString()
    const row = await repo.insertAnnouncement(tx, { title, content, version: 1, created_at: moment, updated_at: moment })
    const changes = { title: { before: null, after: title }, content: { before: null, after: content } }
    await record(tx, actor, at, 'announcement.created', row, changes)
    return row
  })
}

/**
 * Saves an announcement; a save that changes nothing leaves no trace.
 * @throws 404, 409 `stale_version` with the announcement as it is
 */
export async function updateAnnouncement(
  deps: Deps,
  actor: Actor,
  id: number,
  { version, title, content }: AnnouncementInput,
): Promise<Announcement> {
  return transact(deps.db, async (tx) => {
    const stored = await requireRow(tx, id, { lock: true })
    if (version !== undefined && version !== stored.version) throw staleVersion('notification', shown(stored))
    const changes = differences({ title: stored.title, content: stored.content }, { title, content })
    if (Object.keys(changes).length === 0) return stored
    const at = deps.now()
    const row = await repo.updateAnnouncement(tx, id, { title, content, version: stored.version + 1, updated_at: at.toISOString() })
    await record(tx, actor, at, 'announcement.updated', row, changes)
    return row
  })
}

/**
 * Deletes an announcement. It can be restored for 30 days (docs/reference/history.md, Deleted things).
 * @throws 404
 */
export async function removeAnnouncement(deps: Deps, actor: Actor, id: number): Promise<void> {
  await transact(deps.db, async (tx) => {
    const stored = await requireRow(tx, id, { lock: true })
    const at = deps.now()
    await repo.updateAnnouncement(tx, id, { deleted_at: at.toISOString() })
    await record(tx, actor, at, 'announcement.deleted', stored, { title: { before: stored.title, after: null } })
  })
}

/**
 * Brings a deleted announcement back as it was. Nothing is posted.
 * @throws 409 `cannot_restore` for one that is not deleted any more, or purged
 */
export async function restoreAnnouncement(tx: Db, deps: Deps, actor: Actor, id: number): Promise<Announcement> {
  const stored = await repo.lockDeletedAnnouncement(tx, id)
  if (stored === undefined) throw cannotRestore('This notification is not deleted any more')
  const row = await repo.updateAnnouncement(tx, id, { deleted_at: null, version: stored.version + 1 })
  await record(tx, actor, deps.now(), 'announcement.restored', row, { title: { before: null, after: row.title } })
  return shown(row)
}

/** Deletes announcements for good whose time to be restored is over. */
export async function purgeAnnouncements(deps: Deps, before: string): Promise<void> {
  for (const { id, title } of await repo.listDeletedBefore(deps.db, before, chunkSize)) {
    await transact(deps.db, async (tx) => {
      if (await repo.purgeAnnouncement(tx, id, before)) await record(tx, system, deps.now(), 'announcement.purged', { id, title }, {})
    })
  }
}

async function requireRow(db: Db, id: number, { lock = false } = {}): Promise<repo.AnnouncementRow> {
  const row = await repo.findAnnouncement(db, id, { lock })
  // The screens call it a notification.
  if (row === undefined) throw notFound('Notification')
  return row
}

const shown = ({ updated_at: _, deleted_at: __, ...announcement }: repo.AnnouncementRow): Announcement => announcement

type About = { readonly id: number; readonly title: string }

const record = (tx: Db, actor: Actor, at: Date, action: string, { id, title }: About, changes: Changes): Promise<void> =>
  recordActivity(tx, { actor, action, subject: { kind: 'announcement', id, name: title }, changes, at })
