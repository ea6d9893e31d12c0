import { expectUsable, openScreen } from './support/screens.ts'
import { expect, signIn, test } from './support/test.ts'
import { makeProduct } from './support/shop.ts'

// The browser's own word on what cannot be fetched, and the router's on a screen that failed.
test.use({
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|dynamically imported module|A part of the app could not be loaded/],
})

test.describe('confirmations and the leave question need nothing from the network', () => {
  test('a product with unsaved edits', async ({ page, keydesk }) => {
    const { id } = await makeProduct(keydesk, 'Asked offline', { variants: [{ name: 'Month', price: 1, keys: [] }] })
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

  test('a coupon and an announcement, and what is typed in a dialog', async ({ page, keydesk }) => {
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
    await expect(question).toContainText('Discard your changes?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Title')).toHaveValue('Half written')
    await page.context().setOffline(false)
  })
})
