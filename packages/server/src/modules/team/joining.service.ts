import type { AcceptInvitationInput, Offer, User } from '@keydesk/contract'
import type { Origin } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalid } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { beginSignedIn, toUser } from '../auth/auth.service.ts'
import { countInvitation } from '../auth/throttle.service.ts'
import { hashOfToken } from '../users/password-resets.service.ts'
import { addPrepared, prepareAdministrator, requireNoCustomer } from '../users/users.service.ts'
import * as repo from './invitations.repo.ts'
import { stateOf } from './invitations.rules.ts'
import { over } from './invitations.service.ts'

/**
 * What an invitation offers to somebody with its link (docs/reference/roles.md, Invitations).
 * @throws 410 `invitation_over` for a link that is over or never existed, 429 after too many of those
 */
export const findOffer = (deps: Deps, token: string, origin: Origin): Promise<Offer> =>
  counted(deps, token, origin, async () => {
    const { role, email, require_two_factor, expires_at } = await requireOpen(deps.db, token, deps.now())
    return { role, email, require_two_factor: require_two_factor === 1, expires_at }
  })

/**
 * Joins the team and signs in. A storefront user becomes the member only if the invitation is for their email: an email that is only typed
 * here is not proof of ownership.
 * @throws 400 for an unusable name, email or password, or another email than the invitation is for; 409 for a name or email that is taken;
 *   410 `invitation_over` for a link that is over or never existed; 429 after too many of those
 */
export const acceptInvitation = (deps: Deps, input: AcceptInvitationInput, origin: Origin): Promise<{ token: string; user: User }> =>
  counted(deps, input.token, origin, async () => {
    const { id, role, email, require_two_factor } = await requireOpen(deps.db, input.token, deps.now())
    if (email !== null && input.email.toLowerCase() !== email.toLowerCase()) {
      const sentence = `This invitation is for ${email}`
      throw invalid(sentence, { email: sentence })
    }
    const mustUseTwoFactor = require_two_factor === 1
    const { username, password } = input
    const person = { username, email: input.email, password, role, mustUseTwoFactor, isEmailConfirmed: email !== null }
    const prepared = await prepareAdministrator(deps, person)
    return transact(deps.db, async (tx) => {
      const at = deps.now()
      const row = await repo.lockInvitation(tx, id)
      const state = row === undefined ? 'unknown' : stateOf(row, at)
      if (state !== 'open') throw over(state)
      if (email === null) await requireNoCustomer(tx, prepared.email)
      const member = { ...prepared, role, id: (await addPrepared(tx, deps, null, prepared)).id }
      await repo.setUsed(tx, id, { at: at.toISOString(), by: member.id })
      const actor = { kind: 'admin' as const, id: member.id, name: member.username }
      const changes = { state: { before: 'open', after: 'used' } }
      await recordActivity(tx, { actor, action: 'invitation.used', subject: { kind: 'invitation', id }, changes, at })
      return { token: await beginSignedIn(tx, deps, member, origin), user: toUser(member, mustUseTwoFactor) }
    })
  })

async function requireOpen(db: Db, token: string, now: Date): Promise<repo.InvitationRow> {
  const row = await repo.findInvitation(db, hashOfToken(token))
  if (row === undefined) throw over('unknown')
  const state = stateOf(row, now)
  if (state !== 'open') throw over(state)
  return row
}

/** Counts the call in the throttle, and uncounts it unless the link is invalid. */
async function counted<T>(deps: Deps, token: string, { address }: Origin, work: () => Promise<T>): Promise<T> {
  const forgive = await countInvitation(deps, token, address)
  try {
    const done = await work()
    await forgive(deps.db)
    return done
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'gone')) await forgive(deps.db)
    throw error
  }
}
