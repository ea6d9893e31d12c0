import { permissionsOf, secondFactor, type LoginInput, type Permission, type Provider, type Role, type User } from '@keydesk/contract'
import type { Origin, SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { unauthenticated } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import { permissionsOfMember } from '../users/members.service.ts'
import { findByCredentials, isUnchanged, noteSignIn, requireUser, type UserRow } from '../users/users.service.ts'
import { endSession, startSession } from './sessions.service.ts'
import { networkOf } from '../../network.ts'
import { countCode, countSignIn, rememberNetwork, type Forgive } from './throttle.service.ts'
import { takeSecondFactor } from './two-factor.service.ts'

/** One message for every wrong name or password: it must not reveal which accounts exist. */
const refused = 'Invalid credentials. Please try again.'
export const askForCode = 'Enter the code from your authenticator app.'

/**
 * Signs a team member in by username or email, and by a code if two-factor sign-in is on (docs/reference/sessions.md, Sign-in).
 * @param origin of the request, for the throttle and the list of sessions
 * @throws 401 for wrong credentials or a missing code; 429 after too many failures
 */
export async function signIn(
  deps: Deps,
  { identity, password, code = '' }: LoginInput,
  origin: Origin,
): Promise<{ token: string; user: User }> {
  const forgive = await countSignIn(deps, identity, origin.address)
  const user = await findByCredentials(deps, identity, password)
  if (user === undefined || user.role === 'customer' || user.disabled_at !== null) throw unauthenticated(refused)
  return completeSignIn(deps, { ...user, role: user.role }, code, origin, {
    requireStill: async (tx) => {
      if (!(await isUnchanged(tx, user))) throw unauthenticated(refused)
    },
    forgive,
  })
}

/** How somebody was identified, before the second factor. */
interface FirstFactor {
  /** Throws if it no longer holds. Locks the user, so that it holds until the transaction ends. */
  readonly requireStill: (tx: Db) => Promise<void>
  readonly forgive?: Forgive
  readonly provider?: Provider
}

/**
 * Asks for the second factor if the user has one, and starts the session.
 * @throws 401 for a missing, wrong or used code; 429 after too many wrong ones
 */
export async function completeSignIn(
  deps: Deps,
  user: UserRow & { readonly role: Role },
  code: string,
  origin: Origin,
  { requireStill, forgive, provider }: FirstFactor,
): Promise<{ token: string; user: User }> {
  const actor = { kind: 'admin' as const, id: user.id, name: user.username }
  const { second, token } = await transact(deps.db, async (tx) => {
    await requireStill(tx)
    const forgiveCode = code.trim() === '' ? null : await countCode(tx, deps, user.id)
    const taken = await takeSecondFactor(tx, deps, user.id, actor, code)
    if (taken === 'wrong' || taken === 'used') return { second: taken, token: undefined }
    // A correct password without a code does not count as a failure, or ten such sign-ins would lock the person out.
    await forgive?.(tx)
    await forgiveCode?.(tx)
    if (taken === 'missing') return { second: taken, token: undefined }
    return { second: taken, token: await beginSignedIn(tx, deps, user, origin, provider) }
  })
  if (second === 'wrong') throw unauthenticated('That code is not right. Please try again.', secondFactor.invalid)
  if (second === 'used') throw unauthenticated('That code cannot be used again. Wait for the next one.', secondFactor.invalid)
  if (token === undefined) throw unauthenticated(askForCode, secondFactor.required)
  // `not_needed` means that the user has no second factor; if it is required, it has to be set up now.
  const permissions = permissionsOfMember(user)
  return { token, user: toUser({ ...user, permissions }, user.two_factor_required === 1 && second === 'not_needed') }
}

/** Starts the session of a user whose identity was just verified. */
export async function beginSignedIn(
  tx: Db,
  deps: Deps,
  user: { id: number; username: string; role: string },
  origin: Origin,
  provider?: Provider,
): Promise<string> {
  await rememberNetwork(tx, deps, user.id, origin.address)
  await noteSignIn(tx, user.id, deps.now())
  const actor = { kind: 'admin' as const, id: user.id, name: user.username }
  const changes = creation({ network: networkOf(origin.address), ...(provider !== undefined && { provider }) })
  const subject = { kind: 'member' as const, ...idAndName(actor) }
  await recordActivity(tx, { actor, action: 'member.signed_in', subject, changes, at: deps.now() })
  return startSession(tx, deps, user, origin)
}

/**
 * The signed-in user, with the current permissions.
 * @throws 401 for somebody who is no longer on the team
 */
export async function readMe(deps: Deps, { userId, isTwoFactorDue }: SignedIn): Promise<User> {
  const user = await requireUser(deps, userId)
  if (user.role === 'customer') throw unauthenticated()
  return toUser({ ...user, role: user.role, permissions: permissionsOfMember(user) }, isTwoFactorDue)
}

interface Person {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly role: Role
  /** Those of the role by default. */
  readonly permissions?: readonly Permission[]
}

export const toUser = ({ id, username, email, role, permissions = permissionsOf[role] }: Person, isTwoFactorDue: boolean): User => ({
  ...{ id, username, email, role },
  permissions: [...permissions],
  ...(isTwoFactorDue && { two_factor_due: true }),
})

/** Ends the session of a token. Customers do not appear in the team's history, so their sign-out is not recorded. */
export async function signOut(deps: Deps, { actor, role, sessionId }: SignedIn): Promise<void> {
  await transact(deps.db, async (tx) => {
    await endSession(tx, deps, sessionId)
    if (role === 'customer') return
    const subject = { kind: 'member' as const, ...idAndName(actor) }
    await recordActivity(tx, { actor, action: 'member.signed_out', subject, at: deps.now() })
  })
}

const idAndName = ({ id, name }: SignedIn['actor']) => ({ id: id ?? 0, name })
