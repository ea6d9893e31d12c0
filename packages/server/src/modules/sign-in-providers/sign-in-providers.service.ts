import { providerPaths, providers, type Provider, type ProviderProblem, type User } from '@keydesk/contract'
import type { Origin } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { gone } from '../../errors.ts'
import { completeSignIn } from '../auth/auth.service.ts'
import { findConfirmedMember, hasStamp, requireUser, stampOf } from '../users/users.service.ts'
import { createProviderClient, ProviderUnavailable, refusalOf, type Attempt, type Confirmed, type ProviderClient } from './openid.ts'

/** Sign-ins with Apple, Google and Meta, each for members who have confirmed their email (docs/reference/sign-in-providers.md). */

export type ProviderClients = Readonly<Partial<Record<Provider, ProviderClient>>>

/** The clients of the providers that are configured. */
export const createProviderClients = ({ signInProviders }: Deps): ProviderClients =>
  Object.fromEntries(
    providers.flatMap((provider) => {
      const settings = signInProviders[provider]
      return settings === undefined ? [] : [[provider, createProviderClient(provider, settings)]]
    }),
  )

/** All providers, each with the address where a browser begins, if it is configured. */
export const listProviders = (deps: Deps) =>
  providers.map((name) => {
    const is_configured = deps.signInProviders[name] !== undefined
    return { name, is_configured, start_url: is_configured ? addressOf(deps, providerPaths.start, name) : null }
  })

/** Where the provider sends the browser back to. It must be registered there. */
const callbackOf = (deps: Deps, provider: Provider): string => addressOf(deps, providerPaths.callback, provider)

const addressOf = (deps: Deps, path: string, provider: Provider): string => `${deps.publicUrl()}${path.replace(':name', provider)}`

/** A step that failed, by the sentence that the login page shows. */
type Failed = { readonly is: 'failed'; readonly problem: ProviderProblem }

/** The first step: the browser goes to the provider, and keeps the attempt. */
export const beginSignIn = (
  deps: Deps,
  clients: ProviderClients,
  provider: Provider,
): Promise<Failed | { readonly is: 'begun'; readonly url: string; readonly attempt: Attempt }> =>
  orFailed(deps, provider, async () => {
    const client = clients[provider]
    return client === undefined ? failed('not_set_up') : { is: 'begun', ...(await client.begin(callbackOf(deps, provider))) }
  })

/** Whom a provider has confirmed, until the browser fetches the session. */
export interface Handover {
  readonly provider: Provider
  readonly userId: number
  /** It works once, no longer if the password is changed, and not while the member is disabled. */
  readonly stamp: string
}

/**
 * The second step: the browser is back.
 * @param attempt what the browser kept; null if nothing, or for too long
 * @param query of the address that the provider sent it to
 */
export const finishSignIn = (
  deps: Deps,
  clients: ProviderClients,
  provider: Provider,
  attempt: Attempt | null,
  query: string,
): Promise<Failed | { readonly is: 'confirmed'; readonly handover: Handover }> =>
  orFailed(deps, provider, async () => {
    const client = clients[provider]
    const returned = new URL(callbackOf(deps, provider))
    returned.search = query
    if (client === undefined) return failed('not_set_up')
    if (attempt === null || returned.searchParams.get('state') !== attempt.state) return failed('over')
    return identify(deps, provider, await client.finish(returned, attempt))
  })

/** An email that the provider has not verified may be anybody's, and one that the member has not confirmed may be a typing error. */
async function identify(deps: Deps, provider: Provider, { email, isVerified }: Confirmed) {
  if (!isVerified || email === '') return failed('unverified')
  const user = await findConfirmedMember(deps.db, email)
  if (user === undefined) return failed('unknown')
  return { is: 'confirmed', handover: { provider, userId: user.id, stamp: stampOf(user) } } as const
}

/**
 * The last step: the session, like that of a sign-in with a password. Makes no account.
 * @param handover what the browser kept; null if nothing, or for too long
 * @throws 410 `provider_sign_in_over` for one that was used or has ended; 401 for a missing, wrong or used code; 429 after too many of those
 */
export async function signInByProvider(
  deps: Deps,
  handover: Handover | null,
  code: string,
  origin: Origin,
): Promise<{ token: string; user: User }> {
  if (handover === null) throw over()
  const { provider, userId, stamp } = handover
  const user = await requireUser(deps, userId)
  if (user.role === 'customer' || stampOf(user) !== stamp) throw over()
  return completeSignIn(deps, { ...user, role: user.role }, code, origin, {
    requireStill: async (tx) => {
      if (!(await hasStamp(tx, userId, stamp))) throw over()
    },
    provider,
  })
}

const over = () => gone('This sign-in took too long or was used already. Try again.', 'provider_sign_in_over')

const failed = (problem: ProviderProblem): Failed => ({ is: 'failed', problem })

/** The log gets the code of a refusal without its text, which is the provider's. */
async function orFailed<T>(deps: Deps, provider: Provider, work: () => Promise<T | Failed>): Promise<T | Failed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      deps.failures.outage('sign_in_provider', error.cause, 'a sign-in provider does not answer', { provider })
      return failed('unavailable')
    }
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    if (refusal.isCancelled) return failed('cancelled')
    deps.log.warn({ provider, code: refusal.code }, 'a sign-in provider refused')
    return failed('refused')
  }
}
