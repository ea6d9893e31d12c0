import { setTimeout as wait } from 'node:timers/promises'
import type { FailureLog } from '../failure-log.ts'
import { isLockTimeout, isStaleName, isUnavailable, isVictim } from './failures.ts'
import type { Db } from './schema.ts'

const mostVictims = 5
/** Less than the time of a call (http/gate.ts), and more than a frozen server's transaction may be idle (db/postgres-limits.ts). */
const longestLockWaitMs = 7_000
/** Random, so that transactions that wait for the same row do not all retry at the same moment. */
const pauseMs = () => 50 + Math.random() * 200

/**
 * Runs one unit of work in a transaction. If PostgreSQL ends it because of a deadlock, because a row was locked for too long, or because
 * it no longer accepts the name of a statement, nothing was changed and it is retried. It holds no connection while it waits, so others
 * can get one.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const began = performance.now()
  for (let victims = 0; ;) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (isVictim(error) || isStaleName(error)) victims += 1
      else if (!isLockTimeout(error) || performance.now() - began > longestLockWaitMs) throw error
      if (victims >= mostVictims) throw error
    }
    await wait(pauseMs())
  }
}

/**
 * Like `transact`, for work that may take long: it begins again as long as a row is locked.
 * @param onWait called each time that `transact` has given up; may throw
 */
export async function transactPatiently<T>(db: Db, work: (tx: Db) => Promise<T>, onWait: () => Promise<void>): Promise<T> {
  for (;;) {
    try {
      return await transact(db, work)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await onWait()
    }
  }
}

/** This many failures in a row mean that the database is unavailable: each takes seconds. */
const mostInARow = 3

/**
 * Does the same work for several things, one after the other. If one fails, the others still run; the first failure is thrown at the end, and
 * the later ones are logged.
 */
export async function eachInTurn<T>(
  log: FailureLog,
  things: Iterable<T> | AsyncIterable<T>,
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  let inARow = 0
  for await (const thing of things) {
    try {
      await work(thing)
      inARow = 0
    } catch (error) {
      if (failures.push(error) > 1) log.report(error, 'something else failed in the same work')
      if (isUnavailable(error)) inARow += 1
      if (inARow === mostInARow) break
    }
  }
  if (failures.length > 0) throw failures[0]
}
