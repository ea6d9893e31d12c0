import type { ActivityAction, Member, MemberInput, Switches } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import { differences, recordActivity } from '../activity/activity.service.ts'
import { endSessionsOf } from '../auth/sessions.service.ts'
import { listTwoFactorSince } from '../auth/two-factor.service.ts'
import * as members from '../users/members.service.ts'
import { endResetLinks } from '../users/password-resets.service.ts'
import { findByIdentity } from '../users/users.service.ts'
import { revokeInvitationsOf } from './invitations.service.ts'

/**
 * Changes the role, disabled state, switches or key limit of a team member (docs/reference/roles.md, Members). A new role and switches
 * apply from the next call; disabling ends the sessions and the mailed links. The open invitations of an owner who is one no longer are
 * revoked. Fields that are left out stay. A call that changes nothing records nothing.
 * @throws 404 for an unknown id or a customer's, 409 `last_owner` if no owner would be left
 */
export const changeMember = (deps: Deps, actor: Actor, id: number, change: MemberInput): Promise<void> =>
  transact(deps.db, async (tx) => {
    const member = await members.lockMember(tx, id)
    if (member === undefined) throw notFound('Member')
    const role = change.role ?? member.role
    const isDisabled = change.disabled ?? member.disabled_at !== null
    const leavesOwners = member.role === 'owner' && member.disabled_at === null && (role !== 'owner' || isDisabled)
    if (leavesOwners && !(await members.hasOtherOwner(tx, id)))
      throw conflict('The last owner cannot be disabled or given another role', 'last_owner')

    const at = deps.now()
    const record = (action: ActivityAction, field: string, before: unknown, after: unknown) =>
      recordActivity(tx, {
        actor,
        action,
        subject: { kind: 'member', id, name: member.username },
        changes: { [field]: { before, after } },
        at,
      })
    const disabledAt = isDisabled ? (member.disabled_at ?? at.toISOString()) : null
    const { keys_per_hour = member.keys_per_hour } = change
    const switches = { ...members.switchesOf(member), ...given(change.switches) }
    await members.updateMember(tx, { ...member, role, disabled_at: disabledAt, keys_per_hour, ...members.storedSwitches(switches) })
    if (keys_per_hour !== member.keys_per_hour)
      await record('administrator.key_limit_changed', 'keys_per_hour', member.keys_per_hour, keys_per_hour)
    const turned = differences(members.switchesOf(member), switches)
    for (const [name, { before, after }] of Object.entries(turned))
      await record('administrator.switches_changed', `switch_${name}`, before, after)
    if (role !== member.role) await record('administrator.role_changed', 'role', member.role, role)
    if (leavesOwners) await revokeInvitationsOf(tx, actor, id, at)
    if (isDisabled === (member.disabled_at !== null)) return
    if (isDisabled) {
      await endSessionsOf(tx, id, at)
      await endResetLinks(tx, deps, id)
    }
    await record(isDisabled ? 'administrator.disabled' : 'administrator.enabled', 'disabled', !isDisabled, isDisabled)
  })

/**
 * Gives a member another email: the way of the command line. In the web app members change their own.
 * @returns whether the member is a referral user, whom the storefront finds by the email
 * @throws 404 for an unknown id or a customer's, 400 for an invalid email, 409 for one that is taken
 */
export const setEmail = (deps: Deps, actor: Actor, id: number, email: string): Promise<{ isReferralUser: boolean }> =>
  transact(deps.db, async (tx) => {
    const member = await members.lockMember(tx, id)
    if (member === undefined) throw notFound('Member')
    return members.changeEmail(tx, deps, actor, member, email)
  })

/** The switches that a change names. */
const given = (switches: MemberInput['switches'] = {}): Partial<Switches> =>
  Object.fromEntries(Object.entries(switches).filter(([, isOn]) => isOn !== undefined))

/**
 * The id of a team member, by name or email.
 * @throws 404 for an unknown one or a customer's
 */
export async function requireMemberId(deps: Deps, identity: string): Promise<number> {
  const user = await findByIdentity(deps.db, identity)
  if (user === undefined || user.role === 'customer') throw notFound('Member')
  return user.id
}

/** All team members, ordered by name (docs/reference/roles.md, Members). */
export const listMembers = async ({ db }: Deps): Promise<Member[]> => toMembers(db, await members.listMembers(db, 'username_key'))

/** @throws 404 for an unknown id or a customer's */
export async function requireMember({ db }: Deps, id: number): Promise<Member> {
  const row = await members.findMember(db, id)
  const [member] = row === undefined ? [] : await toMembers(db, [row])
  if (member === undefined) throw notFound('Member')
  return member
}

async function toMembers(db: Db, rows: readonly members.MemberRow[]): Promise<Member[]> {
  const since = await listTwoFactorSince(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...{ id: row.id, username: row.username, email: row.email, role: row.role, disabled: row.disabled_at !== null },
    ...{ two_factor: since.has(row.id), keys_per_hour: row.keys_per_hour, switches: members.switchesOf(row) },
    last_sign_in_at: row.last_sign_in_at,
  }))
}
