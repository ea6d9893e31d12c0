import type { Deps } from '../../deps.ts'
import { setLastSeen } from './sessions.repo.ts'

/** A write drops what is cached of the database, so it must be rare. */
const seenAgainMs = 5 * 60_000
/** Sessions that are remembered; then all are forgotten. */
const most = 1_000

/** When each session may be noted again, in milliseconds since 1970. */
const nextNotes = new WeakMap<Deps['db'], Map<string, number>>()

/**
 * Notes that a session was seen, at most once in 5 minutes. The call does not wait for it, and does not fail with it: somebody may read on
 * a database that cannot be written to.
 */
export function noteSeen(deps: Deps, sessionId: string, lastSeenAt: string): void {
  const now = deps.now()
  if (Date.parse(lastSeenAt) + seenAgainMs > now.getTime()) return
  const next = nextNotes.get(deps.db) ?? new Map<string, number>()
  nextNotes.set(deps.db, next)
  if ((next.get(sessionId) ?? 0) > now.getTime()) return
  if (next.size >= most) next.clear()
  next.set(sessionId, now.getTime() + seenAgainMs)
  setLastSeen(deps.db, sessionId, { before: lastSeenAt, now: now.toISOString() }).catch((error: unknown) =>
    deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'when a session was last seen was not noted'),
  )
}
