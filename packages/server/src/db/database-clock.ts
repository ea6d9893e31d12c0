import { sql } from 'kysely'
import { isUnanswered } from './failures.ts'
import type { Db } from './schema.ts'
import { withTimeLimit } from '../time-limit.ts'

/** The clock of a computer drifts by less than a millisecond in this time. */
const syncMs = 10_000
/** A slower answer is too imprecise about when it was given. */
const longestTripMs = 2_000

export interface DatabaseClock {
  readonly now: () => Date
  readonly stop: () => void
}

/**
 * The time of PostgreSQL, for everything that the servers share: leases, reservations, sessions, the throttle. This computer's
 * clock may be wrong or may be changed, so only the elapsed time is measured between two readings of its clock.
 */
export async function startDatabaseClock(db: Db): Promise<DatabaseClock> {
  // The first connection may be slow, such as through a busy pooler; a database that is away fails at once.
  let offset = await measureOffset(db).catch((error: unknown) => (isUnanswered(error) ? measureOffset(db) : Promise.reject(error)))
  const sync = async (): Promise<void> => {
    // While the database is away, the last measurement stays valid.
    offset = await measureOffset(db).catch(() => offset)
  }
  const timer = setInterval(() => void sync(), syncMs).unref()
  return { now: () => new Date(performance.now() + offset), stop: () => clearInterval(timer) }
}

/** Milliseconds between `performance.now()` and the server's time. */
async function measureOffset(db: Db): Promise<number> {
  const asked = performance.now()
  const { rows } = await withTimeLimit(longestTripMs, () =>
    sql<{ ms: number }>`select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`.execute(db),
  )
  return rows[0]!.ms - (asked + performance.now()) / 2
}
