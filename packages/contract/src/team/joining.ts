import * as z from 'zod/mini'
import { user } from '../account/auth.ts'
import { endpoint, wrapped } from '../endpoint.ts'
import { emailText, requiredText } from '../fields.ts'
import { newPassword } from '../account/new-password.ts'
import { flag, moment, text } from '../tolerant.ts'

/** Joining the team by the link of an invitation (docs/reference/roles.md, Invitations). Separate from `auth`, which every screen loads. */

const invitationToken = requiredText('Invitation', 200)

export const acceptInvitationInput = z.object({
  token: invitationToken,
  username: requiredText('Username', 100),
  email: emailText('Email'),
  password: newPassword('Password'),
})
export type AcceptInvitationInput = z.infer<typeof acceptInvitationInput>

/** What the form of an invitation shows. */
export const offer = z.object({
  role: text,
  /** The only email that may join; null if any may. */
  email: z.nullable(z.string()),
  require_two_factor: flag,
  expires_at: moment,
})
export type Offer = z.infer<typeof offer>

export const joining = {
  find: endpoint({
    method: 'POST',
    path: '/auth/invitation',
    access: 'public',
    summary: 'What an invitation offers. By POST, so that no token is in a URL',
    beyondSpec: true,
    body: z.object({ token: invitationToken }),
    response: wrapped(offer),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/auth/accept-invitation',
    access: 'public',
    summary: 'Join the team with the token of an invitation, and sign in',
    beyondSpec: true,
    body: acceptInvitationInput,
    response: wrapped(z.object({ token: z.string(), user })),
  }),
}
