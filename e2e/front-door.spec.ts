import type { Page } from '@playwright/test'
import { addProduct, sell } from './support/keys.ts'
import { watchReads } from './support/reads.ts'
import { chooseAccount, expectLoginForm, expectScreen, expectUsable, openScreen, screens, type Entry } from './support/screens.ts'
import { expect, signIn, startSession, test, typeSignIn } from './support/test.ts'

// The browser's own word on a rejected session, and on a product that is none.
test.use({ allowedErrors: [/status of (401|404)/] })

const here = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

const storeToken = (page: Page, token: string) => page.evaluate((value) => localStorage.setItem('token', value), token)

const expiredToken = () => `x.${Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 1 })).toString('base64url')}.x`

test.describe('signed out', () => {
  test('every screen shows the login form, and signing in leads to it', async ({ page, keydesk }) => {
    for (const { path, entry } of screens)
      await test.step(entry, async () => {
        const address = `${path}?from=2026-01-01`
        await page.goto(address)
        await expectLoginForm(page)
        await typeSignIn(page, keydesk.admin)
        await expectUsable(page, entry)
        expect(here(page)).toBe(address)
        await page.evaluate(() => localStorage.clear())
      })
  })

  test('a product shows the login form, also after a reload, and signing in leads to the product', async ({ page, keydesk }) => {
    const { id } = (await keydesk.api('POST', '/admin/products', { name: 'Asked for', description: 'A product' })) as { id: number }
    await page.goto(`/products/${id}?from=mail`)
    await expectLoginForm(page)
    await page.reload()
    await expectLoginForm(page)
    await typeSignIn(page, keydesk.admin)
    await expectScreen(page, 'Product Details: Asked for')
    await expect(page.getByLabel('Short Description')).toHaveValue('A product')
    expect(here(page)).toBe(`/products/${id}?from=mail`)
  })

  test('a filtered list is still filtered after the sign-in', async ({ page, keydesk }) => {
    await page.goto('/purchases/orders?status=pending&q=ann%40example.com')
    await expectLoginForm(page)
    await typeSignIn(page, keydesk.admin)
    await expectUsable(page, 'Orders')
    await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('ann@example.com')
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('pending')
  })

  test('/login leads to the dashboard, and Enter in the password sends the form', async ({ page, keydesk }) => {
    await page.goto('/login')
    await expectLoginForm(page)
    await page.getByLabel('Username or Email').focus()
    await page.keyboard.type(keydesk.admin.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(keydesk.admin.password)
    await page.keyboard.press('Enter')
    await expectUsable(page, 'Dashboard')
    expect(here(page)).toBe('/')
  })
})

test('/login while signed in shows the dashboard, by the address and by a link', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/login')
  await expectUsable(page, 'Dashboard')
  await openScreen(page, 'Coupons')
  await expectUsable(page, 'Coupons')
  await page.evaluate(() => history.pushState(null, '', '/login'))
  await page.reload()
  await expectUsable(page, 'Dashboard')
  expect(here(page)).toBe('/')
})

test.describe('a session that is over', () => {
  test('a token that is expired, garbage or unknown to the server shows the form from a screen, and signing in leads back', async ({
    page,
    keydesk,
  }) => {
    await signIn(page, keydesk)
    for (const [token, entry] of [
      [expiredToken(), 'Dashboard'],
      ['not-a-token', 'Products'],
      [`x.${Buffer.from(JSON.stringify({ sub: '1' })).toString('base64url')}.x`, 'Orders'],
    ] as const) {
      const { path } = screens.find((screen) => screen.entry === entry)!
      await storeToken(page, token)
      await page.goto(path)
      await expectLoginForm(page)
      expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([null, null])
      await expect(page.getByRole('alert')).toHaveCount(0)
      await typeSignIn(page, keydesk.admin)
      await expectUsable(page, entry)
      expect(here(page)).toBe(path)
    }
  })

  test('a session that was ended on the server shows the form at the next press on each screen, and signing in leads there', async ({
    page,
    keydesk,
  }) => {
    test.setTimeout(240_000)
    await startSession(page, keydesk)
    const { isQuiet } = await watchReads(page)
    await page.goto(screens.at(-1)!.path)
    await expectUsable(page, screens.at(-1)!.entry)
    for (const [index, { path, entry }] of screens.entries()) {
      // A call on its way would show the form before the next step.
      await expect.poll(isQuiet).toBe(true)
      await endSession(page, keydesk.url)
      // A bare press: pointing at the link already asks the server, so the form may replace the link before the press.
      const link = await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).boundingBox()
      // Data of the last five seconds is not asked for again.
      await page.clock.setSystemTime(Date.now() + 6_000 * (index + 1))
      await page.mouse.click(link!.x + link!.width / 2, link!.y + link!.height / 2)
      await expectLoginForm(page)
      await typeSignIn(page, keydesk.admin)
      await expectUsable(page, entry)
      expect(here(page)).toBe(path)
    }
  })

  test('a session that was ended elsewhere hides the order that is open at the next press, and signing in leads back', async ({
    page,
    keydesk,
  }, { testId }) => {
    const { variantId } = await addProduct(keydesk, 'Osprey', [`OSPREY-${testId}`])
    const { id } = await sell(keydesk, variantId)
    await startSession(page, keydesk)
    await page.goto(`/purchases/orders?order=${id}`, { waitUntil: 'networkidle' })
    const reveal = page.getByRole('dialog').getByRole('button', { name: 'Reveal keys' })
    await expect(reveal).toBeVisible()
    await endSession(page, keydesk.url)
    await reveal.click()
    await expectLoginForm(page)
    await expect(page.getByText('ann@example.com')).toHaveCount(0)
    await typeSignIn(page, keydesk.admin)
    await reveal.click()
    await expect(page.getByRole('dialog').getByText(`OSPREY-${testId}`)).toBeVisible()
  })

  test('a token that runs out while its screen is open shows the form within a minute', async ({ page, keydesk }) => {
    await page.clock.install()
    await signIn(page, keydesk)
    await openScreen(page, 'Coupons')
    await expectUsable(page, 'Coupons')
    await storeToken(page, expiredToken())
    await page.clock.fastForward(60_000)
    await expectLoginForm(page)
    await typeSignIn(page, keydesk.admin)
    await expectUsable(page, 'Coupons')
  })
})

test('logging out shows the form, ends the session on the server, and signing in then leads to the dashboard', async ({
  page,
  keydesk,
}) => {
  await signIn(page, keydesk)
  await openScreen(page, 'Products')
  await expectUsable(page, 'Products')
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const logoutAnswer = page.waitForResponse('**/auth/logout')
  await chooseAccount(page, 'Log out')
  await expectLoginForm(page)
  await (await logoutAnswer).finished()
  expect((await fetch(`${keydesk.url}/admin/products`, { headers: { authorization: token } })).status).toBe(401)
  await typeSignIn(page, keydesk.admin)
  await expectUsable(page, 'Dashboard')
  expect(here(page)).toBe('/')
})

test('Back and Forward show every screen that was there, across the login too', async ({ page, keydesk }) => {
  await page.goto('/products?q=none')
  await expectLoginForm(page)
  await typeSignIn(page, keydesk.admin)
  await expectScreen(page, 'Products')
  const visited: Entry[] = ['Coupons', 'Orders', 'Dashboard', 'Discord']
  for (const entry of visited) {
    await openScreen(page, entry)
    await expectUsable(page, entry)
  }
  for (const entry of visited.toReversed().slice(1)) {
    await page.goBack()
    await expectUsable(page, entry)
  }
  await page.goBack()
  await expectUsable(page, 'Products')
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toHaveValue('none')
  for (const entry of visited) {
    await page.goForward()
    await expectUsable(page, entry)
  }
  await chooseAccount(page, 'Log out')
  await expectLoginForm(page)
  await page.goBack()
  await expectLoginForm(page)
  await page.goForward()
  await expectLoginForm(page)
  await typeSignIn(page, keydesk.admin)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('logging out in one tab shows the form in the other, and signing in there brings both back', async ({ page, context, keydesk }) => {
  await signIn(page, keydesk)
  const other = await context.newPage()
  await other.goto('/coupons')
  await expectUsable(other, 'Coupons')
  await chooseAccount(page, 'Log out')
  await expectLoginForm(page)
  await expectLoginForm(other)
  await typeSignIn(other, keydesk.admin)
  await expectUsable(other, 'Coupons')
  await page.reload()
  await expectUsable(page, 'Dashboard')
})

test.describe('a visitor whose browser cannot load the app', () => {
  test.use({ allowedErrors: [/status of 404|net::ERR_FAILED/] })

  test('is offered to try again', async ({ page, keydesk }) => {
    const code = /\/assets\/index-.*\.js/
    await page.route(code, (route) => route.abort())
    await page.goto('/coupons')
    const again = page.getByRole('status').getByRole('link', { name: 'Try again' })
    await expect(page.getByRole('status')).toHaveText('Loading... This takes longer than usual. Try again')
    await expect(again).toBeVisible({ timeout: 15_000 })
    await page.unroute(code)
    await again.click()
    await typeSignIn(page, keydesk.admin)
    await expectUsable(page, 'Coupons')
  })
})

async function endSession(page: Page, url: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  expect((await fetch(`${url}/auth/logout`, { method: 'POST', headers: { authorization: token } })).ok).toBe(true)
}
