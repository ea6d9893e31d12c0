import type { Provider } from '@keydesk/contract'
import { startOpenId, type OpenId, type OpenIdPerson } from '@keydesk/stand-in'
import type { ProviderSettings } from '../../deps.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'

/** The administrator's email counts as confirmed, as after a reset of the password. */
export const confirmEmailOf = ({ deps }: TestApp, id = 1) =>
  deps.db.updateTable('app_user').set({ email_confirmed_at: deps.now().toISOString() }).where('id', '=', id).execute()

/** The settings of a server that has a stand-in as a provider. */
export const settingsOf = ({ issuer, clientId, clientSecret }: OpenId, patienceMs = 2_000): ProviderSettings => ({
  ...{ issuer, clientId, clientSecret, patienceMs },
})

/** A server with a stand-in for a provider, whose people are the administrator and these. */
export async function createProviderApp({
  people = [],
  provider = 'google',
  patienceMs,
}: { people?: readonly OpenIdPerson[]; provider?: Provider; patienceMs?: number } = {}) {
  const openId = await startOpenId({ people: [{ email: testAdmin.email }, ...people] })
  const app = await createTestApp({ signInProviders: { [provider]: settingsOf(openId, patienceMs) } })
  app.onClose(() => openId.close())
  await confirmEmailOf(app)
  return { ...app, openId, browser: createBrowser(app) }
}

/** A browser that keeps the cookie and follows no redirect by itself. */
export function createBrowser({ app }: Pick<TestApp, 'app'>) {
  let cookie = ''
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object | string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ method, url, headers: { ...headers, ...(cookie !== '' && { cookie }) }, payload })
    const set = answer.headers['set-cookie']?.toString()
    if (set !== undefined) cookie = set.split(';')[0]!
    return { status: answer.statusCode, location: answer.headers.location ?? '', cookie: set ?? '', answer }
  }
  return {
    ask,
    cookie: () => cookie,
    begin: async (provider: Provider = 'google') => (await ask('GET', `/auth/providers/${provider}/start`)).location,
    /** Goes where the provider has sent the browser. */
    comeBack: (address: string) => {
      const { pathname, search } = new URL(address)
      return ask('GET', pathname + search)
    },
    /** Fetches the session. */
    signIn: async (code?: string) => {
      const { status, answer } = await ask('POST', '/auth/providers/sign-in', code === undefined ? {} : { code })
      return { status, body: answer.json<never>() as { data?: { token: string; user: { id: number; username: string } }; code?: string } }
    },
  }
}
