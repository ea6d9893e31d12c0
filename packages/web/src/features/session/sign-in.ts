import { type User, loginInput, secondFactor, signIn } from '@keydesk/contract'
import type { Api } from '../../api/call.ts'
import { ApiError, unexpectedAnswerError } from '../../api/error.ts'
import { checkWith } from '../../kit/form/form-check.ts'

export interface LoginForm {
  readonly identity: string
  readonly password: string
  /** The second factor; blank until the server asks for it. */
  readonly code: string
}

const check = checkWith(loginInput)
const toInput = ({ identity, password, code }: LoginForm) => ({ identity, password, ...(code.trim() !== '' && { code }) })

export const checkLogin = (form: LoginForm) => check(toInput(form))

/**
 * Signs in, or returns the server's message if it asks for the second factor or refuses it.
 * @param start stores the session; false if the token is invalid
 */
export async function sendLogin(api: Api, form: LoginForm, start: (token: string, user: User) => boolean): Promise<string | null> {
  try {
    const answer = await api(signIn.login, { body: toInput(form) })
    if (answer === undefined || !start(answer.data.token, answer.data.user)) throw unexpectedAnswerError(200)
    return null
  } catch (error) {
    if (error instanceof ApiError && isAboutCode(error.code)) return error.message
    throw error
  }
}

const isAboutCode = (code: string): boolean => code === secondFactor.required || code === secondFactor.invalid
