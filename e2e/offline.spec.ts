import { showKeys } from './support/keys.ts'
import { goOfflineAtLazyCode, goOnline } from './support/network.ts'
import { chooseAccount, expectUsable, openScreen, screens } from './support/screens.ts'
import { expect, signIn, test, typeSignIn } from './support/test.ts'
import { expectFailure, expectFrame, panel, pressReload } from './support/missing-code.ts'
import { makeProduct } from './support/shop.ts'

// The browser's own word on what cannot be fetched, and the router's on a screen that failed.
test.use({
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|dynamically imported module|A part of the app could not be loaded/],
})

test.describe('offline, what was not loaded yet says so and the rest stays', () => {
  test('every screen, opened for the first time', async ({ page, keydesk }) => {
    await signIn(page, keydesk, '/coupons')
    await expectUsable(page, 'Coupons')
    // Each is opened from the one before, whose document has loaded no code but its own; the first one comes again in the end.
    for (const { entry } of [
      ...screens.filter((screen) => screen.entry !== 'Coupons'),
      screens.find((screen) => screen.entry === 'Coupons')!,
    ])
      await test.step(entry, async () => {
        await goOfflineAtLazyCode(page)
        await page.context().setOffline(true)
        await openScreen(page, entry)
        await expectFailure(page.getByRole('main'), 'You are offline')
        await expectFrame(page)
        await goOnline(page)
        await pressReload(page)
        await expectUsable(page, entry)
      })
  })

  test('a product, opened for the first time', async ({ page, keydesk }) => {
    await makeProduct(keydesk, 'Opened offline', { description: 'Quiet' })
    await signIn(page, keydesk, '/products?q=Opened+offline')
    await expectUsable(page, 'Products')
    await goOfflineAtLazyCode(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: /Opened offline/ }).click()
    await expectFailure(page.getByRole('main'), 'You are offline')
    await expectFrame(page)
    await goOnline(page)
    await pressReload(page)
    await expect(page.getByLabel('Short Description')).toHaveValue('Quiet')
  })

  test('the text editors of a product; what is typed beside them stays', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk, 'Without editor')
    await goOfflineAtLazyCode(page, /\/products\/id\//, /text-editor-/)
    await signIn(page, keydesk, `/products/${id}`)
    await page.getByLabel('Short Description').fill('Typed offline')
    await expectFailure(panel(page, 'Basic Information'), 'You are offline')
    await expectFailure(panel(page, 'Details'), 'You are offline')
    await expectFrame(page)
    await expect(page.getByLabel('Short Description')).toHaveValue('Typed offline')
    await goOnline(page)
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await expect(page.getByText('Product updated successfully').first()).toBeVisible()
    await pressReload(page)
    await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()
    await expect(page.getByLabel('Short Description')).toHaveValue('Typed offline')
  })

  test('the chart of the Dashboard; its table stays', async ({ page, keydesk }) => {
    const { variants } = await makeProduct(keydesk, 'Charted', { variants: [{ name: 'Day', price: 1, keys: ['CHARTED'] }] })
    const order = { customer_email: 'chart@example.com', items: [{ variant_id: variants[0]!.id, quantity: 1 }] }
    const { id } = (await keydesk.store('POST', '/store/purchases', order)) as { id: number }
    await keydesk.store('POST', `/store/purchases/${id}/complete`, {})
    await goOfflineAtLazyCode(page, /\/admin\/purchases\/daily/)
    await signIn(page, keydesk, '/')
    await expectFailure(panel(page, 'Revenue and orders'), 'You are offline')
    await expect(page.getByRole('row', { name: /Charted/ })).toBeVisible()
    await expectFrame(page)
    await goOnline(page)
    await pressReload(page)
    await expect(page.getByRole('img', { name: /^Revenue and orders of the last/ })).toBeVisible()
  })

  test('a variant; what is typed in the product stays', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk, 'Variant offline', { variants: [{ name: 'Month', price: 1, keys: ['OFFLINE-1'] }] })
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
    await pressReload(page)
    await panel(page, 'Variants')
      .getByRole('button', { name: /^Month/ })
      .click()
    await showKeys(page)
    await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue('OFFLINE-1')
  })

  test('the editor of more than 2,000 keys; the other variant keeps what is typed', async ({ page, keydesk }) => {
    const many = Array.from({ length: 2_100 }, (_, index) => `MANY-${index}`)
    const { id } = await makeProduct(keydesk, 'Keys offline', {
      variants: [
        { name: 'Few', price: 1, keys: ['A-1'] },
        { name: 'Many', price: 1, keys: many },
      ],
    })
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
    await pressReload(page)
    await panel(page, 'Variants').getByRole('button', { name: /^Many/ }).click()
    await showKeys(page)
    await expect(keys).toContainText('MANY-0')
  })

  test('the account dialogs, also with the sidebar collapsed; the screen below stays', async ({ page, keydesk }) => {
    await signIn(page, keydesk, '/coupons')
    for (const [dialog, field, isCollapsed] of [
      ['Two-factor sign-in', 'Password', false],
      ['Change password', 'Current password', false],
      ['Change password', 'Current password', true],
    ] as const) {
      await expectUsable(page, 'Coupons')
      if (isCollapsed) await page.keyboard.press('Control+b')
      // The code of the menu is there before that of its dialogs is missing.
      await page.getByRole('button', { name: /Account menu/ }).click()
      await expect(page.getByRole('menuitem', { name: dialog, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await goOfflineAtLazyCode(page)
      await page.context().setOffline(true)
      await chooseAccount(page, dialog)
      await expectFailure(page, 'You are offline')
      // Wide enough to be read.
      const box = await page.getByRole('alert').filter({ hasText: 'You are offline' }).boundingBox()
      expect(box?.width).toBeGreaterThan(200)
      await goOnline(page)
      await pressReload(page)
      await expectUsable(page, 'Coupons')
      await chooseAccount(page, dialog)
      await expect(page.getByRole('dialog').getByLabel(field, { exact: true })).toBeVisible()
      // A new document, which has no code of a dialog.
      await page.reload()
    }
  })

  test('signing in: what is typed stays, and signing in works once back online', async ({ page, keydesk }) => {
    await page.goto('/coupons')
    await page.getByLabel('Username or Email').click()
    await page.context().setOffline(true)
    await typeSignIn(page, keydesk.admin)
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached. Check the connection and try again.')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(keydesk.admin.password)
    await goOnline(page)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expectUsable(page, 'Coupons')
  })
})
