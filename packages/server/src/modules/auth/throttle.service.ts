import { amountOf } from '@keydesk/contract'
import { hash } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { tooManyRequests } from '../../errors.ts'
import { listIdsByIdentity } from '../users/users.service.ts'
import * as repo from './throttle.repo.ts'
import { networkOf } from '../../network.ts'
import { isSlowed, limits, waitMs } from './throttle.rules.ts'

/** Undoes the count of an attempt, in the transaction in which it succeeds. */
export type Forgive = (tx: Db) => Promise<void>

/**
 * Counts a sign-in as failed before it is tried, so that concurrent attempts, on any server, cannot exceed the limit. It counts the typed
 * name, not the account: otherwise the limits would reveal which email belongs to a username.
 * @throws 429 with the seconds until the next attempt
 */
export async function countSignIn(deps: Deps, identity: string, address: string): Promise<Forgive> {
  const name_key = nameKeyOf(identity)
  return countFromNetwork(deps, name_key, address, signIns, async (tx, now, since) => {
    const ofName = await repo.readNameFailures(tx, name_key, since)
    if (!isSlowed(ofName)) return
    const userIds = await listIdsByIdentity(tx, identity)
    if (await repo.isKnownNetwork(tx, userIds, networkOf(address), knownSince(now))) return
    refuseFor(waitMs(ofName.newest_at, limits.pauseMs, now), signIns)
  })
}

/**
 * Counts a password or code that a signed-in user enters for their own account. Each session has its own count, so other people cannot use
 * up the attempts.
 * @throws 429 with the seconds until the next attempt
 */
export async function countOwnAttempt(deps: Deps, sessionId: string): Promise<Forgive> {
  const name_key = hashOf('session', sessionId)
  return count(deps, { name_key, address: nowhere }, refuseTooMany(name_key, attempts))
}

/**
 * Counts the use of an invitation link as failed until it succeeds, like a sign-in.
 * @throws 429 with the seconds until the next attempt
 */
export const countInvitation = (deps: Deps, token: string, address: string): Promise<Forgive> =>
  countFromNetwork(deps, hashOf('invitation', token), address, attempts)

/** Counts the use of a link for a new password likewise. */
export const countResetLink = (deps: Deps, token: string, address: string): Promise<Forgive> =>
  countFromNetwork(deps, hashOf('reset', token), address, attempts)

/**
 * Counts a request for such a link. Nothing forgives it: whether the address is a member's must not show.
 * @throws 429 with the seconds until the next request
 */
export async function countResetRequest(deps: Deps, email: string, address: string): Promise<void> {
  await countFromNetwork(deps, hashOf('reset request', email.trim().toLowerCase()), address, attempts)
}

function countFromNetwork(deps: Deps, name_key: string, address: string, what: string, check?: Check): Promise<Forgive> {
  const counted = { name_key, address: networkOf(address) }
  return count(deps, counted, async (tx, now, since) => {
    const nthNewest = (of: repo.Counted, nth: number) => repo.findNthNewest(tx, of, nth, since)
    refuseFor(waitMs(await nthNewest(counted, limits.failures), limits.windowMs, now), what)
    refuseFor(waitMs(await nthNewest({ address: counted.address }, limits.perNetwork), limits.windowMs, now), what)
    await check?.(tx, now, since)
  })
}

/**
 * Counts a code at sign-in as wrong until it is accepted. The limit covers all networks together, or a six-digit code could be guessed from
 * many networks; only somebody with the password can use it up.
 * @param tx a transaction that holds the user's lock
 * @throws 429 with the seconds until the next attempt
 */
export async function countCode(tx: Db, deps: Deps, userId: number): Promise<Forgive> {
  const name_key = codesKeyOf(userId)
  return countIn(tx, deps.now(), { name_key, address: nowhere }, refuseTooMany(name_key, signIns))
}

/** Remembers the network of a sign-in: attempts from there for this user's names are not slowed. */
export async function rememberNetwork(tx: Db, deps: Deps, userId: number, address: string): Promise<void> {
  const now = deps.now()
  await repo.deleteKnownNetworksBefore(tx, userId, knownSince(now))
  await repo.saveKnownNetwork(tx, { user_id: userId, network: networkOf(address), last_at: now.toISOString() })
}

const knownSince = (now: Date): string => new Date(now.getTime() - limits.knownMs).toISOString()

/** The keys under which sign-in attempts for a user are counted: username, email and codes. */
export const attemptKeysOf = (user: { id: number; username: string; email: string }): string[] => [
  nameKeyOf(user.username),
  nameKeyOf(user.email),
  codesKeyOf(user.id),
]

/** Clears the counts of a user's names and codes. */
export const clearFailures = (tx: Db, user: { id: number; username: string; email: string }): Promise<void> =>
  repo.deleteAttemptsOf(tx, attemptKeysOf(user))

/** The network of counts that cover all networks. */
const nowhere = ''

const nameKeyOf = (identity: string): string => hashOf('name', identity.trim().toLowerCase())
const codesKeyOf = (userId: number): string => hashOf('codes', String(userId))
/** People type passwords into the name field, so only a hash is stored. */
const hashOf = (kind: string, text: string): string => hash('sha256', `${kind} ${text}`)

type Check = (tx: Db, now: Date, since: string) => Promise<void>

const count = (deps: Deps, counted: Required<repo.Counted>, check: Check): Promise<Forgive> =>
  transact(deps.db, async (tx) => {
    const now = deps.now()
    await repo.lockCounters(tx, counted)
    await repo.deleteAttemptsBefore(tx, sinceOf(now))
    return countIn(tx, now, counted, check)
  })

const sinceOf = (now: Date): string => new Date(now.getTime() - limits.windowMs).toISOString()

async function countIn(tx: Db, now: Date, counted: Required<repo.Counted>, check: Check): Promise<Forgive> {
  await check(tx, now, sinceOf(now))
  const id = await repo.insertAttempt(tx, { ...counted, at: now.toISOString() })
  return (later) => repo.deleteAttempt(later, id)
}

const refuseTooMany =
  (name_key: string, what: string): Check =>
  async (tx, now, since) =>
    refuseFor(waitMs(await repo.findNthNewest(tx, { name_key }, limits.failures, since), limits.windowMs, now), what)

/** What a refusal says that there were too many of. */
const signIns = 'failed sign-ins'
const attempts = 'attempts'

function refuseFor(ms: number, what: string): void {
  if (ms <= 0) return
  const seconds = Math.ceil(ms / 1000)
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds < 60 ? amountOf(seconds, 'second') : amountOf(minutes, 'minute')
  throw tooManyRequests(`Too many ${what}. Please try again in ${wait}.`, seconds)
}
