import type { Provider } from '@keydesk/contract'
import * as openid from 'openid-client'
import type { ProviderSettings } from '../../deps.ts'

/** What the browser keeps, sealed, while the person is at the provider. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** Proves to the provider that the code is used by whoever asked for it (PKCE). */
  readonly verifier: string
}

export interface ProviderClient {
  /** Where to send the browser. */
  readonly begin: (redirectUri: string) => Promise<{ readonly url: string; readonly attempt: Attempt }>
  /**
   * What the provider confirms about the person who came back.
   * @param returned the address that the browser came back to
   */
  readonly finish: (returned: URL, attempt: Attempt) => Promise<Confirmed>
}

export interface Confirmed {
  readonly email: string
  readonly isVerified: boolean
}

/** The provider is down, too slow, or has a fault of its own. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** The client of a provider. Its description is fetched with the first sign-in and kept; one that could not be fetched is fetched again. */
export function createProviderClient(provider: Provider, settings: ProviderSettings): ProviderClient {
  let known: Promise<openid.Configuration> | undefined
  const discovered = () =>
    (known ??= discover(settings).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  return {
    begin: (redirectUri) =>
      orUnavailable(async () => {
        const config = await discovered()
        const attempt = { state: openid.randomState(), nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() }
        const url = openid.buildAuthorizationUrl(config, {
          ...{ redirect_uri: redirectUri, scope: 'openid email', state: attempt.state, nonce: attempt.nonce },
          ...{ code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier), code_challenge_method: 'S256' },
          // Apple gives the email by no other way.
          ...(provider === 'apple' && { response_mode: 'form_post' }),
        })
        return { url: url.href, attempt }
      }),
    finish: (returned, { state, nonce, verifier }) =>
      orUnavailable(async () => {
        const answer = await openid.authorizationCodeGrant(await discovered(), returned, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        })
        const claims = answer.claims()
        const [email, isVerified] = [claims?.['email'], claims?.['email_verified']]
        // Apple has said 'true', too.
        return { email: typeof email === 'string' ? email : '', isVerified: isVerified === true || isVerified === 'true' }
      }),
  }
}

const discover = ({ issuer, clientId, clientSecret, patienceMs }: ProviderSettings): Promise<openid.Configuration> =>
  openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: patienceMs / 1_000,
    execute: [
      // Also checks the signature of the ID token, not only who sent it.
      openid.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
    ],
  })

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isOutage(error) ? new ProviderUnavailable('The provider does not answer', { cause: error }) : error
  }
}

/** `fetch` throws a TypeError if nothing answers. */
function isOutage(error: unknown): boolean {
  if (error instanceof TypeError) return error.cause !== undefined
  if (!(error instanceof openid.ClientError)) return false
  if (error.code === 'OAUTH_TIMEOUT') return true
  return error.cause instanceof Response && error.cause.status >= 500
}

/** What went wrong at the provider or in its answer; null for any other error. */
export function refusalOf(error: unknown): { readonly code: string; readonly isCancelled: boolean } | null {
  if (error instanceof openid.AuthorizationResponseError)
    return { code: error.error, isCancelled: error.error === 'access_denied' || error.error === 'user_cancelled_authorize' }
  if (error instanceof openid.ResponseBodyError) return { code: error.error, isCancelled: false }
  return error instanceof openid.ClientError ? { code: error.code ?? 'unknown', isCancelled: false } : null
}
