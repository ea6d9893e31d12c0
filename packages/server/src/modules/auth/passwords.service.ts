import type { Actor } from '../../actor.ts'
import type { Origin } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { findByIdentity, findByPassword, isUnchanged, requireGoodPassword, setPasswordHash } from '../users/users.service.ts'
import { endSessionsOf, startSession } from './sessions.service.ts'
import { clearFailures } from './throttle.service.ts'
import { disableTwoFactor, readTwoFactor, takeSecondFactor } from './two-factor.service.ts'

export interface PasswordChange {
  readonly current: string
  readonly next: string
  /** A two-factor code; blank for none. */
  readonly code: string
  /** The origin of the call, for the new session. */
  readonly origin?: Origin
}

export type PasswordOutcome =
  | { readonly is: 'changed'; readonly token: string }
  | { readonly is: 'wrong_password' | 'missing_code' | 'wrong_code' | 'used_code' }

/**
 * Changes the password of a user who gives the current one, and a code if two-factor sign-in is on. Ends every session of the user and
 * returns the token of a new one.
 * @throws 400 for a new password that is too short, too long or blank
 */
export async function changePassword(deps: Deps, actor: Actor, id: number, typed: PasswordChange): Promise<PasswordOutcome> {
  const { current, next, code } = typed
  requireGoodPassword(next, 'new_password')
  const user = await findByPassword(deps, id, current)
  if (user === undefined) return { is: 'wrong_password' }
  const passwordHash = await deps.passwords.hash(next)
  return transact(deps.db, async (tx) => {
    if (!(await isUnchanged(tx, user))) return { is: 'wrong_password' }
    const taken = await takeSecondFactor(tx, deps, id, actor, code)
    if (taken === 'missing') return { is: 'missing_code' }
    if (taken === 'wrong') return { is: 'wrong_code' }
    if (taken === 'used') return { is: 'used_code' }
    await setPassword(tx, deps, id, passwordHash)
    const subject = { kind: 'member' as const, id, name: user.username }
    await recordActivity(tx, { actor, action: 'administrator.password_changed', subject, at: deps.now() })
    return { is: 'changed', token: await startSession(tx, deps, user, typed.origin) }
  })
}

export interface PasswordReset {
  /** Two-factor sign-in after the reset. */
  readonly twoFactor: 'off' | 'on' | 'turned_off'
}

/**
 * Sets a new password, ends every session of the user and clears failed sign-ins. Use `disableTwoFactor` if the authenticator and the
 * recovery codes are lost.
 * @throws 404 for an unknown username or email, 400 for a password that is too short, too long or blank
 */
export async function resetPassword(
  deps: Deps,
  actor: Actor,
  identity: string,
  password: string,
  options: { readonly disableTwoFactor?: boolean } = {},
): Promise<PasswordReset> {
  requireGoodPassword(password, 'password')
  const passwordHash = await deps.passwords.hash(password)
  return transact(deps.db, async (tx) => {
    const user = await findByIdentity(tx, identity)
    if (user === undefined) throw notFound('User')
    await setPassword(tx, deps, user.id, passwordHash)
    await clearFailures(tx, user)
    const subject = { kind: 'member' as const, id: user.id, name: user.username }
    await recordActivity(tx, { actor, action: 'administrator.password_reset', subject, at: deps.now() })
    const { since } = await readTwoFactor(tx, user.id)
    if (options.disableTwoFactor) await disableTwoFactor(tx, deps, user.id, actor)
    return { twoFactor: since === null ? 'off' : options.disableTwoFactor ? 'turned_off' : 'on' }
  })
}

/** Stores a password and ends every session of the user. */
export async function setPassword(tx: Db, deps: Deps, id: number, passwordHash: string): Promise<void> {
  await setPasswordHash(tx, id, passwordHash)
  await endSessionsOf(tx, id, deps.now())
}
