import * as z from 'zod/mini'
import { passwordText, user } from './auth.ts'
import { endpoint, wrapped } from '../endpoint.ts'
import { freeText, requiredText } from '../fields.ts'

export const loginInput = z.object({
  identity: requiredText('Username or email', 320),
  password: passwordText('Password'),
  /** Required if two-factor sign-in is on; ignored otherwise. */
  code: z.optional(freeText('Code', 100)),
})
export type LoginInput = z.infer<typeof loginInput>

/** Separate from the other calls, so that the frame of the web app does not load the sign-in's schemas. */
export const signIn = {
  login: endpoint({
    method: 'POST',
    path: '/auth/password-login',
    access: 'public',
    summary: 'Sign in with a username or email, a password, and a code where two-factor sign-in is on',
    body: loginInput,
    response: wrapped(z.object({ token: z.string(), user })),
  }),
}
