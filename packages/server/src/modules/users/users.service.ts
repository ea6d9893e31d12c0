import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { endSessionsOf } from '../auth/sessions.service.ts'
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

/**
 * Adds an administrator.
 * @throws 400 for a password that is too short, 409 for a name or address that is taken
 */
export async function createAdministrator(deps: Deps, actor: Actor, { username, email, password }: NewAdministrator): Promise<number> {
  refuseBadPassword(password)
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
 * Sets a new password and ends every session of the user.
 * @throws 404 for an unknown name or address, 400 for a password that is too short
 */
export async function resetPassword(deps: Deps, actor: Actor, identity: string, password: string): Promise<void> {
  refuseBadPassword(password)
  const passwordHash = await hashPassword(password)
  await transact(deps.db, async (tx) => {
    const user = await repo.findUserByIdentity(tx, keyOf(identity))
    if (user === undefined) throw notFound('User')
    await repo.setPasswordHash(tx, user.id, passwordHash)
    await endSessionsOf(tx, user.id, deps.now())
    await recordActivity(tx, { actor, action: 'administrator.password_reset', subject: { kind: 'user', id: user.id }, at: deps.now() })
  })
}

export const hasAdministrator = (deps: Deps): Promise<boolean> => repo.hasAdministrator(deps.db)

function refuseBadPassword(password: string): void {
  const problem = checkPassword(password)
  if (problem !== undefined) throw invalid(problem, { password: problem })
}
