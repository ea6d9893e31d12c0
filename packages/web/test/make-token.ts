/** A token with these claims. Nobody checks its signature in a browser. */
export function makeToken(claims: unknown): string {
  const middle = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${middle}.signature`
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
