import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The defaults of authenticator apps (RFC 6238). */
const rules = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Clocks differ and typing takes time: accept one step on either side. */
const window = 1

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...rules, ...names, secret: Secret.fromBase32(secret) })

/** 160 random bits in base32: the length of the hash. */
export const makeTotpSecret = (): string => new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32

/** The content of the QR code for an authenticator app. */
export const totpUri = (secret: string, names: { readonly issuer: string; readonly label: string }): string =>
  totpOf(secret, names).toString()

/** The time step of a code, or null if it is not valid near `now`. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** Six digits, perhaps typed as the app shows them: `123 456`. Null for anything else, such as a recovery code. */
export function readTotpCode(typed: string): string | null {
  const code = typed.replace(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}
