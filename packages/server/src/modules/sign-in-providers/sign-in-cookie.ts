import { seal, unseal } from '../../sealed-text.ts'

/** Where a sign-in with a provider is, kept by the browser alone: sealed, so that nobody can read, make or change it. */

const name = 'keydesk-sign-in'

interface Terms {
  readonly key: Uint8Array
  /** The step of the sign-in: what one step stores, another cannot read. */
  readonly step: string
  readonly now: Date
}

/** @param isSecure false for a server that people open by plain http, whose browsers would not send it */
export function writeCookie(value: object, minutes: number, { key, step, now }: Terms, isSecure: boolean): string {
  const sealed = seal(key, purposeOf(step), JSON.stringify({ value, until: now.getTime() + minutes * 60_000 }))
  return attributes(sealed, minutes * 60, isSecure)
}

export const clearCookie = (isSecure: boolean): string => attributes('', 0, isSecure)

/** What the step before stored; null if there is nothing, or it is too old. */
export function readCookie(header: string | undefined, { key, step, now }: Terms): unknown {
  const [, sealed] = new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)`).exec(header ?? '') ?? []
  const text = sealed === undefined ? null : unseal(key, purposeOf(step), sealed)
  if (text === null) return null
  const { value, until } = JSON.parse(text) as { value: unknown; until: number }
  return until > now.getTime() ? value : null
}

const purposeOf = (step: string): string => `sign-in cookie: ${step}`

/** `Lax`: the provider sends the browser back by a link of its own page. */
const attributes = (value: string, seconds: number, isSecure: boolean): string =>
  `${name}=${value}; Path=/auth/providers; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
