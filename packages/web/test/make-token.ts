/** A token with these claims. The browser does not check its signature. */
export function makeToken(claims: unknown): string {
  const middle = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${middle}.signature`
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
