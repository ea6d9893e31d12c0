import { permissionsOf, secondFactor, type LoginInput, type User } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { unauthenticated } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { findByCredentials, isUnchanged } from '../users/users.service.ts'
import { endSession, startSession } from './sessions.service.ts'
import { networkOf } from './throttle.rules.ts'
import { countCode, countSignIn, rememberNetwork } from './throttle.service.ts'
import { takeSecondFactor } from './two-factor.service.ts'

/** The same sentence for every mistake, so that it does not tell which names exist. */
const refused = 'Invalid credentials. Please try again.'
export const askForCode = 'Enter the code from your authenticator app.'

/**
 * Signs somebody of the team in by username or email (docs/reference/sessions.md, Sign-in), and by a code where
 * two-factor sign-in is on.
 * @param address where the request came from, for the throttle
 * @throws 401 for wrong credentials, or asking for a code; 429 after too many failures
 */
export async function signIn(
  deps: Deps,
  { identity, password, code = '' }: LoginInput,
  address: string,
): Promise<{ token: string; user: User }> {
  const forgive = await countSignIn(deps, identity, address)
  const user = await findByCredentials(deps, identity, password)
  if (user === undefined || user.role === 'customer' || user.disabled_at !== null) throw unauthenticated(refused)
  const actor = { kind: 'admin' as const, id: user.id, name: user.username }
  const { second, token } = await transact(deps.db, async (tx) => {
    if (!(await isUnchanged(tx, user))) throw unauthenticated(refused)
    const forgiveCode = code.trim() === '' ? null : await countCode(tx, deps, user.id)
    const taken = await takeSecondFactor(tx, deps, user.id, actor, code)
    if (taken === 'wrong') return { second: taken, token: undefined }
    // A right password without a code is not a failure: ten of them would lock the person out.
    await forgive(tx)
    await forgiveCode?.(tx)
    if (taken === 'missing') return { second: taken, token: undefined }
    await rememberNetwork(tx, deps, user.id, address)
    const changes = { network: { before: null, after: networkOf(address) } }
    await recordActivity(tx, {
      actor,
      action: 'member.signed_in',
      subject: { kind: 'member', ...idAndName(actor) },
      changes,
      at: deps.now(),
    })
    return { second: taken, token: await startSession(tx, deps, user) }
  })
  if (second === 'wrong') throw unauthenticated('That code is not right. Please try again.', secondFactor.invalid)
  if (token === undefined) throw unauthenticated(askForCode, secondFactor.required)
  const { id, username, email, role } = user
  return { token, user: { id, username, email, role, permissions: [...permissionsOf[role]] } }
}

/** Ends the session behind a token. A customer of a storefront has no place in the history of the team. */
export async function signOut(deps: Deps, { actor, role, sessionId }: SignedIn): Promise<void> {
  await transact(deps.db, async (tx) => {
    await endSession(tx, deps, sessionId)
    if (role === 'customer') return
    const subject = { kind: 'member' as const, ...idAndName(actor) }
    await recordActivity(tx, { actor, action: 'member.signed_out', subject, at: deps.now() })
  })
}

const idAndName = ({ id, name }: SignedIn['actor']) => ({ id: id ?? 0, name })
