import { type Provider, type User, loginInput, secondFactor, shop, signIn, signInProviders } from '@keydesk/contract'
import type { Api } from '../../api/call.ts'
import { ApiError, isUnknownCall, unexpectedAnswerError } from '../../api/error.ts'
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

/** Stores the session; false if the token is invalid. */
type Start = (token: string, user: User) => boolean

/** Signs in, or returns the server's message if it asks for the second factor or refuses it. */
export const sendLogin = (api: Api, form: LoginForm, start: Start): Promise<string | null> =>
  startOrAsk(() => api(signIn.login, { body: toInput(form) }), start)

/** Signs in somebody whom a provider has confirmed. The browser sends the cookie that says whom. */
export const sendProviderLogin = (api: Api, code: string, start: Start): Promise<string | null> =>
  startOrAsk(() => api(signInProviders.signIn, { body: code.trim() === '' ? {} : { code } }), start)

/** Where a sign-in with a provider begins; null if the server does not have it. */
export async function findStart(api: Api, provider: Provider): Promise<string | null> {
  try {
    const answer = await api(signInProviders.list, {})
    return answer?.data.find(({ name }) => name === provider)?.start_url ?? null
  } catch (error) {
    if (isUnknownCall(error)) return null
    throw error
  }
}

/** The addresses of what people agree to; null for one that the owner has not set. */
export async function findAgreement(api: Api): Promise<{ readonly terms: string | null; readonly privacy: string | null }> {
  const answer = await api(shop.open, {})
  const webAddress = (url = ''): string | null => (/^https?:\/\//i.test(url) ? url : null)
  return { terms: webAddress(answer?.data.terms_url), privacy: webAddress(answer?.data.privacy_url) }
}

async function startOrAsk(send: () => Promise<{ data: { token: string; user: User } } | undefined>, start: Start): Promise<string | null> {
  try {
    const answer = await send()
    if (answer === undefined || !start(answer.data.token, answer.data.user)) throw unexpectedAnswerError(200)
    return null
  } catch (error) {
    if (error instanceof ApiError && isAboutCode(error.code)) return error.message
    throw error
  }
}

const isAboutCode = (code: string): boolean => code === secondFactor.required || code === secondFactor.invalid
