import type { Page, Route } from '@playwright/test'
import { dataCalls, hangDataCalls } from './support/network.ts'
import { expectLoginForm, expectScreen, expectUsable, openScreen, screens, type Entry } from './support/screens.ts'
import type { Keydesk } from './support/server.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn, startSession, typeSignIn } from './support/test.ts'

/** A server of its own, which is stopped, with one thing on every screen. */
const test = onOwnServer(fill)
test.use({ allowedErrors: [/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET/] })
test.afterEach(({ keydesk }) => keydesk.resume())

/** What a failed screen says, and what it shows once it loads. */
const texts: Record<Entry, { readonly failure: string; readonly sample: string | RegExp }> = {
  Dashboard: { failure: 'Failed to fetch sales statistics', sample: 'Plover' },
  Products: { failure: 'Error: Failed to fetch products', sample: 'Plover' },
  Orders: { failure: 'Failed to fetch orders', sample: 'ann@example.com' },
  Notifications: { failure: 'Failed to fetch notifications', sample: 'Spring sale' },
  Coupons: { failure: 'Failed to fetch coupons', sample: 'SPRING' },
  Referrals: { failure: 'Failed to fetch users', sample: 'wader@example.com' },
  Discord: { failure: 'Failed to load bot status', sample: 'Stopped' },
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Each part of a screen that failed offers its own. */
async function tryAllAgain(page: Page): Promise<void> {
  await tryAgain(page).first().click()
  while ((await tryAgain(page).count()) > 0)
    await tryAgain(page)
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined)
}

/** No answer comes to what an address asks for; then the connection is refused; then all is well. */
async function expectRecovery(
  page: Page,
  path: string,
  { failureShown, recovered }: Record<'failureShown' | 'recovered', () => Promise<void>>,
) {
  const hung: Route[] = []
  let isRefused = false
  const refuse = (route: Route) => route.abort('connectionrefused')
  await page.route(dataCalls, (route) => (isRefused ? refuse(route) : void hung.push(route)))
  await page.goto(path)
  await expectSlow(page)
  isRefused = true
  await Promise.all(hung.map(refuse))
  await failureShown()
  await page.unroute(dataCalls)
  await tryAllAgain(page)
  await recovered()
}

// That a screen tells of an answer of 500 is held by the tests of its page.
test('each screen says in words that a server does not answer or refuses, and Try again works once it is well', async ({
  page,
  keydesk,
}) => {
  await page.clock.install()
  await startSession(page, keydesk)
  for (const { path, entry } of screens) {
    await test.step(entry, () =>
      expectRecovery(page, path, {
        failureShown: async () => {
          await expect(page.getByText(texts[entry].failure, { exact: true }).first()).toBeVisible()
          await expect(tryAgain(page).first()).toBeVisible()
        },
        recovered: async () => {
          await expectUsable(page, entry)
          await expect(page.getByRole('main').getByText(texts[entry].sample).first()).toBeVisible()
        },
      }),
    )
  }
  const { id } = await stockProduct(keydesk, { name: 'Curlew', keys: 1 }, { description: 'About Curlew' })
  await test.step('a product', () =>
    expectRecovery(page, `/products/${id}`, {
      failureShown: async () => {
        await expect(page.getByText('Failed to fetch product details').first()).toBeVisible()
        await expect(page.getByText('Product not found').first()).toBeVisible()
      },
      recovered: async () => {
        await expectScreen(page, 'Product Details: Curlew')
        await expect(page.getByLabel('Short Description')).toHaveValue('About Curlew')
      },
    }))
})

test('a screen that is opened from another one, and whose answer never comes, can be left and tried again', async ({ page, keydesk }) => {
  await page.clock.install()
  await signIn(page, keydesk)
  const recover = await hangDataCalls(page)
  await openScreen(page, 'Orders')
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expectSlow(page)
  await openScreen(page, 'Dashboard')
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByRole('row', { name: /Plover/ })).toBeVisible()
  await openScreen(page, 'Orders')
  await expectSlow(page)
  recover()
  await tryAllAgain(page)
  await expect(page.getByRole('row', { name: /ann@example\.com/ })).toBeVisible()
})

test('a server that is gone: what is on screen stays, what is asked for says so, and all goes on when it is back', async ({
  page,
  keydesk,
}) => {
  const first = await stockProduct(keydesk, { name: 'Dunlin', keys: 1 })
  await stockProduct(keydesk, { name: 'Sanderling', keys: 1 })
  await signIn(page, keydesk, `/products/${first.id}`)
  await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
  await openScreen(page, 'Products')
  await expectUsable(page, 'Products')
  await keydesk.pause()

  await page.getByRole('link', { name: /Sanderling/ }).click()
  await expect(page.getByText('Failed to fetch product details').first()).toBeVisible()
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible()
  await keydesk.resume()
  await tryAllAgain(page)
  await expectScreen(page, 'Product Details: Sanderling')

  await keydesk.pause()
  await page.getByLabel('Short Description').fill('Written meanwhile')
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expect(page.getByText('Failed to update product').first()).toBeVisible()
  await expect(page.getByLabel('Short Description')).toHaveValue('Written meanwhile')
  await keydesk.resume()
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expect(page.getByText('Product updated successfully').first()).toBeVisible()
})

test('a server that is gone refuses no sign-in: the form says so, keeps what is typed, and works when it is back', async ({
  page,
  keydesk,
}) => {
  await page.goto('/coupons')
  await expectLoginForm(page)
  // The code of a sign-in is there.
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Username or Email')).toBeFocused()
  await keydesk.pause()
  await typeSignIn(page, keydesk.admin)
  await expect(page.getByRole('alert')).toHaveText('The server cannot be reached. Check the connection and try again.')
  await keydesk.resume()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectUsable(page, 'Coupons')
})

async function expectSlow(page: Page): Promise<void> {
  // The text that is in the page before the app runs counts no time.
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeVisible()
  await page.clock.fastForward(8_000)
  await expect(page.getByText('Loading... This takes longer than usual.').first()).toBeVisible()
  await tryAgain(page).first().click({ trial: true })
}

async function fill(keydesk: Keydesk): Promise<void> {
  const { api, store } = keydesk
  const { variants } = await stockProduct(keydesk, { name: 'Plover', keys: 1 })
  await store('POST', '/store/purchases', { customer_email: 'ann@example.com', items: [{ variant_id: variants[0]!.id, quantity: 1 }] })
  await store('POST', '/store/users', { username: 'wader', email: 'wader@example.com' })
  await api('POST', '/admin/announcements', { title: 'Spring sale', content: 'Everything must go' })
  const discount = { discount_type: 'percentage', discount_value: 10, max_usage: 0, max_usage_per_user: 0 }
  const scope = { applicable_to_all: true, applicable_products: [] }
  await api('POST', '/admin/coupons', { code: 'SPRING', expiration_date: '2099-01-01T00:00:00Z', ...discount, ...scope })
}
