import { hash } from 'node:crypto'
import { checkEmail, limits, type Role } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, conflictAt, invalid, notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as repo from './users.repo.ts'

export type { UserRow } from './users.repo.ts'

export interface NewAdministrator {
  readonly username: string
  readonly email: string
  readonly password: string
  /** `owner` by default. */
  readonly role?: Role
  /** Until two-factor sign-in is on, only the own account is accessible. */
  readonly mustUseTwoFactor?: boolean
  /** Somebody else says that the email is this person's. */
  readonly isEmailConfirmed?: boolean
}

/** Names and emails are compared without case. */
export const keyOf = (text: string): string => text.trim().toLowerCase()

/** The user with a name or email and a password, or undefined. Takes the same time for an unknown name. */
export async function findByCredentials(deps: Deps, identity: string, password: string): Promise<repo.UserRow | undefined> {
  const user = await findByIdentity(deps.db, identity)
  return (await deps.passwords.isRight(password, user?.password_hash ?? null)) ? user : undefined
}

/**
 * Whether the user still has the checked password and is still enabled. If so, neither can change until the transaction ends: a sign-in
 * during such a change must not outlive it.
 */
export async function isUnchanged(tx: Db, user: repo.UserRow): Promise<boolean> {
  const now = await repo.lockUser(tx, user.id)
  return now !== undefined && now.password_hash === user.password_hash && now.disabled_at === user.disabled_at
}

/**
 * The member with an email that the member has confirmed, unless disabled (docs/reference/sign-in-providers.md, Who can sign in). A username
 * that equals the email does not count.
 */
export const findConfirmedMember = (db: Db, email: string): Promise<repo.UserRow | undefined> => repo.findConfirmedMember(db, keyOf(email))

/** Records that the member reads the mails to their address. */
export const confirmEmail = (tx: Db, id: number, at: Date): Promise<void> =>
  repo.updateUser(tx, id, { email_confirmed_at: at.toISOString() })

/**
 * A text that changes with each sign-in of a user, with the password and the email, and is another one while the user is disabled.
 * Something that carries it works once.
 */
export const stampOf = ({ id, email, password_hash, disabled_at, last_sign_in_at }: repo.UserRow): string =>
  hash('sha256', JSON.stringify([id, email, password_hash, disabled_at, last_sign_in_at]))

/** Whether the user still has a stamp. If so, it cannot change until the transaction ends, other than by this transaction. */
export async function hasStamp(tx: Db, id: number, stamp: string): Promise<boolean> {
  const user = await repo.lockUser(tx, id)
  return user !== undefined && stampOf(user) === stamp
}

/** @throws 404 for an unknown id */
export async function requireUser(deps: Deps, id: number): Promise<repo.UserRow> {
  const user = await repo.findUser(deps.db, id)
  if (user === undefined) throw notFound('User')
  return user
}

/** The user with a name or email, or undefined. */
export const findByIdentity = (db: Db, identity: string): Promise<repo.UserRow | undefined> => repo.findUserByIdentity(db, keyOf(identity))

/** The user with an id and a password, or undefined. */
export async function findByPassword(deps: Deps, id: number, password: string): Promise<repo.UserRow | undefined> {
  const user = await repo.findUser(deps.db, id)
  return (await deps.passwords.isRight(password, user?.password_hash ?? null)) ? user : undefined
}

export const createAdministrator = async (deps: Deps, actor: Actor, person: NewAdministrator): Promise<number> =>
  (await addAdministrator(deps, actor, person)).id

/**
 * Adds a member. A storefront user with this email becomes the member, under the new name, and keeps the referral code, the
 * referrals and the balance: anybody can register another person's email at a storefront, and that must not block its owner.
 * @throws 400 for a blank name, an unusable password or an invalid email, 409 for a name that is taken or the email of a member
 */
export async function addAdministrator(deps: Deps, actor: Actor, person: NewAdministrator): Promise<Added> {
  const prepared = await prepareAdministrator(deps, person)
  return transact(deps.db, (tx) => addPrepared(tx, deps, actor, prepared))
}

interface Added {
  readonly id: number
  readonly wasCustomer: boolean
}

/**
 * Checks a new member and hashes the password. Hashing takes too long for a transaction.
 * @throws 400 for a blank name, an unusable password or an invalid email
 */
export async function prepareAdministrator(deps: Deps, person: NewAdministrator): Promise<NewUser> {
  const { username, email, password, role = 'owner', mustUseTwoFactor = false, isEmailConfirmed = false } = person
  requireGoodPassword(password, 'password')
  if (username.trim() === '') throw invalid('Username is required', { username: 'Username is required' })
  const problem = checkEmail(email)
  if (problem !== undefined) throw invalid(problem, { email: problem })
  const created_at = deps.now().toISOString()
  return {
    ...{ username: username.trim(), username_key: keyOf(username), email: email.trim(), email_key: keyOf(email) },
    ...{ role, password_hash: await deps.passwords.hash(password), created_at },
    email_confirmed_at: isEmailConfirmed ? created_at : null,
    two_factor_required: mustUseTwoFactor ? 1 : 0,
  }
}

/**
 * @param actor null if new members add themselves
 * @throws 409 for a name that is taken or the email of a member
 */
export async function addPrepared(tx: Db, deps: Deps, actor: Actor | null, row: NewUser): Promise<Added> {
  const customer = await repo.lockCustomer(tx, row.email_key)
  const id = customer === undefined ? await repo.insertUser(tx, row) : await promote(tx, customer.id, row)
  if (id === undefined) throw taken((await repo.findUserByEmail(tx, row.email_key)) === undefined ? 'username' : 'email')
  const changes = {
    username: { before: customer?.username ?? null, after: row.username },
    email: { before: customer?.email ?? null, after: row.email },
    role: { before: customer?.role ?? null, after: row.role },
    ...(row.two_factor_required === 1 && { two_factor_required: { before: false, after: true } }),
  }
  const self = { kind: 'admin' as const, id, name: row.username }
  await recordActivity(tx, {
    ...{ actor: actor ?? self, action: 'administrator.created', subject: { kind: 'member', id, name: row.username } },
    ...{ changes, at: deps.now() },
  })
  return { id, wasCustomer: customer !== undefined }
}

/** Another user has this name or email. */
export const taken = (field: 'username' | 'email') => conflictAt(field, `This ${field} is already in use`)

/** @throws 409 if a member has the email: nobody could join with it */
export async function requireNoMember(tx: Db, email: string): Promise<void> {
  const holder = await repo.findUserByEmail(tx, keyOf(email))
  if (holder === undefined || holder.role === 'customer') return
  const { username, disabled_at } = holder
  throw conflictAt(
    'email',
    disabled_at === null
      ? `${email} is already the member ${username}`
      : `${email} is the member ${username}, who is disabled: enable that account`,
  )
}

/** @throws 409 if a storefront user has the email */
export async function requireNoCustomer(tx: Db, email: string): Promise<void> {
  if ((await repo.lockCustomer(tx, keyOf(email))) === undefined) return
  throw conflict('This invitation cannot be used with this email. Ask for an invitation for it.')
}

/** @throws 409 if another user has the name */
async function promote(tx: Db, id: number, { created_at: _, ...row }: NewUser): Promise<number> {
  const holder = await repo.findUserByName(tx, row.username_key)
  if (holder !== undefined && holder.id !== id) throw taken('username')
  if (!(await repo.makeMember(tx, id, row))) throw taken('username')
  return id
}

export type NewUser = Parameters<typeof repo.insertUser>[1]

/** Names of users, by id. */
export const listUsernames = repo.listUsernames

/** Tells one shop from another, and is the same in a shop and its restored copy. */
export const shopMarkOf = (firstUser: { readonly id: unknown; readonly created_at: unknown } | undefined): string =>
  hash('sha256', firstUser === undefined ? '' : `${String(firstUser.id)} ${String(firstUser.created_at)}`)

export const findShopMark = async (db: Db): Promise<string> => shopMarkOf(await repo.findFirstUser(db))

/** The ids of all users whose name or email equals a text. There may be two. */
export const listIdsByIdentity = (db: Db, identity: string): Promise<number[]> => repo.listIdsByIdentity(db, keyOf(identity))

export const noteSignIn = (tx: Db, id: number, at: Date): Promise<void> => repo.setLastSignIn(tx, id, at.toISOString())

/** Stores a password's hash. The caller ends the sessions. */
export const setPasswordHash = (tx: Db, id: number, passwordHash: string): Promise<void> => repo.setPasswordHash(tx, id, passwordHash)

/** @throws 400 for a password that is too short, too long or blank */
export function requireGoodPassword(password: string, field: string): void {
  const problem = checkPassword(password)
  if (problem !== undefined) throw invalid(problem, { [field]: problem })
}

function checkPassword(password: string): string | undefined {
  if (password.length < limits.minPasswordLength) return `The password must have at least ${limits.minPasswordLength} characters`
  if (password.length > limits.maxPasswordLength) return `The password must have at most ${limits.maxPasswordLength} characters`
  return password.trim() === '' ? 'The password must not be blank' : undefined
}
