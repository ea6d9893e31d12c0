import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { forUpdate, idRows, takeTurns } from '../../db/engine.ts'
import { byId, byText, byTextWithoutCase, containing, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { AnnouncementTable } from '../../db/schema/announcements.ts'

export type AnnouncementRow = Selectable<AnnouncementTable>

const listing = {
  id: 'id',
  // There is no sort by content: it is too long for an index entry.
  sorts: { id: byId, title: byTextWithoutCase('title'), created_at: byText('created_at') },
  fallback: '-created_at',
}

export function listAnnouncements(db: Db, search: string, request: PageRequest): Promise<Page<AnnouncementRow>> {
  const list = db.selectFrom('announcement').selectAll().where('deleted_at', 'is', null)
  return readPage(db, { list, search: search === '' ? undefined : isFound(search) }, listing, request)
}

/** Ignores case; also matches the text as typed, because SQLite's lower() knows only ASCII letters. */
function isFound(search: string) {
  const [typed, lower] = [containing(search), containing(search.toLowerCase())]
  const inColumn = (column: string) =>
    sql<boolean>`(${sql.ref(column)} like ${typed} escape '\\' or lower(${sql.ref(column)}) like ${lower} escape '\\')`
  return sql<boolean>`(${inColumn('title')} or ${inColumn('content')})`
}

/** An announcement that is not deleted; with `lock` its row stays locked until the transaction ends. */
export async function findAnnouncement(db: Db, id: number, { lock = false } = {}): Promise<AnnouncementRow | undefined> {
  const query = db.selectFrom('announcement').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

export const listTitles = (db: Db, ids: readonly number[]): Promise<{ id: number; title: string }[]> =>
  db.selectFrom('announcement').select(['id', 'title']).where('id', 'in', ids).where('deleted_at', 'is', null).execute()

export const listNames = (db: Db, ids: readonly number[]): Promise<{ id: number; name: string; deleted_at: string | null }[]> =>
  db.selectFrom('announcement').select(['id', 'title as name', 'deleted_at']).where('id', 'in', idRows(db, ids)).execute()

/** Lets new announcements of a member wait for each other. */
export const lockAuthor = (tx: Db, memberId: number): Promise<void> => takeTurns(tx, `announcements of member ${memberId}`)

export const insertAnnouncement = (tx: Db, row: Insertable<AnnouncementTable>): Promise<AnnouncementRow> =>
  tx.insertInto('announcement').values(row).returningAll().executeTakeFirstOrThrow()

export const updateAnnouncement = (tx: Db, id: number, change: Updateable<AnnouncementTable>): Promise<AnnouncementRow> =>
  tx.updateTable('announcement').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** A deleted announcement that is not purged yet, locked until the transaction ends. */
export const lockDeletedAnnouncement = (tx: Db, id: number): Promise<AnnouncementRow | undefined> =>
  forUpdate(tx, tx.selectFrom('announcement').selectAll().where('id', '=', id).where('deleted_at', 'is not', null)).executeTakeFirst()

/** Announcements deleted before a moment, oldest deletion first. */
export const listDeletedBefore = (db: Db, moment: string, limit: number): Promise<{ id: number; title: string }[]> =>
  db.selectFrom('announcement').select(['id', 'title']).where('deleted_at', '<', moment).orderBy('deleted_at').limit(limit).execute()

/** Deletes an announcement permanently; false if it was restored in the meantime. */
export async function purgeAnnouncement(tx: Db, id: number, before: string): Promise<boolean> {
  const purge = tx.deleteFrom('announcement').where('id', '=', id).where('deleted_at', '<', before)
  return Number((await purge.executeTakeFirstOrThrow()).numDeletedRows) > 0
}
