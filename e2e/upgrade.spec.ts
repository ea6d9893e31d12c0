import { removeCode, restoreCode } from './support/network.ts'
import { chooseAccount, expectScreen, expectUsable, openScreen, screens } from './support/screens.ts'
import { expect, signIn, test, typeSignIn } from './support/test.ts'
import { expectFailure, expectFrame, panel, pressReload } from './support/missing-code.ts'
import { makeProduct } from './support/shop.ts'

// The browser's own word on what cannot be fetched, and the router's on a screen that failed.
test.use({
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|dynamically imported module|A part of the app could not be loaded/],
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
    await pressReload(page)
    await expectUsable(page, 'Referrals')
  })

  test('a product with unsaved edits keeps them, and can be saved', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk, 'Upgraded', { variants: [{ name: 'Month', price: 1, keys: [] }] })
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

  test('a text whose editor is gone says so, and stays on screen', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk, 'Described')
    await keydesk.api('PUT', `/admin/products/${id}`, { full_description: '<p>Written before</p>' })
    await page.route(/\/assets\/text-editor-/, (route) => route.fulfill({ status: 404 }))
    await signIn(page, keydesk, `/products/${id}`)
    await expectFailure(panel(page, 'Basic Information'), 'A new version is available')
    await expect(panel(page, 'Basic Information').getByText('Loading the editor...')).toBeHidden()
    await expect(panel(page, 'Basic Information').getByText('Written before')).toBeVisible()
  })

  test('a sign-in without its code says to reload', async ({ page, keydesk }) => {
    const code = /\/assets\/sign-in-/
    await page.route(code, (route) => route.fulfill({ status: 404 }))
    await page.goto('/login')
    await typeSignIn(page, keydesk.admin)
    await expect(page.getByRole('alert')).toHaveText('A part of the app could not be loaded. Reload the page and sign in again.')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(keydesk.admin.password)
    await page.unroute(code)
    await page.reload()
    await typeSignIn(page, keydesk.admin)
    await expectUsable(page, 'Dashboard')
  })

  test('a sign-in whose screen is gone says that there is a new version', async ({ page, keydesk }) => {
    await page.goto('/login')
    await page.getByLabel('Username or Email').click()
    await removeCode(page, keydesk.url)
    await typeSignIn(page, keydesk.admin)
    await expect(page.getByRole('alert')).toContainText('A new version is available')
    await restoreCode(page)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expectUsable(page, 'Dashboard')
  })
})
