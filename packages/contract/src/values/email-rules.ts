import { emailText } from '../fields.ts'

/** Mail providers that deliver to the same mailbox with or without dots before the @. */
const providersWithoutDots = new Set(['gmail.com', 'proton.me', 'protonmail.com', 'pm.me'])

/** Other names of the same provider. */
const sameProvider = new Map([['googlemail.com', 'gmail.com']])

/**
 * Identifies a customer for limits: lower case, without a `+tag`, and without the dots that the
 * provider ignores. For limits only: an email is stored, shown and searched as it was typed.
 */
export function foldEmail(email: string): string {
  const lower = email.toLowerCase()
  const at = lower.lastIndexOf('@')
  if (at < 1) return lower
  const domain = lower.slice(at + 1)
  const provider = sameProvider.get(domain) ?? domain
  const untagged = lower.slice(0, at).replace(/\+.*$/, '')
  const mailbox = providersWithoutDots.has(provider) ? untagged.replaceAll('.', '') : untagged
  // Nothing would be left of an address like +tag@example.com.
  return mailbox === '' ? lower : `${mailbox}@${provider}`
}

/** Why this is no email address, or undefined. */
export const checkEmail = (email: string): string | undefined => emailText('Email').safeParse(email).error?.issues[0]?.message
