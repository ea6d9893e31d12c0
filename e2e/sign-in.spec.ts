import { startMailbox, startOpenId, type Mailbox } from '@keydesk/stand-in'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { placesOf } from './support/geometry.ts'
import { expectScreen } from './support/screens.ts'
import { startKeydesk, type Keydesk } from './support/server.ts'
import { expect, onOwnServer, typeSignIn } from './support/test.ts'

const email = 'admin@example.com'
const mailboxes = new WeakMap<Keydesk, Mailbox>()

/** With a mailbox, a provider, and another that posts its answer from another site, as Apple does. */
const test = onOwnServer(undefined, async () => {
  const people = [{ email }, { email: 'stranger@example.com' }]
  const [mailbox, google, apple] = [await startMailbox(), await startOpenId({ people }), await startOpenId({ people, host: 'localhost' })]
  const server = await startKeydesk({
    ...{ SMTP_URL: mailbox.url, MAIL_FROM: 'Aurora Keys <keys@shop.example>' },
    ...{ OIDC_GOOGLE_ISSUER: google.issuer, OIDC_GOOGLE_CLIENT_ID: google.clientId, OIDC_GOOGLE_CLIENT_SECRET: google.clientSecret },
    ...{ OIDC_APPLE_ISSUER: apple.issuer, OIDC_APPLE_CLIENT_ID: apple.clientId, OIDC_APPLE_CLIENT_SECRET: apple.clientSecret },
  })
  const stop = async () => {
    await server.stop()
    await Promise.all([mailbox.close(), google.close(), apple.close()])
  }
  const keydesk = { ...server, stop }
  mailboxes.set(keydesk, mailbox)
  return keydesk
}).extend<{ mailbox: Mailbox }>({ mailbox: async ({ keydesk }, use) => use(mailboxes.get(keydesk)!) })
test.describe.configure({ mode: 'serial' })
// The browser's own word on a link that is over, and on a code that is asked for.
test.use({ allowedErrors: [/status of (401|410)/] })

const newPassword = 'a password by mail'

const controlsOf = (page: Page) => [
  page.getByLabel('Username or Email'),
  page.getByLabel('Password', { exact: true }),
  page.getByRole('button', { name: 'Login', exact: true }),
  ...['Apple', 'Google', 'Meta'].map((name) => page.getByRole('button', { name: `Continue with ${name}` })),
  page.getByRole('link', { name: 'Sign up' }),
]

async function continueWith(page: Page, provider: string, who: string) {
  await page.getByRole('button', { name: `Continue with ${provider}` }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
  await page.getByRole('button', { name: who, exact: true }).click()
}

test('a provider that is not set up says so where it was pressed, and nothing moves', async ({ page }) => {
  await page.goto('/login')
  const controls = controlsOf(page)
  await expect(controls.at(-1)!).toBeVisible()
  const places = await placesOf(controls)
  await page.getByRole('button', { name: 'Continue with Meta' }).click()
  await expect(page.getByText('Not set up here')).toBeVisible()
  expect(await placesOf(controls)).toEqual(places)
  await expectNoAxeViolationsAtBothWidths(page)
})

test('an email that the member has not confirmed lets nobody in, and the page says what to do', async ({ page }) => {
  await page.goto('/login')
  const controls = controlsOf(page)
  await expect(controls.at(-1)!).toBeVisible()
  const places = await placesOf(controls)
  await continueWith(page, 'Google', email)
  await expect(page.getByRole('alert')).toHaveText(/^No member has confirmed this Google email/)
  expect(await placesOf(controls)).toEqual(places)
  await continueWith(page, 'Google', 'Cancel')
  await expect(page.getByRole('alert')).toHaveText('The sign-in with Google was cancelled.')
})

test('a forgotten password: the mail, the new password, the sign-in', async ({ page, keydesk, mailbox }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectNoAxeViolationsAtBothWidths(page)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/a link is on its way/)).toBeVisible()
  await expect.poll(() => mailbox.mails.length).toBe(1)

  await page.goto(mailbox.pageUrl)
  await page.getByRole('link', { name: /A new password for admin/ }).click()
  const link = await page.frameLocator('iframe').getByRole('link', { name: 'Set a new password' }).getAttribute('href')
  expect(link).toMatch(new RegExp(`^${keydesk.url}/login#reset=[\\w-]{43}$`))
  await page.goto(link!)
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectNoAxeViolationsAtBothWidths(page)
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Your password is changed/)).toBeVisible()
  await page.getByRole('link', { name: 'Go to the login' }).click()
  await typeSignIn(page, { username: 'admin', password: newPassword })
  await expectScreen(page, 'Dashboard')
})

test('the link is over after its use', async ({ page, mailbox }) => {
  const [link] = /http\S+#reset=\S+/.exec(mailbox.mails[0]!.text)!
  await page.goto(link)
  await page.getByLabel('New password').fill('yet another password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This link has expired')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a member continues with Google to the page that was asked for; a stranger does not', async ({ page }) => {
  await page.goto('/coupons')
  await continueWith(page, 'Google', email)
  await expectScreen(page, 'Coupons')
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await expectScreen(page, 'Coupons')
  await page.goto('/purchases/orders')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
  await continueWith(page, 'Google', 'stranger@example.com')
  await expect(page.getByRole('alert')).toHaveText(/^No member has confirmed/)
})

test('an answer that another site posts arrives; two-factor sign-in is asked for', async ({ page, keydesk }) => {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await page.request.post(`${keydesk.url}${path}`, { data: body, ...(token && { headers: { authorization: token } }) })
    return ((await answer.json()) as { data: Record<string, string> }).data
  }
  const { token } = await post('/auth/password-login', { identity: 'admin', password: newPassword })
  const { secret } = await post('/auth/two-factor/setup', { password: newPassword }, token)
  const code = (stepsLater = 0) =>
    TOTP.generate({ secret: new TOTP({ secret: secret! }).secret, timestamp: Date.now() + stepsLater * 30_000 })
  await post('/auth/two-factor/enable', { code: code() }, token)

  await page.goto('/login')
  await continueWith(page, 'Apple', email)
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectNoAxeViolationsAtBothWidths(page)
  await page.keyboard.type(code(1))
  await page.keyboard.press('Enter')
  await expectScreen(page, 'Dashboard')
})
