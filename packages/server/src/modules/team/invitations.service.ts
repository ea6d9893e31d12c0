import { randomBytes } from 'node:crypto'
import { invitationFragment, type Invitation, type InvitationInput, type NewInvitation } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { SignedIn } from '../../caller.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, gone, notFound } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import { lockMember } from '../users/members.service.ts'
import { hashOfToken } from '../users/password-resets.service.ts'
import { listUsernames, requireNoMember } from '../users/users.service.ts'
import * as repo from './invitations.repo.ts'
import { invitationMs, overTexts, stateOf } from './invitations.rules.ts'

/** Length of the list. */
const newest = 100

export const over = (state: keyof typeof overTexts) => gone(overTexts[state], 'invitation_over')

/**
 * Invites somebody to the team (docs/reference/roles.md, Invitations). The link is shown only in this answer.
 * @returns a link that works once, within 72 hours
 * @throws 403 for somebody who is no owner any more, 409 for the email of a member
 */
export async function invite(deps: Deps, { userId, actor }: SignedIn, input: InvitationInput): Promise<NewInvitation> {
  const { role, email = null, require_two_factor = false } = input
  const token = randomBytes(32).toString('base64url')
  const now = deps.now()
  const expires_at = new Date(now.getTime() + invitationMs).toISOString()
  const row = {
    ...{ role, email, require_two_factor: require_two_factor ? (1 as const) : (0 as const), token_hash: hashOfToken(token) },
    ...{ created_by: userId, created_at: now.toISOString(), expires_at },
  }
  const id = await transact(deps.db, async (tx) => {
    // Somebody who is disabled at this moment must not leave an open invitation behind.
    const inviter = await lockMember(tx, userId)
    if (inviter?.role !== 'owner' || inviter.disabled_at !== null) throw forbidden()
    if (email !== null) await requireNoMember(tx, email)
    const made = await repo.insertInvitation(tx, row)
    const changes = creation({ role, ...(email !== null && { email }), ...(require_two_factor && { require_two_factor }) })
    await recordActivity(tx, { actor, action: 'invitation.created', subject: { kind: 'invitation', id: made }, changes, at: now })
    return made
  })
  return { id, role, url: `${deps.publicUrl()}/login${invitationFragment}${token}`, expires_at }
}

/** The newest 100, without their links. */
export async function listInvitations(deps: Deps): Promise<Invitation[]> {
  const now = deps.now()
  const rows = await repo.listInvitations(deps.db, newest)
  const people = new Set(rows.flatMap(({ created_by, used_by }) => (used_by === null ? [created_by] : [created_by, used_by])))
  const names = new Map((await listUsernames(deps.db, [...people])).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...{ id: row.id, role: row.role, email: row.email, require_two_factor: row.require_two_factor === 1, state: stateOf(row, now) },
    ...{ created_at: row.created_at, created_by: names.get(row.created_by)!, expires_at: row.expires_at },
    used_by: row.used_by === null ? null : names.get(row.used_by)!,
  }))
}

/**
 * Revokes an open invitation. Its link stops working at once on every server.
 * @throws 404 for an unknown id, 410 `invitation_over` for one that is no longer open
 */
export const revokeInvitation = (deps: Deps, actor: Actor, id: number): Promise<void> =>
  transact(deps.db, async (tx) => {
    const row = await repo.lockInvitation(tx, id)
    if (row === undefined) throw notFound('Invitation')
    const at = deps.now()
    const state = stateOf(row, at)
    if (state !== 'open') throw gone(`This invitation is already ${state}`, 'invitation_over')
    await repo.setRevoked(tx, id, at.toISOString())
    await recordRevoked(tx, actor, id, at)
  })

/** Revokes the open invitations of a member who may no longer invite: the links would outlive the right. */
export async function revokeInvitationsOf(tx: Db, actor: Actor, memberId: number, at: Date): Promise<void> {
  for (const id of await repo.revokeOpenOf(tx, memberId, at.toISOString())) await recordRevoked(tx, actor, id, at)
}

const recordRevoked = (tx: Db, actor: Actor, id: number, at: Date): Promise<void> =>
  recordActivity(tx, {
    ...{ actor, action: 'invitation.revoked', subject: { kind: 'invitation', id } },
    ...{ changes: { state: { before: 'open', after: 'revoked' } }, at },
  })
