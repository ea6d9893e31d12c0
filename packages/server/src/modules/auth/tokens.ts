import { jwtVerify } from 'jose/jwt/verify'
import type { Deps } from '../../deps.ts'

export const tokenAlgorithm = 'HS256'

interface Verified {
  readonly sessionId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The cache is emptied at this size. */
const most = 1_000
const verified = new WeakMap<Deps['secrets'], Map<string, Verified>>()

/**
 * The session that a token names, or null for a token that we have not signed or that has expired. Checking a signature costs as much as a
 * small query, and the result never changes: valid ones are cached. Whether the session is still live is checked elsewhere.
 */
export async function readSessionId(deps: Deps, token: string): Promise<string | null> {
  const known = verified.get(deps.secrets) ?? new Map<string, Verified>()
  verified.set(deps.secrets, known)
  const found = known.get(token) ?? (await verifyAndKeep(deps, token, known))
  return found === null || found.expiresAt <= deps.now().getTime() ? null : found.sessionId
}

async function verifyAndKeep(deps: Deps, token: string, known: Map<string, Verified>): Promise<Verified | null> {
  const found = await verify(deps, token)
  if (found === null) return null
  if (known.size >= most) known.clear()
  known.set(token, found)
  return found
}

async function verify(deps: Deps, token: string): Promise<Verified | null> {
  try {
    const { payload } = await jwtVerify(token, deps.secrets.tokenSigning, {
      algorithms: [tokenAlgorithm],
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: deps.now(),
    })
    const { sid, exp = 0 } = payload
    return typeof sid === 'string' ? { sessionId: sid, expiresAt: exp * 1000 } : null
  } catch {
    // The same answer for every fault: a reason would help a forger.
    return null
  }
}
