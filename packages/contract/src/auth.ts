import { z } from 'zod'
import { endpoint, wrapped } from './endpoint.ts'
import { requiredText } from './fields.ts'
import { text } from './tolerant.ts'

export const loginInput = z.object({
  identity: requiredText('Username or email', 320),
  // Not trimmed: a password may begin or end with a blank.
  password: z
    .string({ error: ({ input }) => (input === undefined ? 'Password is required' : 'Password must be text') })
    .min(1, 'Password is required')
    .max(1_000, 'Password must be at most 1000 characters'),
})
export type LoginInput = z.infer<typeof loginInput>

/** The signed-in person as the browser keeps it. A foreign host may send more or less. */
export const user = z.object({
  id: z.int().optional().catch(undefined),
  username: text,
  email: text,
  role: z.string().optional().catch(undefined),
})
export type User = z.infer<typeof user>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/password-login',
    access: 'public',
    summary: 'Sign in with a username or email and a password',
    body: loginInput,
    response: wrapped(z.object({ token: z.string(), user })),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'user',
    summary: 'End the session behind the token',
    response: wrapped(z.null()),
  }),
}
