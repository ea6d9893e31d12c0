import { offer, reload, restore } from './support/drafts.ts'
import { expectLoginForm, expectUsable, openScreen } from './support/screens.ts'
import { expect, signIn, test, typeSignIn } from './support/test.ts'

// The browser's own word on a rejected session.
test.use({ allowedErrors: [/status of 401/] })

test('what was typed into the dialog of a new product is offered when it opens again', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await openScreen(page, 'Products')
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('button', { name: 'Add New Product' }).first().click()
  await open()
  await dialog.getByLabel('Name', { exact: true }).fill('Egret')
  await dialog.getByLabel('Variant Price').fill('12.50')
  await reload(page)
  await open()
  await restore(page)
  await expect(dialog.getByLabel('Variant Price')).toHaveValue('12.50')
  await dialog.getByLabel('Variant Name').fill('Month')
  await dialog.getByRole('button', { name: 'Save Product' }).click()
  await expect(page.getByRole('link', { name: /Egret/ })).toBeVisible()
  await open()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(offer(page)).toBeHidden()
})

test('an unsaved coupon is offered on its page, by its code, after a reload', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await openScreen(page, 'Coupons')
  await page.getByRole('button', { name: 'Create Coupon' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code', { exact: true }).fill('HERON')
  await dialog.getByLabel('Discount Value').fill('15')
  await dialog.getByRole('switch', { name: 'Applicable to All Products' }).check()
  await reload(page)
  await expect(offer(page)).toContainText('Restore unsaved changes to a new coupon from')
  await restore(page)
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue('HERON')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const row = page.getByRole('row', { name: /HERON/ })
  await expect(row).toContainText('15%')
  await expect(offer(page)).toBeHidden()

  await row.getByRole('button', { name: /^Edit/ }).click()
  await dialog.getByLabel('Discount Value').fill('20')
  await reload(page)
  await expect(offer(page)).toContainText('HERON')
  await restore(page)
  await expect(dialog.getByLabel('Discount Value')).toHaveValue('20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('20%')
  await page.reload()
  await expectUsable(page, 'Coupons')
  await expect(offer(page)).toBeHidden()
})

test('an announcement that was being written when the session was lost is offered after the sign-in', async ({
  page,
  keydesk,
  context,
}) => {
  await signIn(page, keydesk)
  await openScreen(page, 'Notifications')
  await page.getByRole('button', { name: 'Add Notification' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Spring sale')
  await dialog.getByLabel('Content').fill('A long text that nobody wants to type twice')
  await context.setExtraHTTPHeaders({ authorization: 'ended' })
  // A call in the background may find out first, and take the button away.
  const press = dialog
    .getByRole('button', { name: 'Add Notification' })
    .click({ timeout: 10_000 })
    .catch(() => undefined)
  await expectLoginForm(page)
  await press
  await context.setExtraHTTPHeaders({})
  await typeSignIn(page, keydesk.admin)
  await expectUsable(page, 'Notifications')
  await restore(page)
  await expect(dialog.getByLabel('Content')).toHaveValue('A long text that nobody wants to type twice')
  await dialog.getByRole('button', { name: 'Add Notification' }).click()
  await expect(page.getByRole('row', { name: /Spring sale/ })).toBeVisible()
  await expect(offer(page)).toBeHidden()
})
