import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { requiredText } from '../fields.ts'
import { optionalCount, optionalFlag, orElse, text } from '../tolerant.ts'

/** A password may begin or end with a blank, so it is not trimmed. */
export const passwordText = (what: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? `${what} is required` : `${what} must be text`) })
    .check(z.minLength(1, `${what} is required`), z.maxLength(1_000, `${what} must be at most 1000 characters`))

/** A code of the authenticator app, or a recovery code. */
export const code = requiredText('Code', 100)

/** The signed-in person as the browser stores it. A foreign host may send more or less. */
export const user = z.object({
  id: optionalCount,
  username: text,
  email: text,
  role: orElse(z.optional(z.string()), undefined),
  /** What the role allows, by the names of `permissions`. A foreign host sends none: then everything is allowed. */
  permissions: orElse(z.optional(z.array(z.string())), undefined),
  /** The team requires two-factor sign-in and it is not on yet: only calls about the own account are answered. */
  two_factor_due: optionalFlag,
})
export type User = z.infer<typeof user>

/** A 401 of the sign-in with one of these codes asks for, or refuses, the second factor. */
export const secondFactor = { required: 'two_factor_required', invalid: 'two_factor_invalid' } as const

/** The code of the refusal of every other call while `two_factor_due`. */
export const twoFactorDue = 'two_factor_required_by_team'

export const auth = {
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
    summary: 'End every session of the signed-in member',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
}
