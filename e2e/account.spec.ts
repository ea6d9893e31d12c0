import { TOTP } from 'otpauth'
import { expectNoAxeViolations } from './support/axe.ts'
import { chooseAccount, expectLoginForm, expectUsable, openScreen } from './support/screens.ts'
import { expect, signIn, onOwnServer, typeSignIn } from './support/test.ts'

/** On a server of its own: other journeys sign in with the password that this one changes. */
const test = onOwnServer()
// The browser's own word on a code or password that is asked for or refused.
test.use({ allowedErrors: [/status of (401|422)/] })

const codeOf = (secret: string, stepsLater = 0): string =>
  TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: Date.now() + stepsLater * 30_000 })

test('an administrator turns two-factor sign-in on, signs in with it, changes the password, and logs out everywhere', async ({
  page,
  keydesk,
  openVisitor,
}) => {
  await signIn(page, keydesk)

  await page.getByRole('button', { name: /Account menu/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Light theme',
    'Settings',
    'Import a shop',
    'Held after a restore',
    'Activity',
    'Sessions',
    'Two-factor sign-in',
    'Change password',
    'Change email',
    'View as…',
    'Log out everywhere',
    'Log out',
  ])
  await page.keyboard.press('Escape')

  // On: password, picture, code, recovery codes.
  await chooseAccount(page, 'Two-factor sign-in')
  await page.getByLabel('Password').fill(keydesk.admin.password)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for Keydesk: admin' })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const [first = '', second = ''] = await list.allTextContents()
  await expectNoAxeViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeFocused()

  // In with a code of the app. The one that turned it on is used up.
  await chooseAccount(page, 'Log out')
  await typeSignIn(page, keydesk.admin)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is not right. Please try again.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expectUsable(page, 'Dashboard')

  // In with a recovery code.
  await chooseAccount(page, 'Log out')
  await typeSignIn(page, keydesk.admin)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first)
  await page.keyboard.press('Enter')
  await expectUsable(page, 'Dashboard')
  await chooseAccount(page, 'Two-factor sign-in')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  // The password: this session goes on, another does not.
  const other = await openVisitor({ storageState: await page.context().storageState() })
  await other.goto('/products')
  await expectUsable(other, 'Products')
  const changed = 'journey-password-2'
  await chooseAccount(page, 'Change password')
  await page.getByLabel('Current password').fill(keydesk.admin.password)
  await page.getByLabel('New password').fill(changed)
  await page.getByRole('textbox', { name: 'Code' }).fill(second)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed; every other session was ended')).toBeVisible()
  await openScreen(other, 'Coupons')
  await expectLoginForm(other)
  await openScreen(page, 'Products')
  await expectUsable(page, 'Products')

  // Everywhere: the session is over on the server, too.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await chooseAccount(page, 'Log out everywhere')
  await expectNoAxeViolations(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await expectLoginForm(page)
  expect((await fetch(`${keydesk.url}/auth/account`, { headers: { authorization: token } })).status).toBe(401)
  await typeSignIn(page, { ...keydesk.admin, password: changed })
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
})
