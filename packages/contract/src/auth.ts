import * as z from 'zod/mini'
import { endpoint, wrapped } from './endpoint.ts'
import { emailText, freeText, requiredText } from './fields.ts'
import { limits } from './limits.ts'
import { flag, moment, optionalCount, optionalFlag, text } from './tolerant.ts'

/** Not trimmed: a password may begin or end with a blank. */
export const passwordText = (what: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? `${what} is required` : `${what} must be text`) })
    .check(z.minLength(1, `${what} is required`), z.maxLength(1_000, `${what} must be at most 1000 characters`))

const tooShort = `The password must have at least ${limits.minPasswordLength} characters`
export const newPassword = (what: string) =>
  passwordText(what).check(
    z.minLength(limits.minPasswordLength, tooShort),
    z.maxLength(limits.maxPasswordLength, `The password must have at most ${limits.maxPasswordLength} characters`),
  )

/** From the authenticator app, or a recovery code. */
export const code = requiredText('Code', 100)

export const loginInput = z.object({
  identity: requiredText('Username or email', 320),
  password: passwordText('Password'),
  /** Needed if two-factor sign-in is on; ignored otherwise. */
  code: z.optional(freeText('Code', 100)),
})
export type LoginInput = z.infer<typeof loginInput>

/** The signed-in person as the browser keeps it. A foreign host may send more or less. */
export const user = z.object({
  id: optionalCount,
  username: text,
  email: text,
  role: z.catch(z.optional(z.string()), undefined),
  /** What the role allows, by the names of `permissions`. A foreign host sends none: then everything is allowed. */
  permissions: z.catch(z.optional(z.array(z.string())), undefined),
  /** The team demands two-factor sign-in, which is not on yet: until then only calls for the own account are answered. */
  two_factor_due: optionalFlag,
})
export type User = z.infer<typeof user>

/** A 401 of the sign-in with one of these codes asks for, or refuses, the second factor. */
export const secondFactor = { required: 'two_factor_required', invalid: 'two_factor_invalid' } as const

/** The code of the refusal of every other call while `two_factor_due`. */
export const twoFactorDue = 'two_factor_required_by_team'

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
  /** The address that it is for; null if any will do. */
  email: z.nullable(z.string()),
  require_two_factor: flag,
  expires_at: moment,
})
export type Offer = z.infer<typeof offer>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/password-login',
    access: 'public',
    summary: 'Sign in with a username or email, a password, and a code where two-factor sign-in is on',
    body: loginInput,
    response: wrapped(z.object({ token: z.string(), user })),
  }),
  findInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation',
    access: 'public',
    summary: 'What an invitation offers. By POST, so that no token stands in an address',
    beyondSpec: true,
    body: z.object({ token: invitationToken }),
    response: wrapped(offer),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/accept-invitation',
    access: 'public',
    summary: 'Join the team with the token of an invitation, and sign in',
    beyondSpec: true,
    body: acceptInvitationInput,
    response: wrapped(z.object({ token: z.string(), user })),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'user',
    ownAccount: true,
    asOneself: true,
    summary: 'End the session behind the token',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    access: 'staff',
    ownAccount: true,
    asOneself: true,
    summary: 'The signed-in person, with what the role allows at this moment',
    beyondSpec: true,
    response: wrapped(user),
  }),
  logoutEverywhere: endpoint({
    method: 'POST',
    path: '/auth/logout-everywhere',
    access: 'staff',
    ownAccount: true,
    summary: 'End every session of the signed-in administrator',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
}
