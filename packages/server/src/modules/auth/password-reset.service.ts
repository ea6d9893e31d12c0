import type { Origin } from '../../caller.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { gone } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { mailPasswordReset } from '../mails/password-reset-mail.service.ts'
import { findResetUser, useResetLink } from '../users/password-resets.service.ts'
import { confirmEmail, requireGoodPassword } from '../users/users.service.ts'
import { setPassword } from './passwords.service.ts'
import { clearFailures, countResetLink, countResetRequest } from './throttle.service.ts'

/**
 * Mails a link for a new password to the member with this email (docs/reference/sessions.md, Forgotten passwords). Does nothing, in the same
 * time, for an address that no member has, and nothing at all without a mail server.
 * @throws 429 after too many requests
 */
export async function askForResetLink(deps: Deps, email: string, { address }: Origin): Promise<void> {
  await countResetRequest(deps, email, address)
  if (deps.mail !== null) await mailPasswordReset(deps, deps.mail, email)
}

/**
 * Sets a new password with the token of a mailed link, ends every session of the member, and clears failed sign-ins. Two-factor sign-in
 * stays as it is. The member has shown that the email is theirs.
 * @throws 410 `reset_over` for a link that is over, was replaced, or never existed; 400 for a password that is too short, too long or blank;
 *   429 after too many links that are over
 */
export async function resetByLink(deps: Deps, { token, password }: { token: string; password: string }, origin: Origin): Promise<void> {
  requireGoodPassword(password, 'password')
  const forgive = await countResetLink(deps, token, origin.address)
  // Looked at before the password is hashed, which takes long.
  if ((await findResetUser(deps.db, deps, token)) === undefined) throw over()
  const passwordHash = await deps.passwords.hash(password)
  await transact(deps.db, async (tx) => {
    const user = await useResetLink(tx, deps, token)
    if (user === undefined) throw over()
    const at = deps.now()
    await setPassword(tx, deps, user.id, passwordHash)
    await confirmEmail(tx, user.id, at)
    await clearFailures(tx, user)
    const subject = { kind: 'member' as const, id: user.id, name: user.username }
    await recordActivity(tx, { actor: { ...subject, kind: 'admin' }, action: 'administrator.password_reset', subject, at })
    await forgive(tx)
  })
}

const over = () => gone('This link has expired, was used already, or a newer one was sent. Ask for a new one.', 'reset_over')
