import type { Role } from '@keydesk/contract'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SessionTable } from '../../db/schema/people.ts'

export async function insertSession(db: Db, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

export interface LiveSession {
  readonly user_id: number
  readonly username: string
  readonly role: Role | 'customer'
  readonly expires_at: string
}

/** A session that has neither ended nor run out, of somebody who is not disabled. */
export const findLiveSession = (db: Db, id: string, now: string): Promise<LiveSession | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['session.user_id', 'app_user.username', 'app_user.role', 'session.expires_at'])
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()

export async function endSession(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('session').set({ ended_at: at }).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** @param keep the session that stays */
export async function endSessionsOf(db: Db, userId: number, at: string, keep: string | null): Promise<void> {
  let query = db.updateTable('session').set({ ended_at: at }).where('user_id', '=', userId).where('ended_at', 'is', null)
  if (keep !== null) query = query.where('id', '<>', keep)
  await query.execute()
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
}
