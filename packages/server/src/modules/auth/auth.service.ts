import { secondFactor, type LoginInput, type User } from '@keydesk/contract'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { unauthenticated } from '../../errors.ts'
import { accountNameOf, findByCredentials, isUnchanged } from '../users/users.service.ts'
import { startSession } from './sessions.service.ts'
import { countAttempt } from './throttle.service.ts'
import { takeSecondFactor } from './two-factor.service.ts'

/** Spec section 8. */
const refused = 'Invalid credentials. Please try again.'

/**
 * Signs an administrator in by username or email (spec section 7, POST /auth/password-login), and by a code where
 * two-factor sign-in is on.
 * @param address where the request came from, for the throttle
 * @throws 401 with the spec's sentence, or asking for a code; 429 after too many failures
 */
export async function signIn(
  deps: Deps,
  { identity, password, code = '' }: LoginInput,
  address: string,
): Promise<{ token: string; user: User }> {
  const forgive = await countAttempt(deps, await accountNameOf(deps, identity), address)
  const user = await findByCredentials(deps, identity, password)
  if (user === undefined || user.role !== 'admin') throw unauthenticated(refused)
  const actor = { kind: 'admin' as const, id: user.id, name: user.username }
  const { second, token } = await transact(deps.db, async (tx) => {
    if (!(await isUnchanged(tx, user))) throw unauthenticated(refused)
    const taken = await takeSecondFactor(tx, deps, user.id, actor, code)
    const passes = taken === 'right' || taken === 'not_needed'
    // Half of a sign-in is no failure; without this, ten of them would lock a person out.
    if (taken !== 'wrong') await forgive(tx)
    return { second: taken, token: passes ? await startSession(tx, deps, user) : undefined }
  })
  if (second === 'wrong') throw unauthenticated('That code is not right. Please try again.', secondFactor.invalid)
  if (token === undefined) throw unauthenticated('Enter the code from your authenticator app.', secondFactor.required)
  return { token, user: { id: user.id, username: user.username, email: user.email, role: user.role } }
}
