import { createHmac, hash, randomUUID } from 'node:crypto'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './password-resets.repo.ts'
import { findUser, lockMemberByEmail, lockUser, type UserRow } from './users.repo.ts'
import { keyOf } from './users.service.ts'

/** Links for a new password (docs/reference/sessions.md, Forgotten passwords). */

/** How long a link works. */
const linkMs = 30 * 60_000

/** The hash of a link's token, which is stored instead of it. */
export const hashOfToken = (token: string): string => hash('sha256', token)

interface Asked {
  readonly email: string
  /** Random, and the same in each attempt to mail the link. */
  readonly request: string
  /** ISO 8601 in UTC. */
  readonly at: string
}

interface ResetLink {
  readonly user: UserRow
  /** 256 bits that nobody without APP_SECRET can compute. */
  readonly token: string
  /** ISO 8601 in UTC. */
  readonly endsAt: string
}

/**
 * Makes the link of a request; an earlier one of the member ends. A repeat for the same request makes the same link, so that each copy of a
 * mail that was sent twice works.
 * @returns null if no member who may sign in has the email, and for a link that is over or was replaced by a newer one
 */
export async function makeResetLink(tx: Db, deps: Deps, { email, request, at }: Asked): Promise<ResetLink | null> {
  const endsAt = endOf(at)
  if (deps.now().toISOString() >= endsAt) return null
  const user = await lockMemberByEmail(tx, keyOf(email))
  if (user === undefined) return null
  const token = createHmac('sha256', deps.secrets.encryption).update(`password reset ${request}`).digest('base64url')
  const token_hash = hashOfToken(token)
  const before = await repo.lockResetOf(tx, user.id)
  if (before?.token_hash === token_hash) return before.used_at === null ? { user, token, endsAt } : null
  if (before !== undefined && before.asked_at > at) return null
  await repo.putReset(tx, { user_id: user.id, token_hash, asked_at: at, used_at: null })
  return { user, token, endsAt }
}

/** The member whose password a link may set now; undefined for a link that is over, was replaced, or never existed. */
export async function findResetUser(db: Db, deps: Deps, token: string): Promise<UserRow | undefined> {
  const row = await repo.findReset(db, hashOfToken(token))
  if (row === undefined || row.used_at !== null || endOf(row.asked_at) <= deps.now().toISOString()) return undefined
  return onlyMember(await findUser(db, row.user_id))
}

/** Marks a link as used. The member stays as locked as by `lockUser`; undefined as for `findResetUser`. */
export async function useResetLink(tx: Db, deps: Deps, token: string): Promise<UserRow | undefined> {
  const found = await findResetUser(tx, deps, token)
  const user = found && onlyMember(await lockUser(tx, found.id))
  if (user === undefined || !(await repo.setUsed(tx, hashOfToken(token), deps.now().toISOString()))) return undefined
  return user
}

/** Ends every link that a user has asked for, also one that is not mailed yet: the password was set without it. */
export async function endResetLinks(tx: Db, deps: Deps, userId: number): Promise<void> {
  const at = deps.now().toISOString()
  await repo.putReset(tx, { user_id: userId, token_hash: hashOfToken(randomUUID()), asked_at: at, used_at: at })
}

const endOf = (askedAt: string): string => new Date(Date.parse(askedAt) + linkMs).toISOString()

const onlyMember = (user: UserRow | undefined): UserRow | undefined =>
  user === undefined || user.role === 'customer' || user.disabled_at !== null ? undefined : user
