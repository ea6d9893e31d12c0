import { randomUUID } from 'node:crypto'
import type { SessionRow } from '@keydesk/contract'
import { SignJWT } from 'jose/jwt/sign'
import type { Glance } from '../../db/kept.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound, unauthenticated } from '../../errors.ts'
import type { Origin, SignedIn } from '../../caller.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { noteSeen } from './last-seen.ts'
import { keptOf } from './device.ts'
import * as repo from './sessions.repo.ts'
import { readSessionId, tokenAlgorithm } from './tokens.ts'

/**
 * Starts a session and signs its token: `sub`, `sid`, `role`, `exp`, `iat` (docs/reference/sessions.md, Sessions).
 * @param tx the transaction that records the sign-in
 * @param origin where it comes from, if that is known
 */
export async function startSession(tx: Db, deps: Deps, user: { id: number; role: string }, origin?: Origin): Promise<string> {
  const now = deps.now()
  const expires = new Date(now.getTime() + deps.tokenTtlMs)
  const sid = randomUUID()
  await repo.deleteExpiredSessions(tx, now.toISOString())
  const at = now.toISOString()
  const row = { sid, user_id: user.id, created_at: at, last_seen_at: at, expires_at: expires.toISOString() }
  await repo.insertSession(tx, { ...row, ...keptOf(origin) })
  return new SignJWT({ sid, role: user.role })
    .setProtectedHeader({ alg: tokenAlgorithm, typ: 'JWT' })
    .setSubject(String(user.id))
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(deps.secrets.tokenSigning)
}

/**
 * Who a token speaks for. The signature proves that we made it; the session's row says whether it still counts.
 * @throws 401 for any token but that of a live session
 */
export async function requireSignedIn(deps: Deps, token: string, glance: Glance): Promise<SignedIn> {
  // Look up and cache only tokens that we signed: strangers must not fill the memory.
  const sid = await readSessionId(deps, token)
  const found =
    sid === null
      ? null
      : await glance.get(
          `session ${sid}`,
          () => findSession(deps, sid),
          () => 1_000,
        )
  // A cached session may have expired since.
  if (found === null || found.expiresAt <= deps.now().getTime()) throw unauthenticated('Your session has ended. Please sign in again.')
  noteSeen(deps, found.caller.sessionId, found.lastSeenAt)
  return found.caller
}

interface Found {
  readonly caller: SignedIn
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** ISO 8601 in UTC. */
  readonly lastSeenAt: string
}

async function findSession(deps: Deps, sid: string): Promise<Found | null> {
  const session = await repo.findLiveSession(deps.db, sid, deps.now().toISOString())
  if (session === undefined) return null
  const { user_id: userId, username, role, expires_at, last_seen_at, two_factor_required, enabled_at } = session
  const actor = { kind: 'admin' as const, id: userId, name: username }
  const isTwoFactorDue = two_factor_required === 1 && enabled_at === null
  return { caller: { userId, sessionId: sid, role, actor, isTwoFactorDue }, expiresAt: Date.parse(expires_at), lastSeenAt: last_seen_at }
}

export const endSession = (tx: Db, deps: Deps, sessionId: string): Promise<void> => repo.endSession(tx, sessionId, deps.now().toISOString())

/** Ends every session of a user: after a password change, or to log out everywhere. */
export async function endSessionsOf(tx: Db, userId: number, at: Date): Promise<void> {
  await repo.endSessionsOf(tx, userId, at.toISOString(), null)
}

/** @returns how many ended */
export const endOtherSessions = (tx: Db, { userId, sessionId }: SignedIn, at: Date): Promise<number> =>
  repo.endSessionsOf(tx, userId, at.toISOString(), sessionId)

/** The caller's live sessions, the one last seen first (docs/reference/sessions.md, Sessions). */
export async function listSessions(deps: Deps, { userId, sessionId }: SignedIn): Promise<SessionRow[]> {
  const rows = await repo.listLiveSessions(deps.db, userId, deps.now().toISOString())
  return rows.map(({ id, sid, device, network, created_at, last_seen_at }) => ({
    ...{ id, device, network, created_at, last_seen_at },
    current: sid === sessionId,
  }))
}

/**
 * Ends one of the caller's own sessions, at once on every node.
 * @throws 404 for a session that is somebody else's, unknown or over
 */
export const endOwnSession = (deps: Deps, { userId, actor }: SignedIn, id: number): Promise<void> =>
  transact(deps.db, async (tx) => {
    const at = deps.now()
    const ended = await repo.endSessionById(tx, { id, userId, at: at.toISOString() })
    if (ended === undefined) throw notFound('Session')
    const changes = { session: { before: { device: ended.device, network: ended.network }, after: null } }
    await recordActivity(tx, {
      actor,
      action: 'administrator.session_ended',
      subject: { kind: 'member', id: userId, name: actor.name },
      changes,
      at,
    })
  })

/** Ends the caller's sessions but this one. @returns how many ended */
export const endOwnOtherSessions = (deps: Deps, caller: SignedIn): Promise<number> =>
  transact(deps.db, async (tx) => {
    const at = deps.now()
    const ended = await endOtherSessions(tx, caller, at)
    if (ended === 0) return 0
    const { userId: id, actor } = caller
    const changes = { sessions: { before: ended + 1, after: 1 } }
    await recordActivity(tx, {
      actor,
      action: 'administrator.other_sessions_ended',
      subject: { kind: 'member', id, name: actor.name },
      changes,
      at,
    })
    return ended
  })
