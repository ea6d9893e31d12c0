import { auth, loginInput, secondFactor, type LoginInput, type User } from '@keydesk/contract'
import type { Api } from '../../api/call.ts'
import { ApiError, unexpectedAnswerError } from '../../api/error.ts'

export type LoginProblems = Partial<Record<keyof LoginInput, string>>

/** Both are required (spec section 5). The first message of each field, in the order of the form. */
export function checkLogin(typed: LoginInput): LoginProblems {
  const problems: LoginProblems = {}
  for (const { path, message } of loginInput.safeParse(typed).error?.issues ?? []) problems[path[0] as keyof LoginInput] ??= message
  return problems
}

/**
 * Signs in, or answers the sentence in which the server asks for the second factor or refuses it.
 * @param start keeps the session; false when the token is of no use
 */
export async function signIn(api: Api, typed: LoginInput, start: (token: string, user: User) => boolean): Promise<string | null> {
  try {
    const answer = await api(auth.login, { body: typed })
    if (answer === undefined || !start(answer.data.token, answer.data.user)) throw unexpectedAnswerError(200)
    return null
  } catch (error) {
    if (error instanceof ApiError && isAboutCode(error.code)) return error.message
    throw error
  }
}

const isAboutCode = (code: string): boolean => code === secondFactor.required || code === secondFactor.invalid
