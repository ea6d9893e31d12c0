import { expect, test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { watchScreens } from './screen-watch.ts'
import { expectScreen } from './screens.ts'
import { startKeydesk, type Keydesk } from './server.ts'

interface Fixtures {
  /** The server of the journey. */
  readonly keydesk: Keydesk
  /** Console errors that the journey provokes, such as the browser's message about a refused call. */
  readonly allowedErrors: readonly RegExp[]
  /** Opens a page in a separate browser context, as on another device. */
  readonly openVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

/** A journey: one server per worker, and browser contexts in which a console error, or a screen that stays blank, fails the test. */
export const test = base.extend<Fixtures, { sharedKeydesk: Keydesk }>({
  sharedKeydesk: [async ({}, use) => serve(use), { scope: 'worker' }],
  keydesk: ({ sharedKeydesk }, use) => use(sharedKeydesk),
  baseURL: async ({ keydesk }, use) => use(keydesk.url),
  allowedErrors: [[], { option: true }],
  context: async ({ context, allowedErrors }, use) => {
    const expectNoProblems = await watch(context, allowedErrors)
    await use(context)
    await expectNoProblems()
  },
  openVisitor: async ({ browser, baseURL, allowedErrors }, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, ...options })
      const expectNoProblems = await watch(context, allowedErrors)
      ends.push(async () => {
        await expectNoProblems()
        await context.close()
      })
      return context.newPage()
    })
    for (const end of ends) await end()
  },
})

export { expect }

/** Whether the journeys run with the largest amounts that a shop may hold (CONTRIBUTING.md, Test). */
export const isLong = process.env['KEYDESK_LONG'] !== undefined

/**
 * Journeys on a server that no other file uses.
 * @param fill adds data at the start
 * @param start starts the server; by default with an empty shop
 */
export function onOwnServer(fill?: (keydesk: Keydesk) => Promise<void>, start = () => startKeydesk()) {
  let running: ReturnType<typeof startFilled> | undefined
  // A worker fixture would need a worker and a browser for each file.
  const own = test.extend({ keydesk: async ({}, use) => use(await (running ??= startFilled(start, fill))) })
  // In parallel mode a worker may come back to the file after its hooks have run.
  own.afterAll(async () => {
    const ended = running
    running = undefined
    await (await ended)?.stop()
  })
  return own
}

/** Starts a server, fills it, and stops it after use. */
async function serve(use: (keydesk: Keydesk) => Promise<void>): Promise<void> {
  const keydesk = await startFilled(() => startKeydesk())
  try {
    await use(keydesk)
  } finally {
    await keydesk.stop()
  }
}

async function startFilled(start: typeof startKeydesk, fill?: (keydesk: Keydesk) => Promise<void>) {
  const keydesk = await start()
  try {
    await fill?.(keydesk)
    return keydesk
  } catch (error) {
    await keydesk.stop()
    throw error
  }
}

/** Collects errors of the pages of a context, and returns the check for the end. */
async function watch(context: BrowserContext, allowedErrors: readonly RegExp[]): Promise<() => Promise<void>> {
  const errors: string[] = []
  context.on('weberror', (event) => errors.push(event.error().stack ?? event.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  // The browser's message about a refused call does not say why it was refused.
  const refusals: string[] = []
  context.on('response', async (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()} ${await response.text().catch(String)}`)
  })
  const screens = await watchScreens(context)
  return async () => {
    await screens.settle()
    const unexpected = errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))
    expect({ errors: unexpected, screens: screens.problems }, refusals.join('\n')).toEqual({ errors: [], screens: [] })
  }
}

/** Types a name and a password into the login form, and submits it. */
export async function typeSignIn(page: Page, { username, password }: Keydesk['admin']): Promise<void> {
  await page.getByLabel('Username or Email').click()
  await page.keyboard.type(username)
  await page.getByLabel('Password', { exact: true }).click()
  await page.keyboard.type(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Opens an address with a new session, without the login form. `typeSignIn` signs in as a person does. */
export async function signIn(page: Page, keydesk: Keydesk, path?: string): Promise<void> {
  await startSession(page, keydesk)
  await page.goto(path ?? '/')
  if (path === undefined) await expectScreen(page, 'Dashboard')
}

/** Gives the page a new session, from the next address that it opens. */
export async function startSession(page: Page, { url, admin }: Keydesk): Promise<void> {
  // Sent with the browser's own user agent and address. Opening a page just for this call would take as long as loading the app.
  const answer = await page.request.post(`${url}/auth/password-login`, { data: { identity: admin.username, password: admin.password } })
  const { data } = (await answer.json()) as { data: { token: string; user: object } }
  const script = await page.addInitScript(({ token, user }) => {
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('token', token)
  }, data)
  page.once('domcontentloaded', () => void script.dispose())
}
