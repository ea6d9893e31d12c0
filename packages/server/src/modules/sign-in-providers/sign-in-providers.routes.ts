import { fragmentOfReturn, isProvider, providerPaths, signInProviders, type Provider, type ProviderProblem } from '@keydesk/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { AppError, nothingHere } from '../../errors.ts'
import type { Bind } from '../../http/bind.ts'
import { formBody } from '../../http/form-body.ts'
import { callMs } from '../../http/gate.ts'
import { limitRequests } from '../../http/request-limit.ts'
import { networkOf } from '../../network.ts'
import { withTimeLimit } from '../../time-limit.ts'
import type { Attempt } from './openid.ts'
import { clearCookie, readCookie, writeCookie } from './sign-in-cookie.ts'
import {
  beginSignIn,
  createProviderClients,
  finishSignIn,
  listProviders,
  signInByProvider,
  type Handover,
} from './sign-in-providers.service.ts'

/** How long a person may take at the provider, and then to type a code. */
const atProviderMinutes = 10
const handoverMinutes = 5
/** Redirects of one network. Each may ask the provider something. */
const perMinute = 30

const termsOf = (deps: Deps, step: string) => ({ key: deps.secrets.encryption, step, now: deps.now() })
const isSecure = (deps: Deps): boolean => deps.publicUrl().startsWith('https:')

export function signInProviderRoutes(bind: Bind, deps: Deps): void {
  bind(signInProviders.list, async () => ({ data: listProviders(deps) }))
  bind(signInProviders.signIn, async ({ body: { code = '' } }, { request, setHeader }) => {
    const handover = readCookie(request.headers.cookie, termsOf(deps, 'handover')) as Handover | null
    const data = await signInByProvider(deps, handover, code, originOf(request))
    setHeader('set-cookie', clearCookie(isSecure(deps)))
    return { data }
  })
}

type Named = { Params: { name: string } }

/** The steps at which the browser goes to the provider and comes back. Both lead to the login page of this server, and nowhere else. */
export const signInRedirects = (deps: Deps) => async (app: FastifyInstance) => {
  const clients = createProviderClients(deps)
  const count = limitRequests(perMinute, 'Too many sign-ins')
  const options = { config: { isCall: true } }

  const toLogin = (reply: FastifyReply, provider: Provider, problem: ProviderProblem | null, cookie = clearCookie(isSecure(deps))) =>
    reply.header('set-cookie', cookie).redirect(`/login${fragmentOfReturn({ provider, problem })}`, 303)

  /** @throws 404 for a name that is no provider's */
  const providerOf = ({ params: { name } }: FastifyRequest<Named>): Provider => {
    if (!isProvider(name)) throw nothingHere()
    return name
  }
  const isBusy = (request: FastifyRequest): boolean => {
    try {
      count(networkOf(request.ip), deps.now())
      return false
    } catch (error) {
      if (error instanceof AppError) return true
      throw error
    }
  }

  app.get<Named>(providerPaths.start, options, async (request, reply) => {
    const provider = providerOf(request)
    if (isBusy(request)) return toLogin(reply, provider, 'busy')
    const begun = await beginSignIn(deps, clients, provider)
    if (begun.is === 'failed') return toLogin(reply, provider, begun.problem)
    const cookie = writeCookie(begun.attempt, atProviderMinutes, termsOf(deps, `at ${provider}`), isSecure(deps))
    return reply.header('set-cookie', cookie).redirect(begun.url, 303)
  })

  app.get<Named>(providerPaths.callback, options, async (request, reply) => {
    const provider = providerOf(request)
    if (isBusy(request)) return toLogin(reply, provider, 'busy')
    const attempt = readCookie(request.headers.cookie, termsOf(deps, `at ${provider}`)) as Attempt | null
    const query = request.url.replace(/^[^?]*/, '')
    const finished = await withTimeLimit(callMs, () => finishSignIn(deps, clients, provider, attempt, query))
    if (finished.is === 'failed') return toLogin(reply, provider, finished.problem)
    const cookie = writeCookie(finished.handover, handoverMinutes, termsOf(deps, 'handover'), isSecure(deps))
    return toLogin(reply, provider, null, cookie)
  })

  formBody(app, 20_000)
  /** Apple posts its answer from its own page, where the browser does not send the cookie: it is sent on as a link is. */
  app.post<Named & { Body: Record<string, string> }>(providerPaths.callback, options, async (request, reply) => {
    const given = Object.entries(request.body ?? {}).filter(([field]) => ['code', 'state', 'iss', 'error'].includes(field))
    const path = providerPaths.callback.replace(':name', providerOf(request))
    return reply.redirect(`${path}?${new URLSearchParams(given).toString()}`, 303)
  })
}
