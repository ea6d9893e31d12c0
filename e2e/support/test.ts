import { expect, test as base, type Page } from '@playwright/test'
import { startKeydesk, type Keydesk } from './server.ts'

interface Fixtures {
  /** Console errors that the journey provokes, such as the browser's own word on a refused call. */
  readonly allowedErrors: readonly RegExp[]
}

/** A journey: a server of the worker's own, and a page on which any error in the console fails the test. */
export const test = base.extend<Fixtures, { keydesk: Keydesk }>({
  keydesk: [
    async ({}, use) => {
      const { stop, ...keydesk } = await startKeydesk()
      try {
        await use(keydesk)
      } finally {
        await stop()
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ keydesk }, use) => use(keydesk.url),
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
    })
    await use(page)
    expect(errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))).toEqual([])
  },
})

export { expect }

/** Signs in as a person does, and waits for the first screen. */
export async function signIn(page: Page, { admin }: Keydesk): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username or Email').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
