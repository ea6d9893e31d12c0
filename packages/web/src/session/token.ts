/**
 * Whether a token is still valid, by the `exp` (in seconds) of its decoded middle segment. A token without `exp`
 * counts as valid, one that cannot be decoded as invalid.
 */
export function isTokenLive(token: string, now: Date): boolean {
  const claims = decodeToken(token)
  if (claims === null) return false
  if (claims.exp === undefined || claims.exp === null) return true
  return typeof claims.exp === 'number' && claims.exp * 1000 > now.getTime()
}

/** The claims of a signed token, or null if it cannot be decoded. */
export function decodeToken(token: string): Record<string, unknown> | null {
  const middle = token.split('.')[1]
  if (middle === undefined || middle === '') return null
  try {
    const bytes = Uint8Array.from(atob(middle.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Record<string, unknown>) : null
  } catch {
    return null
  }
}
