export type ApiClient = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<unknown>

interface Admin {
  readonly username: string
  readonly password: string
}

/** Calls the API, signed in, and returns `data`. A journey uses it to set up what it does not test. */
export async function createApiClient(url: string, admin: Admin): Promise<ApiClient> {
  const token = await requestToken(url, admin)
  return (method, path, body) => call(method, url + path, body, { authorization: token })
}

/** Signs in through the API. */
export async function requestToken(url: string, { username, password }: Admin): Promise<string> {
  const session = (await call('POST', `${url}/auth/password-login`, { identity: username, password }, {})) as { token: string }
  return session.token
}

/** Calls the store API with an API key. */
export const createStoreClient =
  (url: string, key: string): ApiClient =>
  (method, path, body) =>
    call(method, url + path, body, { authorization: `Bearer ${key}` })

async function call(method: string, url: string, body: unknown, authorization: Record<string, string>): Promise<unknown> {
  const content: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, {
    method,
    headers: { ...authorization, ...content },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`)
  return text === '' ? undefined : (JSON.parse(text) as { data: unknown }).data
}
