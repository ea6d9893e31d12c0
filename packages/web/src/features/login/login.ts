import { loadReader } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'
import { CodeError, orCodeError } from '../../kit/feedback/code-error.ts'

/**
 * The schemas of the API are heavier than the login page, so they load after it, together with what reads the answer. A browser does not
 * fetch a file again that it could not fetch once.
 */
export const loadSignIn = () => orCodeError(Promise.all([import('./sign-in.ts'), loadReader()]).then(([code]) => code))

/** The message of a failed sign-in. Only refused credentials count as wrong; throttling and no answer have messages of their own. */
export function loginFailure(error: unknown): string {
  if (error instanceof CodeError && navigator.onLine) return 'A part of the app could not be loaded. Reload the page and sign in again.'
  if (!(error instanceof ApiError)) return 'The server cannot be reached. Check the connection and try again.'
  if (error.status === 429) return `Too many attempts. ${waitFor(error.retryAfter)}`
  if (error.status >= 400 && error.status < 500) return 'Invalid credentials. Please try again.'
  return error.message
}

function waitFor(seconds: number | null): string {
  if (seconds === null) return 'Please wait a while and try again.'
  if (seconds < 60) return `Please try again in ${amount(Math.max(1, Math.ceil(seconds)), 'second')}.`
  return `Please try again in ${amount(Math.ceil(seconds / 60), 'minute')}.`
}

const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
