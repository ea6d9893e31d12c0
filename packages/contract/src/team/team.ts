import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, oneOf, toggle } from '../fields.ts'
import { limits } from '../limits.ts'
import { roles } from './permissions.ts'
import { count, flag, id, moment, rowsOf, text } from '../tolerant.ts'

/** The people of the team and their invitations (docs/reference/roles.md, Members). Only owners make these calls. */

export const member = z.object({
  id,
  username: text,
  email: text,
  role: text,
  disabled: flag,
  /** Whether two-factor sign-in is on. */
  two_factor: flag,
  /** How often the member may replace and reveal keys within an hour. Owners have no limit. */
  keys_per_hour: count,
  /** What the member may do beside the role; all are true unless an owner turned one off. They do not hold for owners. */
  switches: z.object({ amounts: flag, reveal: flag, refund: flag }),
  /** Null for somebody who never signed in. */
  last_sign_in_at: moment,
})
export type Member = z.infer<typeof member>

const keysRule = `Keys an hour must be a whole number from 0 to ${limits.mostKeysPerHour}`

/** What is left out stays as it is. */
export const memberInput = z.object({
  role: z.optional(oneOf('Role', roles)),
  disabled: z.optional(toggle('Disabled')),
  keys_per_hour: z.optional(z.int(keysRule).check(z.minimum(0, keysRule), z.maximum(limits.mostKeysPerHour, keysRule))),
  /** A switch that is left out stays as it is. */
  switches: z.optional(
    z.object({
      amounts: z.optional(toggle('May see amounts')),
      reveal: z.optional(toggle('May reveal keys')),
      refund: z.optional(toggle('May refund and replace')),
    }),
  ),
})
export type MemberInput = z.infer<typeof memberInput>

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

export const invitationInput = z.object({
  role: oneOf('Role', roles),
  /** The account gets this email and no other. */
  email: z.optional(emailText('Email')),
  /** The account can do nothing until two-factor sign-in is on. */
  require_two_factor: z.optional(toggle('Require two-factor')),
})
export type InvitationInput = z.infer<typeof invitationInput>

export const invitation = z.object({
  id,
  role: text,
  /** Null if anybody with the link may join. */
  email: z.nullable(z.string()),
  require_two_factor: flag,
  state: z.enum(invitationStates),
  created_at: moment,
  /** The username of the person who made it. */
  created_by: text,
  expires_at: moment,
  /** The username of the person who joined; null unless it was used. */
  used_by: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitation>

/** The link is shown once: only a hash of its token is stored. */
export const newInvitation = z.object({ id: count, role: text, url: text, expires_at: moment })
export type NewInvitation = z.infer<typeof newInvitation>

export const team = {
  list: endpoint({
    method: 'GET',
    path: '/admin/team',
    access: 'team:manage',
    summary: 'Everybody of the team, disabled members included, in the order of their names',
    beyondSpec: true,
    response: wrapped(rowsOf(member)),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/admin/team/:id',
    access: 'team:manage',
    summary: 'Give a member another role, other switches or another limit of keys, or disable or enable a member',
    beyondSpec: true,
    body: memberInput,
    response: wrapped(member),
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/admin/team/invitations',
    access: 'team:manage',
    summary: 'The newest 100 invitations, without their links',
    beyondSpec: true,
    response: wrapped(rowsOf(invitation)),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/admin/team/invitations',
    access: 'team:manage',
    summary: 'Invite somebody to the team: answers a link that works once, within 72 hours',
    beyondSpec: true,
    body: invitationInput,
    status: 201,
    response: wrapped(newInvitation),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/admin/team/invitations/:id',
    access: 'team:manage',
    summary: 'Revoke an open invitation',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
}
