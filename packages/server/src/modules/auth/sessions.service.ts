import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose/jwt/sign'
import type { Glance } from '../../db/kept.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { unauthenticated } from '../../errors.ts'
import type { SignedIn } from '../../caller.ts'
import * as repo from './sessions.repo.ts'
import { readSessionId, tokenAlgorithm } from './tokens.ts'

/**
 * Starts a session and signs its token: `sub`, `sid`, `role`, `exp`, `iat` (docs/reference/sessions.md, Sessions).
 * @param tx the transaction that records the sign-in
 */
export async function startSession(tx: Db, deps: Deps, user: { id: number; role: string }): Promise<string> {
  const now = deps.now()
  const expires = new Date(now.getTime() + deps.tokenTtlMs)
  const sid = randomUUID()
  await repo.deleteExpiredSessions(tx, now.toISOString())
  await repo.insertSession(tx, { id: sid, user_id: user.id, created_at: now.toISOString(), expires_at: expires.toISOString() })
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
  return found.caller
}

interface Found {
  readonly caller: SignedIn
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

async function findSession(deps: Deps, sid: string): Promise<Found | null> {
  const session = await repo.findLiveSession(deps.db, sid, deps.now().toISOString())
  if (session === undefined) return null
  const actor = { kind: 'admin' as const, id: session.user_id, name: session.username }
  return { caller: { userId: session.user_id, sessionId: sid, role: session.role, actor }, expiresAt: Date.parse(session.expires_at) }
}

export const endSession = (tx: Db, deps: Deps, sessionId: string): Promise<void> => repo.endSession(tx, sessionId, deps.now().toISOString())

/** Ends every session of a user: after a password change, or to log out everywhere. */
export const endSessionsOf = (tx: Db, userId: number, at: Date): Promise<void> => repo.endSessionsOf(tx, userId, at.toISOString(), null)

export const endOtherSessions = (tx: Db, { userId, sessionId }: SignedIn, at: Date): Promise<void> =>
  repo.endSessionsOf(tx, userId, at.toISOString(), sessionId)
