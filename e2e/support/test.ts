import { expect, test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { watchScreens } from './screen.ts'
import { expectScreen } from './screens.ts'
import { startKeydesk, type Keydesk } from './server.ts'

interface Fixtures {
  /** The server of the journey. */
  readonly keydesk: Keydesk
  /** Console errors that the journey provokes, such as the browser's own word on a refused call. */
  readonly allowedErrors: readonly RegExp[]
  /** A page in a browser of its own, as on another device. */
  readonly openVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

/** A journey: a server of the worker's own, and browsers in which an error in the console, or a screen that stays blank, fails it. */
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

/** Whether the journeys run with as much as a shop may hold (CONTRIBUTING.md, Test). */
export const isLong = process.env['KEYDESK_LONG'] !== undefined

/**
 * Journeys on a server that no other file uses.
 * @param fill what it holds from the start
 * @param start an empty shop, or another
 */
export function onOwnServer(fill?: (keydesk: Keydesk) => Promise<void>, start = () => startKeydesk()) {
  let running: ReturnType<typeof startFilled> | undefined
  // Not a fixture of the worker: each file would then have a worker and a browser of its own.
  const own = test.extend({ keydesk: async ({}, use) => use(await (running ??= startFilled(start, fill))) })
  // In parallel mode a worker may come back to the file after its hooks have run.
  own.afterAll(async () => {
    const ended = running
    running = undefined
    await (await ended)?.stop()
  })
  return own
}

/** Starts a server, fills it, and stops it when it is used up. */
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

/** Collects what no page of the context may do, and answers the check for the end. */
async function watch(context: BrowserContext, allowedErrors: readonly RegExp[]): Promise<() => Promise<void>> {
  const errors: string[] = []
  context.on('weberror', (event) => errors.push(event.error().stack ?? event.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  const screens = await watchScreens(context)
  return async () => {
    await screens.settle()
    const unexpected = errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))
    expect({ errors: unexpected, screens: screens.problems }).toEqual({ errors: [], screens: [] })
  }
}

/** Types a name and a password into the login form, and sends it. */
export async function typeSignIn(page: Page, { username, password }: Keydesk['admin']): Promise<void> {
  await page.getByLabel('Username or Email').click()
  await page.keyboard.type(username)
  await page.getByLabel('Password', { exact: true }).click()
  await page.keyboard.type(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Opens an address in a session of its own, as after a sign-in; a person's way is `typeSignIn`. */
export async function signIn(page: Page, keydesk: Keydesk, path?: string): Promise<void> {
  await startSession(page, keydesk)
  await page.goto(path ?? '/')
  if (path === undefined) await expectScreen(page, 'Dashboard')
}

/** Gives the page a session of its own with the next address that it opens. */
export async function startSession(page: Page, { url, admin }: Keydesk): Promise<void> {
  // As the browser's own call, by its name and address. A page opened for the call alone would take as long as the app.
  const answer = await page.request.post(`${url}/auth/password-login`, { data: { identity: admin.username, password: admin.password } })
  const { data } = (await answer.json()) as { data: { token: string; user: object } }
  const script = await page.addInitScript(({ token, user }) => {
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('token', token)
  }, data)
  page.once('domcontentloaded', () => void script.dispose())
}
