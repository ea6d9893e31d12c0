import type { Locator } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { placesOf } from './support/geometry.ts'
import { chooseAccount, expectScreen, expectUsable, openScreen, screens } from './support/screens.ts'
import { expect, signIn, startSession, test } from './support/test.ts'

test.describe('a refused sign-in', () => {
  test.use({ allowedErrors: [/status of 401/] })

  test('says so in the words of the catalogue', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    const login = page.getByRole('button', { name: 'Login', exact: true })
    const controls = [page.getByLabel('Username or Email'), page.getByLabel('Password', { exact: true }), login]
    const places = await placesOf(controls)
    await login.click()
    await expect(page.getByText('Password is required')).toBeVisible()
    expect(await placesOf(controls)).toEqual(places)
    await page.getByLabel('Username or Email').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await login.click()
    await expect(page.getByText('Invalid credentials. Please try again.')).toBeVisible()
    expect(await placesOf(controls)).toEqual(places)
    await expectNoAxeViolations(page)
  })
})

test('every screen is reached from the sidebar and can be used', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries).toHaveText(screens.map(({ entry }) => entry))
  for (const { entry } of screens) {
    await openScreen(page, entry)
    await expectUsable(page, entry)
    await expect(entries.filter({ hasText: entry })).toHaveAttribute('aria-current', 'page')
  }
})

test('what is no address shows the not-found page, which leads back', async ({ page, keydesk }) => {
  await startSession(page, keydesk)
  // The last two cannot be decoded.
  for (const address of ['/nowhere/at/all', '/%', '/products/%E0']) {
    await page.goto(address)
    await expectScreen(page, '404 Not Found')
    await expect(page.getByText('The page you are looking for does not exist.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expectUsable(page, 'Dashboard')
  }
  await page.goBack()
  await expectScreen(page, '404 Not Found')
})

test('the sidebar collapses by keyboard, remembers it for seven days, and is a drawer below 768 px', async ({ page, keydesk, context }) => {
  await signIn(page, keydesk)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const widthOf = (element: Locator) => async () => (await element.boundingBox())?.width
  await expect.poll(widthOf(sidebar)).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(widthOf(sidebar)).toBe(48)
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar:state')
  expect(cookie?.value).toBe('false')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 86_400)
  await page.reload()
  await expect.poll(widthOf(sidebar)).toBe(48)

  await page.setViewportSize({ width: 700, height: 900 })
  await expect(sidebar).toBeHidden()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('link', { name: 'Coupons' })).toBeVisible()
  await expect.poll(widthOf(drawer)).toBe(288)
  await drawer.getByRole('link', { name: 'Products' }).click()
  await expect(drawer).toBeHidden()
  await expectUsable(page, 'Products')
})

test('the theme is dark until it is changed, and comes back without a flash', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await background()
  await chooseAccount(page, 'Light theme')
  await expect.poll(background).not.toBe(dark)
  const light = await background()
  expect(await page.evaluate(() => localStorage.getItem('preferred-theme'))).toBe('light')
  // Before anything of the app has run: the answer to the page's own scripts is held back.
  let letThrough: () => void = () => undefined
  const isHeld = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Loading...')).toBeVisible()
  expect(await background()).toBe(light)
  letThrough()
  await expectUsable(page, 'Dashboard')
  expect(await background()).toBe(light)
  await chooseAccount(page, 'Dark theme')
  await expect.poll(background).toBe(dark)
})
