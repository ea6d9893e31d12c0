import type { Locator, Page } from '@playwright/test'
import { goOfflineAtLazyCode, goOnline, removeCode, restoreCode } from './support/network.ts'
import { chooseAccount, expectScreen, expectUsable, openScreen, screens, type Entry } from './support/screens.ts'
import { expect, signIn, test, typeSignIn } from './support/test.ts'

// The browser's own word on what cannot be fetched, and the router's on a screen that failed.
test.use({
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|dynamically imported module|A part of the app could not be loaded/],
})

interface Product {
  readonly id: number
  readonly variants: readonly { readonly id: number }[]
}

const makeProduct = (api: (method: 'POST', path: string, body: object) => Promise<unknown>, name: string, variants: object[] = []) =>
  api('POST', '/admin/products', { name, description: 'Quiet', variants }) as Promise<Product>

/** Words and a way on, in sight and in reach. */
async function expectFailure(within: Page | Locator, title: 'You are offline' | 'A new version is available'): Promise<void> {
  const alert = within.getByRole('alert').filter({ hasText: title }).first()
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Reload' }).click({ trial: true })
}

async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(screens.length)
  await page.getByRole('button', { name: /Account menu/ }).click({ trial: true })
}

const reload = (page: Page) => page.getByRole('button', { name: 'Reload' }).first().click()
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('offline, what was not loaded yet says so and the rest stays', () => {
  for (const { entry } of screens) {
    test(`the screen ${entry}, opened for the first time`, async ({ page, keydesk }) => {
      const start: Entry = entry === 'Coupons' ? 'Orders' : 'Coupons'
      await signIn(page, keydesk, screens.find((screen) => screen.entry === start)!.path)
      await expectUsable(page, start)
      await goOfflineAtLazyCode(page)
      await page.context().setOffline(true)
      await openScreen(page, entry)
      await expectFailure(page.getByRole('main'), 'You are offline')
      await expectFrame(page)
      await goOnline(page)
      await reload(page)
      await expectUsable(page, entry)
    })
  }

  test('a product, opened for the first time', async ({ page, keydesk }) => {
    await makeProduct(keydesk.api, 'Opened offline')
    await signIn(page, keydesk, '/products?q=Opened+offline')
    await expectUsable(page, 'Products')
    await goOfflineAtLazyCode(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: /Opened offline/ }).click()
    await expectFailure(page.getByRole('main'), 'You are offline')
    await expectFrame(page)
    await goOnline(page)
    await reload(page)
    await expect(page.getByLabel('Short Description')).toHaveValue('Quiet')
  })

  test('the text editors of a product; what is typed beside them stays', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk.api, 'Without editor')
    await goOfflineAtLazyCode(page, /\/products\/id\//)
    await signIn(page, keydesk, `/products/${id}`)
    await page.getByLabel('Short Description').fill('Typed offline')
    await expectFailure(panel(page, 'Basic Information'), 'You are offline')
    await expectFailure(panel(page, 'Details'), 'You are offline')
    await expectFrame(page)
    await expect(page.getByLabel('Short Description')).toHaveValue('Typed offline')
    await goOnline(page)
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await expect(page.getByText('Product updated successfully').first()).toBeVisible()
    await reload(page)
    await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
    await expect(page.getByLabel('Short Description')).toHaveValue('Typed offline')
  })

  test('the chart of the Dashboard; its table stays', async ({ page, keydesk }) => {
    await makeProduct(keydesk.api, 'Charted')
    await goOfflineAtLazyCode(page, /\/admin\/purchases\/daily/)
    await signIn(page, keydesk, '/')
    await expectFailure(panel(page, 'Revenue and orders'), 'You are offline')
    await expect(page.getByRole('row', { name: /Charted/ })).toBeVisible()
    await expectFrame(page)
    await goOnline(page)
    await reload(page)
    await expect(page.getByRole('img', { name: /^Revenue and orders of the last/ })).toBeVisible()
  })

  test('a variant; what is typed in the product stays', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk.api, 'Variant offline', [{ name: 'Month', price: 1, keys: ['OFFLINE-1'] }])
    await signIn(page, keydesk, `/products/${id}`)
    await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
    await page.getByLabel('Short Description').fill('Typed before')
    await goOfflineAtLazyCode(page)
    await page.context().setOffline(true)
    await panel(page, 'Variants')
      .getByRole('button', { name: /^Month/ })
      .click()
    await expectFailure(panel(page, 'Variants'), 'You are offline')
    await expectFrame(page)
    await expect(page.getByLabel('Short Description')).toHaveValue('Typed before')
    await goOnline(page)
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await expect(page.getByText('Product updated successfully').first()).toBeVisible()
    await reload(page)
    await panel(page, 'Variants')
      .getByRole('button', { name: /^Month/ })
      .click()
    await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue('OFFLINE-1')
  })

  test('the editor of more than 2,000 keys; the other variant keeps what is typed', async ({ page, keydesk }) => {
    const many = Array.from({ length: 2_100 }, (_, index) => `MANY-${index}`)
    const { id } = await makeProduct(keydesk.api, 'Keys offline', [
      { name: 'Few', price: 1, keys: ['A-1'] },
      { name: 'Many', price: 1, keys: many },
    ])
    await signIn(page, keydesk, `/products/${id}`)
    await panel(page, 'Variants').getByRole('button', { name: /^Few/ }).click()
    const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
    await keys.fill('A-1\nTYPED-2')
    await goOfflineAtLazyCode(page)
    await panel(page, 'Variants').getByRole('button', { name: /^Many/ }).click()
    await expectFailure(panel(page, 'Variants'), 'You are offline')
    await expectFrame(page)
    await expect(keys).toHaveValue('A-1\nTYPED-2')
    await goOnline(page)
    await page.getByRole('button', { name: 'Save Variant' }).first().click()
    await expect(page.getByText(/^Variant updated successfully.*1 added/)).toBeVisible()
    await reload(page)
    await panel(page, 'Variants').getByRole('button', { name: /^Many/ }).click()
    await expect(keys).toContainText('MANY-0')
  })

  for (const [dialog, field, isCollapsed] of [
    ['Two-factor sign-in', 'Password', false],
    ['Change password', 'Current password', false],
    ['Change password', 'Current password', true],
  ] as const) {
    test(`the account dialog ${dialog}${isCollapsed ? ' with the sidebar collapsed' : ''}; the screen below it stays`, async ({
      page,
      keydesk,
    }) => {
      await signIn(page, keydesk, '/coupons')
      await expectUsable(page, 'Coupons')
      if (isCollapsed) await page.keyboard.press('Control+b')
      await goOfflineAtLazyCode(page)
      await page.context().setOffline(true)
      await chooseAccount(page, dialog)
      await expectFailure(page, 'You are offline')
      // Wide enough to be read.
      const box = await page.getByRole('alert').filter({ hasText: 'You are offline' }).boundingBox()
      expect(box?.width).toBeGreaterThan(200)
      await goOnline(page)
      await reload(page)
      await expectUsable(page, 'Coupons')
      await chooseAccount(page, dialog)
      await expect(page.getByRole('dialog').getByLabel(field, { exact: true })).toBeVisible()
    })
  }

  test('signing in: what is typed stays, and works once back online', async ({ page, keydesk }) => {
    await page.goto('/coupons')
    await page.getByLabel('Username or Email').click()
    await goOfflineAtLazyCode(page)
    await typeSignIn(page, keydesk.admin)
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached. Check the connection and try again.')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(keydesk.admin.password)
    await goOnline(page)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expectUsable(page, 'Coupons')
  })
})

test.describe('confirmations and the leave question need nothing from the network', () => {
  test('of a product with unsaved edits', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk.api, 'Asked offline', [{ name: 'Month', price: 1, keys: [] }])
    await signIn(page, keydesk, `/products/${id}`)
    await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
    await page.getByLabel('Short Description').fill('Not yet')
    await page.context().setOffline(true)
    const question = page.getByRole('alertdialog')

    await openScreen(page, 'Orders')
    await expect(question).toContainText('Leave without saving?')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await page.getByRole('button', { name: 'Delete Product' }).click()
    await expect(question).toContainText('Are you sure you want to delete this product? This action cannot be undone.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete variant Month' }).click()
    await expect(question).toContainText('Delete the variant Month?')
    await question.getByRole('button', { name: 'Cancel' }).click()

    await expect(page.getByLabel('Short Description')).toHaveValue('Not yet')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await expect(page.getByText('Product updated successfully').first()).toBeVisible()
  })

  test('of a coupon and of an announcement, and of what is typed in a dialog', async ({ page, keydesk }) => {
    await keydesk.api('POST', '/admin/announcements', { title: 'Asked offline', content: 'News' })
    await signIn(page, keydesk, '/notifications')
    await expectUsable(page, 'Notifications')
    await page.context().setOffline(true)
    await page
      .getByRole('row', { name: /Asked offline/ })
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Are you sure you want to delete this notification?')
    await question.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByText('Failed to delete notification').first()).toBeVisible()
    await expect(page.getByRole('row', { name: /Asked offline/ })).toBeVisible()

    await page.getByRole('button', { name: 'Add Notification' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Half written')
    await page.keyboard.press('Escape')
    await expect(question).toContainText('Discard what you typed?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Title')).toHaveValue('Half written')
    await page.context().setOffline(false)
  })
})

test.describe('an upgrade under an open tab', () => {
  test('every screen that is opened then says that a new version is available, and Reload shows it', async ({ page, keydesk }) => {
    await signIn(page, keydesk, '/coupons')
    await expectUsable(page, 'Coupons')
    await removeCode(page, keydesk.url)
    for (const { entry } of screens.filter((screen) => screen.entry !== 'Coupons')) {
      await openScreen(page, entry)
      await expectFailure(page.getByRole('main'), 'A new version is available')
      await expectFrame(page)
    }
    await openScreen(page, 'Coupons')
    await expectUsable(page, 'Coupons')
    await openScreen(page, 'Referrals')
    await expectFailure(page.getByRole('main'), 'A new version is available')
    await restoreCode(page)
    await reload(page)
    await expectUsable(page, 'Referrals')
  })

  test('a product with unsaved edits keeps them, and can be saved', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk.api, 'Upgraded', [{ name: 'Month', price: 1, keys: [] }])
    await signIn(page, keydesk, `/products/${id}`)
    await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
    await page.getByLabel('Short Description').fill('Before the upgrade')
    await removeCode(page, keydesk.url)
    await panel(page, 'Variants')
      .getByRole('button', { name: /^Month/ })
      .click()
    await expectFailure(panel(page, 'Variants'), 'A new version is available')
    await openScreen(page, 'Orders')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await chooseAccount(page, 'Change password')
    await expectFailure(page.getByRole('dialog', { name: 'Change password' }), 'A new version is available')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByLabel('Short Description')).toHaveValue('Before the upgrade')
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await expect(page.getByText('Product updated successfully').first()).toBeVisible()
    await openScreen(page, 'Orders')
    await expectFailure(page.getByRole('main'), 'A new version is available')
    await page.goBack()
    await expectScreen(page, 'Product Details: Upgraded')
    await expect(page.getByLabel('Short Description')).toHaveValue('Before the upgrade')
  })

  test('a sign-in says to reload', async ({ page, keydesk }) => {
    await page.goto('/login')
    await page.getByLabel('Username or Email').click()
    await removeCode(page, keydesk.url)
    await typeSignIn(page, keydesk.admin)
    await expect(page.getByRole('alert')).toHaveText('A new version is available. Reload the page and sign in again.')
    await restoreCode(page)
    await page.reload()
    await typeSignIn(page, keydesk.admin)
    await expectUsable(page, 'Dashboard')
  })
})
