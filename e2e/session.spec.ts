import { expectNoAxeViolations } from './support/axe.ts'
import { expect, signIn, test } from './support/test.ts'

test.describe('a refused sign-in', () => {
  test.use({ allowedErrors: [/status of 401/] })

  test('says so in the words of the catalogue', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByLabel('Username or Email').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('Invalid credentials. Please try again.')).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test('every screen is reached from the sidebar, has its title, and passes the accessibility checks in both themes', async ({
  page,
  keydesk,
}) => {
  await signIn(page, keydesk)
  const screens = ['Dashboard', 'Products', 'Orders', 'Notifications', 'Coupons', 'Referrals', 'Discord']
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries).toHaveText(screens)
  for (const name of screens) {
    await entries.filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(entries.filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
    await expectNoAxeViolations(page)
  }
})

test('an address that is none shows the not-found page', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await page.goto('/nowhere/at/all')
  await expect(page.getByText('404 Not Found')).toBeVisible()
  await expect(page.getByText('The page you are looking for does not exist.')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('without a session every screen leads to the login, and a session whose token has run out ends silently', async ({
  page,
  keydesk,
}) => {
  await page.goto('/products')
  await expect(page).toHaveURL(/\/login$/)

  await signIn(page, keydesk)
  await page.evaluate(() => {
    const middle = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 1 }))
    localStorage.setItem('token', `x.${middle}.x`)
  })
  await page.goto('/products')
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([null, null])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('logging out ends the session on the server too', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.getByRole('button', { name: /admin@example\.com/ }).click()
  const logout = page.waitForResponse('**/auth/logout')
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await (await logout).finished()
  const answer = await fetch(`${keydesk.url}/admin/products`, { headers: { authorization: token ?? '' } })
  expect(answer.status).toBe(401)
})

test('the sidebar collapses by keyboard, remembers it for seven days, and is a drawer below 768 px', async ({ page, keydesk, context }) => {
  await signIn(page, keydesk)
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  const wide = await width()
  await page.keyboard.press('Control+b')
  await expect.poll(width).toBeLessThan(wide / 2)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar:state')
  expect(cookie?.value).toBe('false')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 86_400)
  await page.reload()
  await expect.poll(width).toBeLessThan(wide / 2)

  await page.setViewportSize({ width: 700, height: 900 })
  await expect(sidebar).toBeHidden()
  await page.getByRole('button', { name: /sidebar/i }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: 'Coupons' })).toBeVisible()
  await expectNoAxeViolations(page)
  await drawer.getByRole('link', { name: 'Products' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
})

test('the theme is dark until it is changed, and comes back without a flash', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
  expect(await theme()).toBe('dark')
  await page.getByRole('button', { name: /admin@example\.com/ }).click()
  await page.getByRole('menuitem', { name: 'Light theme' }).click()
  expect(await theme()).toBe('light')
  expect(await page.evaluate(() => localStorage.getItem('preferred-theme'))).toBe('light')
  // Before anything of the app has run: the answer to the page's own scripts is held back.
  await page.route('**/assets/*.js', () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(theme).toBe('light')
})
