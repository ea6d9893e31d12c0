import * as z from 'zod/mini'
import { user } from './auth.ts'
import { endpoint, wrapped } from '../endpoint.ts'
import { freeText } from '../fields.ts'
import { flag, nullableText, rowsOf, text } from '../tolerant.ts'

/** Signing in with Apple, Google or Meta (docs/reference/sign-in-providers.md). */

export const signInProvider = z.object({
  /** One of `providers`. */
  name: text,
  is_configured: flag,
  /** Where the browser begins; null if the provider is not configured. */
  start_url: nullableText,
})

export const providerSignInInput = z.object({
  /** Required if two-factor sign-in is on; ignored otherwise. */
  code: z.optional(freeText('Code', 100)),
})

const path = '/auth/providers'

/** Where a browser goes, and comes back from the provider. They answer redirects, so they are no calls. */
export const providerPaths = { all: path, start: `${path}/:name/start`, callback: `${path}/:name/callback` } as const

export const signInProviders = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'public',
    summary: 'The services that members may sign in with',
    beyondSpec: true,
    response: wrapped(rowsOf(signInProvider)),
  }),
  signIn: endpoint({
    method: 'POST',
    path: `${path}/sign-in`,
    access: 'public',
    summary: 'Sign in as the member that a provider confirmed, with a code where two-factor sign-in is on',
    beyondSpec: true,
    body: providerSignInInput,
    response: wrapped(z.object({ token: z.string(), user })),
  }),
}
