import type { Role } from '@keydesk/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SessionTable } from '../../db/schema/auth.ts'

export async function insertSession(db: Db, row: Insertable<SessionTable>): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

export interface LiveSession {
  readonly user_id: number
  readonly username: string
  readonly role: Role | 'customer'
  readonly expires_at: string
  readonly last_seen_at: string
  readonly two_factor_required: number
  readonly switch_amounts: number
  readonly switch_reveal: number
  readonly switch_refund: number
  /** When two-factor sign-in was turned on; null while it is off. */
  readonly enabled_at: string | null
}

/** A session that has neither ended nor expired, of a user who is not disabled. */
export const findLiveSession = (db: Db, sid: string, now: string): Promise<LiveSession | undefined> =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('two_factor', 'two_factor.user_id', 'session.user_id')
    .select([
      ...(['session.user_id', 'session.expires_at', 'session.last_seen_at'] as const),
      ...(['app_user.username', 'app_user.role', 'app_user.two_factor_required', 'two_factor.enabled_at'] as const),
      ...(['app_user.switch_amounts', 'app_user.switch_reveal', 'app_user.switch_refund'] as const),
    ])
    .where('session.sid', '=', sid)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()

/** Sessions that have neither ended nor expired, last seen first. */
export const listLiveSessions = (db: Db, userId: number, now: string): Promise<Selectable<SessionTable>[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Only one of several concurrent requests writes. @param before does nothing if the session was seen after this moment */
export async function setLastSeen(db: Db, sid: string, { before, now }: { before: string; now: string }): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now }).where('sid', '=', sid).where('last_seen_at', '<=', before).execute()
}

export async function endSession(db: Db, sid: string, at: string): Promise<void> {
  await db.updateTable('session').set({ ended_at: at }).where('sid', '=', sid).where('ended_at', 'is', null).execute()
}

/** The device and network of the ended session; undefined if the user has no such live session. */
export const endSessionById = (
  db: Db,
  { id, userId, at }: { id: number; userId: number; at: string },
): Promise<Pick<Selectable<SessionTable>, 'device' | 'network'> | undefined> =>
  db
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['device', 'network'])
    .executeTakeFirst()

/**
 * @param keep the session to leave open
 * @returns how many ended
 */
export async function endSessionsOf(db: Db, userId: number, at: string, keep: string | null): Promise<number> {
  let query = db
    .updateTable('session')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
  if (keep !== null) query = query.where('sid', '<>', keep)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
}
