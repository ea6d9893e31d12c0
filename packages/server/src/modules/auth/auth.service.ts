import type { LoginInput, User } from '@keydesk/contract'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { unauthenticated } from '../../errors.ts'
import { findByCredentials } from '../users/users.service.ts'
import { startSession } from './sessions.service.ts'
import { countAttempt } from './throttle.service.ts'

/** Spec section 8. */
const refused = 'Invalid credentials. Please try again.'

/**
 * Signs an administrator in by username or email (spec section 7, POST /auth/password-login).
 * @param address where the request came from, for the throttle
 * @throws 401 with the spec's sentence, 429 after too many failures
 */
export async function signIn(deps: Deps, { identity, password }: LoginInput, address: string): Promise<{ token: string; user: User }> {
  const forgive = await countAttempt(deps, identity, address)
  const user = await findByCredentials(deps, identity, password)
  if (user === undefined || user.role !== 'admin') throw unauthenticated(refused)
  await forgive()
  const token = await transact(deps.db, (tx) => startSession(tx, deps, user))
  return { token, user: { id: user.id, username: user.username, email: user.email, role: user.role } }
}
