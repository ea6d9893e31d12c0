import { loadReader } from '../../api/call.ts'
import { orCodeError } from '../../kit/feedback/code-error.ts'

/**
 * The schemas of the API are heavier than the login page, so they load after it, together with what reads the answer. A browser does not
 * fetch a file again that it could not fetch once.
 */
export const loadSignIn = () => orCodeError(Promise.all([import('./sign-in.ts'), loadReader()]).then(([code]) => code))
