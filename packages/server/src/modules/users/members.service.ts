import { checkEmail, permissionsWith, type Permission, type Role, type Switches } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as repo from './members.repo.ts'
import { endResetLinks } from './password-resets.service.ts'
import { keyOf, listIdsByIdentity, taken } from './users.service.ts'

export type { MemberRow } from './members.repo.ts'

/** The team members. The module `team` decides what may be changed. */

/** All team members, including disabled ones, ordered by id or by name. */
export const listMembers = (db: Db, by: 'id' | 'username_key' = 'id'): Promise<repo.MemberRow[]> => repo.listMembers(db, by)

/** A team member; undefined for an unknown id or a customer's. */
export const findMember = repo.findMember

/** A team member, locked until the transaction ends; undefined for an unknown id or a customer's. Changes of members are serialized. */
export const lockMember = repo.lockMember

export const hasAdministrator = (deps: Deps): Promise<boolean> => repo.hasAdministrator(deps.db)

/** Whether an owner other than this one can sign in. */
export const hasOtherOwner = repo.hasOtherOwner

/** Stores the role, disabled state, key limit and switches of a locked member. */
export const updateMember = repo.updateMember

/**
 * Gives a locked member another email (docs/reference/sessions.md, Email). It is not confirmed, and the links for a new password end. The
 * same email changes nothing and records nothing.
 * @returns whether the member is a referral user, whom the storefront finds by the email
 * @throws 400 for an invalid email, 409 for one that another user has as email or name
 */
export async function changeEmail(
  tx: Db,
  deps: Deps,
  actor: Actor,
  { id, username, email: before }: Pick<repo.MemberRow, 'id' | 'username' | 'email'>,
  typed: string,
): Promise<{ isReferralUser: boolean }> {
  const problem = checkEmail(typed)
  if (problem !== undefined) throw invalid(problem, { email: problem })
  const email = typed.trim()
  if (email === before) return { isReferralUser: false }
  if ((await listIdsByIdentity(tx, email)).some((other) => other !== id)) throw taken('email')
  const changed = await repo.setEmail(tx, id, { email, email_key: keyOf(email) })
  if (changed === undefined) throw taken('email')
  await endResetLinks(tx, deps, id)
  await recordActivity(tx, {
    ...{ actor, action: 'administrator.email_changed', subject: { kind: 'member', id, name: username } },
    ...{ changes: { email: { before, after: email } }, at: deps.now() },
  })
  return { isReferralUser: changed.referral_code !== null }
}

type StoredSwitches = Readonly<Record<'switch_amounts' | 'switch_reveal' | 'switch_refund', number>>

export const switchesOf = ({ switch_amounts, switch_reveal, switch_refund }: StoredSwitches): Switches => ({
  ...{ amounts: switch_amounts === 1, reveal: switch_reveal === 1, refund: switch_refund === 1 },
})

export const storedSwitches = ({ amounts, reveal, refund }: Switches) => ({
  ...{ switch_amounts: toBit(amounts), switch_reveal: toBit(reveal), switch_refund: toBit(refund) },
})

const toBit = (isOn: boolean) => (isOn ? 1 : 0)

/** What somebody may do now. Nothing for a customer of the storefront. */
export const permissionsOfMember = (row: StoredSwitches & { readonly role: Role | 'customer' }): readonly Permission[] =>
  row.role === 'customer' ? [] : permissionsWith(row.role, switchesOf(row))

/**
 * How often a team member may replace and reveal keys within an hour; null for an owner, who has no limit, and for an unknown id. Calls for
 * the same person are serialized until the transaction ends.
 */
export async function lockKeyLimit(tx: Db, id: number): Promise<number | null> {
  await repo.takeKeyTurn(tx, id)
  const member = await repo.findMember(tx, id)
  return member === undefined || member.role === 'owner' ? null : member.keys_per_hour
}
