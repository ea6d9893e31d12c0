import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { endSessionsOf, startSession } from '../auth/sessions.service.ts'
import { clearFailures } from '../auth/throttle.service.ts'
import { disableTwoFactor, readTwoFactor, takeSecondFactor } from '../auth/two-factor.service.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import * as repo from './users.repo.ts'

export interface NewAdministrator {
  readonly username: string
  readonly email: string
  readonly password: string
}

/** Names and addresses are compared without case. */
const keyOf = (text: string): string => text.trim().toLowerCase()

/**
 * The user behind a name or address and a password, or undefined. Costs the same time for an unknown name.
 */
export async function findByCredentials(deps: Deps, identity: string, password: string): Promise<repo.UserRow | undefined> {
  const user = await repo.findUserByIdentity(deps.db, keyOf(identity))
  return (await isPassword(password, user?.password_hash ?? null)) ? user : undefined
}

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

export const createAdministrator = async (deps: Deps, actor: Actor, person: NewAdministrator): Promise<number> =>
  (await addAdministrator(deps, actor, person)).id

/**
 * Adds an administrator. A user of the storefront with this email becomes one, under the new name, and keeps the referral code, the
 * referrals and the balance: anybody can give a storefront somebody else's address, which must not be in the way.
 * @throws 400 for a password that is too short, 409 for a name that is taken, or an address that an administrator has
 */
export async function addAdministrator(
  deps: Deps,
  actor: Actor,
  { username, email, password }: NewAdministrator,
): Promise<{ id: number; wasCustomer: boolean }> {
  refuseBadPassword(password, 'password')
  const row = {
    ...{ username: username.trim(), username_key: keyOf(username), email: email.trim(), email_key: keyOf(email) },
    ...{ role: 'admin' as const, password_hash: await hashPassword(password), created_at: deps.now().toISOString() },
  }
  return transact(deps.db, async (tx) => {
    const customer = await repo.lockCustomer(tx, row.email_key)
    const id = customer === undefined ? await repo.insertUser(tx, row) : await promote(tx, customer.id, row)
    if (id === undefined) throw conflict('This username or email is already in use')
    const changes = {
      username: { before: customer?.username ?? null, after: row.username },
      email: { before: customer?.email ?? null, after: row.email },
      role: { before: customer?.role ?? null, after: row.role },
    }
    await recordActivity(tx, { actor, action: 'administrator.created', subject: { kind: 'user', id }, changes, at: deps.now() })
    return { id, wasCustomer: customer !== undefined }
  })
}

/** Undefined when somebody else has the name. */
async function promote(tx: Db, id: number, { created_at: _, ...row }: NewUser): Promise<number | undefined> {
  const holder = await repo.findUserByName(tx, row.username_key)
  if (holder !== undefined && holder.id !== id) return undefined
  await repo.updateUser(tx, id, row)
  return id
}

type NewUser = Parameters<typeof repo.insertUser>[1]

export interface PasswordChange {
  readonly current: string
  readonly next: string
  /** Of two-factor sign-in; blank without one. */
  readonly code: string
}

export type PasswordOutcome =
  | { readonly is: 'changed'; readonly token: string }
  | { readonly is: 'wrong_password' | 'missing_code' | 'wrong_code' }

/**
 * Changes a password that is known, with a code where two-factor sign-in is on; ends every session of the user, and answers the token of
 * a new one.
 * @throws 400 for a new password that is too short
 */
export async function changePassword(deps: Deps, actor: Actor, id: number, typed: PasswordChange): Promise<PasswordOutcome> {
  const { current, next, code } = typed
  refuseBadPassword(next, 'new_password')
  const user = await repo.findUser(deps.db, id)
  if (user === undefined || !(await isPassword(current, user.password_hash))) return { is: 'wrong_password' }
  const passwordHash = await hashPassword(next)
  return transact(deps.db, async (tx) => {
    if (!(await isUnchanged(tx, user))) return { is: 'wrong_password' }
    const taken = await takeSecondFactor(tx, deps, id, actor, code)
    if (taken === 'missing') return { is: 'missing_code' }
    if (taken === 'wrong') return { is: 'wrong_code' }
    await setPassword(tx, deps, id, passwordHash)
    await recordActivity(tx, { actor, action: 'administrator.password_changed', subject: { kind: 'user', id }, at: deps.now() })
    return { is: 'changed', token: await startSession(tx, deps, user) }
  })
}

export interface PasswordReset {
  /** Of two-factor sign-in, after the reset. */
  readonly twoFactor: 'off' | 'on' | 'turned_off'
}

/**
 * Sets a new password, ends every session of the user and forgets failed sign-ins; for a person who lost the authenticator and the recovery codes
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
    await clearFailures(tx, user)
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
