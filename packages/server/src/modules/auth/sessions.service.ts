import { randomUUID } from 'node:crypto'
import type { SessionRow } from '@keydesk/contract'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound, unauthenticated } from '../../errors.ts'
import type { Origin, SignedIn } from '../../caller.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { permissionsOfMember } from '../users/members.service.ts'
import { storedOriginOf } from './device.ts'
import * as repo from './sessions.repo.ts'

const algorithm = 'HS256'

/**
 * Starts a session and signs its token: `sub`, `sid`, `role`, `exp`, `iat` (docs/reference/sessions.md, Sessions).
 * @param tx the transaction that records the sign-in
 * @param origin of the request, if known
 */
export async function startSession(tx: Db, deps: Deps, user: { id: number; role: string }, origin?: Origin): Promise<string> {
  const now = deps.now()
  const expires = new Date(now.getTime() + deps.tokenTtlMs)
  const sid = randomUUID()
  await repo.deleteExpiredSessions(tx, now.toISOString())
  const at = now.toISOString()
  const row = { sid, user_id: user.id, created_at: at, last_seen_at: at, expires_at: expires.toISOString() }
  await repo.insertSession(tx, { ...row, ...storedOriginOf(origin) })
  return new SignJWT({ sid, role: user.role })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(String(user.id))
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(deps.secrets.tokenSigning)
}

/**
 * The user of a token. The signature proves that this server issued it; the session's row says whether it is still valid.
 * @throws 401 unless the token belongs to a live session
 */
export async function requireSignedIn(deps: Deps, token: string): Promise<SignedIn> {
  const now = deps.now()
  const sessionId = await readSessionId(deps, token, now)
  const session = sessionId === null ? undefined : await repo.findLiveSession(deps.db, sessionId, now.toISOString())
  if (sessionId === null || session === undefined) throw unauthenticated('Your session has ended. Please sign in again.')
  noteSeen(deps, sessionId, session.last_seen_at, now)
  const { user_id: userId, username, role, two_factor_required, enabled_at } = session
  const isTwoFactorDue = two_factor_required === 1 && enabled_at === null
  const permissions = permissionsOfMember(session)
  return { userId, sessionId, role, permissions, actor: { kind: 'admin', id: userId, name: username }, isTwoFactorDue }
}

/** The session id in a token; null if the signature is not ours or the token has expired. */
async function readSessionId(deps: Deps, token: string, now: Date): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, deps.secrets.tokenSigning, {
      algorithms: [algorithm],
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: now,
    })
    return typeof payload['sid'] === 'string' ? payload['sid'] : null
  } catch {
    // Give no reason: it would help a forger.
    return null
  }
}

const seenAgainMs = 5 * 60_000

/**
 * Records that a session was seen, at most once in 5 minutes. Runs in the background: reads must work while another write is under way,
 * and on a read-only database.
 */
function noteSeen(deps: Deps, sessionId: string, lastSeenAt: string, now: Date): void {
  const before = new Date(now.getTime() - seenAgainMs).toISOString()
  if (lastSeenAt > before) return
  repo
    .setLastSeen(deps.db, sessionId, { before, now: now.toISOString() })
    .catch((error: unknown) => deps.failures.report(error, 'when a session was last seen was not noted'))
}

export const endSession = (tx: Db, deps: Deps, sessionId: string): Promise<void> => repo.endSession(tx, sessionId, deps.now().toISOString())

/** Ends every session of a user. */
export async function endSessionsOf(tx: Db, userId: number, at: Date): Promise<void> {
  await repo.endSessionsOf(tx, userId, at.toISOString(), null)
}

/** @returns how many ended */
export const endOtherSessions = (tx: Db, { userId, sessionId }: SignedIn, at: Date): Promise<number> =>
  repo.endSessionsOf(tx, userId, at.toISOString(), sessionId)

/** The caller's live sessions, last seen first (docs/reference/sessions.md, Sessions). */
export async function listSessions(deps: Deps, { userId, sessionId }: SignedIn): Promise<SessionRow[]> {
  const rows = await repo.listLiveSessions(deps.db, userId, deps.now().toISOString())
  return rows.map(({ id, sid, device, network, created_at, last_seen_at }) => ({
    ...{ id, device, network, created_at, last_seen_at },
    current: sid === sessionId,
  }))
}

/**
 * Ends one of the caller's sessions, effective immediately on every server.
 * @throws 404 for a session that belongs to somebody else, is unknown or has ended
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

/** Ends the caller's other sessions. @returns how many ended */
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
