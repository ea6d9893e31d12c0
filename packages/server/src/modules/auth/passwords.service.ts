import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { endResetLinks } from '../users/password-resets.service.ts'
import { findByIdentity, requireGoodPassword, setPasswordHash } from '../users/users.service.ts'
import { endSessionsOf } from './sessions.service.ts'
import { clearFailures } from './throttle.service.ts'
import { disableTwoFactor, readTwoFactor } from './two-factor.service.ts'

export interface PasswordReset {
  /** Two-factor sign-in after the reset. */
  readonly twoFactor: 'off' | 'on' | 'turned_off'
}

/**
 * Sets a new password, ends every session of the user and the links asked for, and clears failed sign-ins. Use `disableTwoFactor` if the
 * authenticator and the recovery codes are lost.
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

/** Stores a password, and ends every session of the user and the links asked for. */
export async function setPassword(tx: Db, deps: Deps, id: number, passwordHash: string): Promise<void> {
  await setPasswordHash(tx, id, passwordHash)
  await endResetLinks(tx, deps, id)
  await endSessionsOf(tx, id, deps.now())
}
