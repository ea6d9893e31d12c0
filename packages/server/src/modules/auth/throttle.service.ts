import { createHash } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { tooManyRequests } from '../../errors.ts'
import * as repo from './throttle.repo.ts'

/** Design section 6: 10 failures for a name or 50 for an address within 15 minutes. */
const windowMs = 15 * 60_000
const failuresPerName = 10
const failuresPerAddress = 50

/**
 * Counts a sign-in as failed before it is tried, so that many tries at once cannot slip past the limit, and on every
 * node that shares the database. Answers how to take it back, in the transaction in which the sign-in succeeds.
 * @throws 429 with the seconds until the next try
 */
export async function countAttempt(deps: Deps, identity: string, address: string): Promise<(tx: Db) => Promise<void>> {
  const now = deps.now()
  const since = new Date(now.getTime() - windowMs).toISOString()
  // People type passwords into the name field; what is kept of it must not be readable.
  const nameKey = createHash('sha256').update(identity.trim().toLowerCase()).digest('hex')
  const id = await transact(deps.db, async (tx) => {
    await repo.lockCounters(tx, nameKey, address)
    await repo.deleteAttemptsBefore(tx, since)
    const blocking =
      (await repo.findNthNewest(tx, 'name_key', nameKey, failuresPerName, since)) ??
      (await repo.findNthNewest(tx, 'address', address, failuresPerAddress, since))
    if (blocking !== undefined) throw refusal((Date.parse(blocking) + windowMs - now.getTime()) / 1000)
    return repo.insertAttempt(tx, nameKey, address, now.toISOString())
  })
  return (tx) => repo.deleteAttempt(tx, id)
}

function refusal(seconds: number) {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return tooManyRequests(`Too many failed sign-ins. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, seconds)
}
