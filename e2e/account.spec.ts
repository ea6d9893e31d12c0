import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectNoAxeViolations } from './support/axe.ts'
import { startKeydesk, type Keydesk } from './support/server.ts'
import { expect, signIn, test as journey } from './support/test.ts'

/** On a server of its own: other journeys sign in with the password that this one changes. */
const test = journey.extend<object, { keydesk: Keydesk }>({
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
})
// The browser's own word on a code or password that is asked for or refused.
test.use({ allowedErrors: [/status of (401|422)/] })

const codeOf = (secret: string, stepsLater = 0): string =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() + stepsLater * 30_000 })

async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

async function enter(page: Page, { admin }: Keydesk, password = admin.password) {
  await page.getByLabel('Username or Email').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('an administrator turns two-factor sign-in on, signs in with it, changes the password, and logs out everywhere', async ({
  page,
  keydesk,
  browser,
}) => {
  await signIn(page, keydesk)

  await page.getByRole('button', { name: /Account menu/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Light theme',
    'Two-factor sign-in',
    'Change password',
    'Log out everywhere',
    'Log out',
  ])
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  // On: password, picture, code, recovery codes.
  await choose(page, 'Two-factor sign-in')
  await page.getByLabel('Password').fill(keydesk.admin.password)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for Keydesk: admin' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await expectNoAxeViolations(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const [first = ''] = await list.allTextContents()
  await expectNoAxeViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeFocused()

  // In with a code of the app. The one that turned it on is used up.
  await choose(page, 'Log out')
  await enter(page, keydesk)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is not right. Please try again.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  // In with a recovery code.
  await choose(page, 'Log out')
  await enter(page, keydesk)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await choose(page, 'Two-factor sign-in')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  // The password: this session goes on, another does not.
  const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await other.goto(`${keydesk.url}/products`)
  await expect(other.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  const changed = 'journey-password-2'
  await choose(page, 'Change password')
  await page.getByLabel('Current password').fill(keydesk.admin.password)
  await page.getByLabel('New password').fill(changed)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed; every other session was ended')).toBeVisible()
  await other.getByRole('link', { name: 'Coupons' }).click()
  await expect(other).toHaveURL(/\/login$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()

  // Everywhere: the session is over on the server, too.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await choose(page, 'Log out everywhere')
  await expectNoAxeViolations(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect((await fetch(`${keydesk.url}/auth/account`, { headers: { authorization: token } })).status).toBe(401)
  await enter(page, keydesk, changed)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await other.context().close()
})
