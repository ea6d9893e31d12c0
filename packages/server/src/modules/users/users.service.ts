import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { endSessionsOf, startSession } from '../auth/sessions.service.ts'
import { disableTwoFactor, readTwoFactor } from '../auth/two-factor.service.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import * as repo from './users.repo.ts'

export interface NewAdministrator {
  readonly username: string
  readonly email: string
  readonly password: string
}

/** Names and addresses are compared without case (design section 6). */
const keyOf = (text: string): string => text.trim().toLowerCase()

/**
 * The user behind a name or address and a password, or undefined. Costs the same time for an unknown name.
 */
export async function findByCredentials(deps: Deps, identity: string, password: string): Promise<repo.UserRow | undefined> {
  const user = await repo.findUserByIdentity(deps.db, keyOf(identity))
  return (await isPassword(password, user?.password_hash ?? null)) ? user : undefined
}

/** The one name under which tries for an account are counted, whether its username or its email is typed; anything else is counted as it is. */
export const accountNameOf = async (deps: Deps, identity: string): Promise<string> =>
  (await repo.findUserByIdentity(deps.db, keyOf(identity)))?.username ?? identity

/**
 * Whether the password that a user was found by still holds, which then stays so until the transaction ends: a sign-in
 * that overlaps with a password change must not outlive it.
 */
export const isUnchanged = async (tx: Db, user: repo.UserRow): Promise<boolean> =>
  (await repo.lockUser(tx, user.id))?.password_hash === user.password_hash

/** @throws 404 for an unknown id */
export async function requireUser(deps: Deps, id: number): Promise<repo.UserRow> {
  const user = await repo.findUser(deps.db, id)
  if (user === undefined) throw notFound('User')
  return user
}

export async function hasPassword(deps: Deps, id: number, password: string): Promise<boolean> {
  const user = await repo.findUser(deps.db, id)
  return isPassword(password, user?.password_hash ?? null)
}

/**
 * Adds an administrator.
 * @throws 400 for a password that is too short, 409 for a name or address that is taken
 */
export async function createAdministrator(deps: Deps, actor: Actor, { username, email, password }: NewAdministrator): Promise<number> {
  refuseBadPassword(password, 'password')
  const row = {
    ...{ username: username.trim(), username_key: keyOf(username), email: email.trim(), email_key: keyOf(email) },
    ...{ role: 'admin' as const, password_hash: await hashPassword(password), created_at: deps.now().toISOString() },
  }
  return transact(deps.db, async (tx) => {
    const id = await repo.insertUser(tx, row)
    if (id === undefined) throw conflict('This username or email is already in use')
    const changes = { username: { before: null, after: row.username }, email: { before: null, after: row.email } }
    await recordActivity(tx, { actor, action: 'administrator.created', subject: { kind: 'user', id }, changes, at: deps.now() })
    return id
  })
}

/**
 * Changes a password that is known, ends every session of the user, and answers the token of a new one; undefined when
 * the current password is wrong.
 * @throws 400 for a new password that is too short
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  id: number,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<string | undefined> {
  refuseBadPassword(next, 'new_password')
  const user = await repo.findUser(deps.db, id)
  if (user === undefined || !(await isPassword(current, user.password_hash))) return undefined
  const passwordHash = await hashPassword(next)
  return transact(deps.db, async (tx) => {
    if (!(await isUnchanged(tx, user))) return undefined
    await setPassword(tx, deps, id, passwordHash)
    await recordActivity(tx, { actor, action: 'administrator.password_changed', subject: { kind: 'user', id }, at: deps.now() })
    return startSession(tx, deps, user)
  })
}

export interface PasswordReset {
  /** Of two-factor sign-in, after the reset. */
  readonly twoFactor: 'off' | 'on' | 'turned_off'
}

/**
 * Sets a new password and ends every session of the user; for a person who lost the authenticator and the recovery codes
 * too, turns two-factor sign-in off.
 * @throws 404 for an unknown name or address, 400 for a password that is too short
 */
export async function resetPassword(
  deps: Deps,
  actor: Actor,
  identity: string,
  password: string,
  options: { readonly disableTwoFactor?: boolean } = {},
): Promise<PasswordReset> {
  refuseBadPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  return transact(deps.db, async (tx) => {
    const user = await repo.findUserByIdentity(tx, keyOf(identity))
    if (user === undefined) throw notFound('User')
    await setPassword(tx, deps, user.id, passwordHash)
    await recordActivity(tx, { actor, action: 'administrator.password_reset', subject: { kind: 'user', id: user.id }, at: deps.now() })
    const { since } = await readTwoFactor(tx, user.id)
    if (options.disableTwoFactor) await disableTwoFactor(tx, deps, user.id, actor)
    return { twoFactor: since === null ? 'off' : options.disableTwoFactor ? 'turned_off' : 'on' }
  })
}

export const hasAdministrator = (deps: Deps): Promise<boolean> => repo.hasAdministrator(deps.db)

async function setPassword(tx: Db, deps: Deps, id: number, passwordHash: string): Promise<void> {
  await repo.setPasswordHash(tx, id, passwordHash)
  await endSessionsOf(tx, id, deps.now())
}

function refuseBadPassword(password: string, field: string): void {
  const problem = checkPassword(password)
  if (problem !== undefined) throw invalid(problem, { [field]: problem })
}
