import { type Role, type Switches, type User, permissionsOf, signIn } from '@keydesk/contract'
import { createAdministrator, system } from '@keydesk/server'
import { type RecordingBot, type TestApp, type TestOptions, createTestApp, testAdmin } from '@keydesk/server/testing'
import { onTestFinished } from 'vitest'
import { type Transport, createApi } from '../src/api/call.ts'
import { createSession, storedAs } from '../src/session/session.ts'

export interface Recorded {
  readonly method: string
  /** Path and query, without the host. */
  readonly url: string
  readonly headers: Record<string, string>
  /** The parsed JSON, or undefined. */
  readonly body: unknown
}

interface Fault {
  /** Matches method and path with query: `GET /admin/coupons?limit=100`. */
  readonly call: RegExp
  readonly answer: (ask: () => Promise<Response>) => Promise<Response>
}

interface ServerOptions {
  readonly signedIn?: boolean
  /** Signs in a new member with this role instead of the first owner. */
  readonly role?: Role
  /** What the owner has taken from that member. */
  readonly switches?: Partial<Switches>
  /** Runs the server with this bot. */
  readonly bot?: RecordingBot
  /** Mails by this SMTP_URL. */
  readonly smtpUrl?: string
  readonly signInProviders?: TestOptions['signInProviders']
  /** Stores the user without rights, like an earlier version. */
  readonly storesNoRights?: boolean
}

/**
 * Starts the real server on a fresh database and a local port, signs the browser in, and stops the server when the test ends. `requests`
 * holds the app's fetch calls in order; `network` makes calls fail or wait.
 */
export async function startServer({
  signedIn = true,
  role,
  switches,
  bot,
  smtpUrl,
  signInProviders,
  storesNoRights = false,
}: ServerOptions = {}) {
  const mail = smtpUrl === undefined ? {} : { mail: { url: smtpUrl } }
  const server = await createTestApp({ corsOrigins: [location.origin], bot, signInProviders, ...mail })
  const host = await server.app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())

  if (signedIn) {
    const { token, user } = role === undefined ? { token: server.token, user: owner } : await signInAs(server, role, switches)
    localStorage.setItem(storedAs.token, token)
    localStorage.setItem(storedAs.user, JSON.stringify(storesNoRights ? { username: user.username, email: user.email } : user))
  }
  const requests: Recorded[] = []
  const faults: Fault[] = []
  const network = {
    /** What the browser sends besides: Node's fetch has no cookies. */
    cookie: '',
    /** Answers the next matching call (`GET /admin/coupons`) with this status, without asking the server. */
    failNext: (call: RegExp, status = 500) => void faults.push({ call, answer: async () => new Response(null, { status }) }),
    /** Lets the next matching call reach the server, and loses the answer. */
    loseNext: (call: RegExp) =>
      void faults.push({
        call,
        answer: async (ask) => {
          await ask()
          throw new TypeError('fetch failed')
        },
      }),
    /** Lets the next matching call reach the server, and answers this in place of its answer. */
    answerNext: (call: RegExp, body: object) =>
      void faults.push({
        call,
        answer: async (ask) => {
          await ask()
          return Response.json(body)
        },
      }),
    /** Holds the answer to the next matching call until the returned function is called. */
    holdNext(call: RegExp): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      faults.push({ call, answer: async (ask) => (await Promise.all([ask(), promise]))[0] })
      return resolve
    },
  }
  const transport: Transport = (url, init) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    requests.push({ method: init.method ?? 'GET', url: url.slice(host.length), headers: init.headers as Record<string, string>, body })
    // React aborts with jsdom's AbortSignal, which Node's fetch does not accept.
    const cookie: Record<string, string> = network.cookie === '' ? {} : { cookie: network.cookie }
    const ask = () => fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...cookie }, signal: undefined })
    const index = faults.findIndex(({ call }) => call.test(`${init.method} ${url.slice(host.length)}`))
    const [fault] = index < 0 ? [] : faults.splice(index, 1)
    return fault === undefined ? ask() : fault.answer(ask)
  }
  const api = createApi({ host, token: () => server.token, onUnauthorized: () => undefined }, (url, init) => fetch(url, init))
  return { server, host, session: createSession(localStorage), transport, requests, network, api }
}

const owner: User = {
  ...{ id: 1, username: testAdmin.username, email: testAdmin.email },
  ...{ role: 'owner', permissions: [...permissionsOf.owner] },
}

/** Adds a member named after the role. */
export async function addMember({ deps }: TestApp, role: Role): Promise<{ id: number; identity: string; password: string }> {
  const [identity, password] = [`the-${role}`, 'a good password']
  const id = await createAdministrator(deps, system, { username: identity, email: `${identity}@example.com`, password, role })
  return { id, identity, password }
}

async function signInAs(server: TestApp, role: Role, switches?: Partial<Switches>): Promise<{ token: string; user: User }> {
  const { id, identity, password } = await addMember(server, role)
  if (switches !== undefined) await server.call('PUT', `/admin/team/${id}`, { switches })
  const { body } = await server.call('POST', signIn.login.path, { identity, password }, { token: null })
  return (body as { data: { token: string; user: User } }).data
}
