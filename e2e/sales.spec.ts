import type { Keydesk } from './support/server.ts'
import { expectScreen, expectUsable, openScreen } from './support/screens.ts'
import { makeProduct } from './support/shop.ts'
import { expect, signIn, test } from './support/test.ts'

async function makeStocked(keydesk: Keydesk, name: string, keys: number): Promise<{ id: number; variant: number }> {
  const values = Array.from({ length: keys }, (_, index) => `${name.toUpperCase()}-KEY-${index + 1}`)
  const { id, variants } = await makeProduct(keydesk, name, { variants: [{ name: 'Month', price: 20, keys: values }] })
  return { id, variant: variants[0]!.id }
}

const buy = async ({ store }: Keydesk, variant: number, more: object = {}): Promise<{ id: number; total: number }> =>
  (await store('POST', '/store/purchases', {
    customer_email: 'ann@example.com',
    items: [{ variant_id: variant, quantity: 1 }],
    ...more,
  })) as { id: number; total: number }

test('a purchase made through the store API appears in Orders and on the Dashboard, and is refunded in its drawer', async ({
  page,
  keydesk,
}) => {
  test.setTimeout(120_000)
  const { variant } = await makeStocked(keydesk, 'Harrier', 3)
  const order = await buy(keydesk, variant)
  await keydesk.store('POST', `/store/purchases/${order.id}/complete`, { payment_reference: 'ch_1' })

  await signIn(page, keydesk)
  const sales = page.getByRole('table', { name: 'Sales by product' })
  await expect(sales.getByRole('row', { name: /Harrier/ })).toContainText('$20.00')

  await openScreen(page, 'Orders')
  await expectUsable(page, 'Orders')
  const row = page.getByRole('row', { name: new RegExp(`#${order.id}\\b`) })
  await expect(row).toContainText('Harrier - Month x1')
  await expect(row).toContainText('ann@example.com')
  await expect(row).toContainText('$20.00')
  await expect(row).toContainText(/completed/i)

  await row.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: `Order #${order.id}` })
  await expect(drawer).toBeVisible()
  await expect(drawer).not.toContainText('HARRIER-KEY-1')
  await drawer.getByRole('button', { name: /Reveal/ }).click()
  await expect(drawer).toContainText('HARRIER-KEY-1')
  await drawer.getByRole('button', { name: /^Refund/ }).click()
  const confirm = page.getByRole('dialog', { name: `Refund order #${order.id}?` })
  await expect(confirm).toBeVisible()
  await confirm.getByText('Whole order').click()
  await confirm.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(page.getByText('Order refunded successfully').first()).toBeVisible()
  await expect(drawer).toContainText(/refunded by admin/i)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(row).toContainText(/refunded/i)
})

test('a coupon made in the dialog works in a quote', async ({ page, keydesk }) => {
  test.setTimeout(90_000)
  const { variant } = await makeStocked(keydesk, 'Plover', 1)
  await signIn(page, keydesk)
  await openScreen(page, 'Coupons')
  await page.getByRole('button', { name: 'Create Coupon' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill('JOURNEY')
  await dialog.getByLabel('Discount Value').fill('25')
  await dialog.getByRole('switch', { name: 'Applicable to All Products' }).check()
  await dialog.getByRole('button', { name: /Create/ }).click()
  await expect(page.getByText('Coupon created successfully').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /JOURNEY/ })
  await expect(row).toContainText('25%')
  await expect(row).toContainText('All Products')
  const quote = await keydesk.store('POST', '/store/quote', { items: [{ variant_id: variant, quantity: 1 }], coupon_code: 'journey' })
  expect(quote).toMatchObject({ subtotal: 20, discount: 5, total: 15, coupon_code: 'JOURNEY' })
})

test('a referral goes from pending to a completed payout', async ({ page, keydesk }) => {
  test.setTimeout(120_000)
  const { variant } = await makeStocked(keydesk, 'Curlew', 2)
  const user = (await keydesk.store('POST', '/store/users', { username: 'wader', email: 'wader@example.com' })) as {
    id: number
    referral_code: string
  }
  const order = await buy(keydesk, variant, { referral_code: user.referral_code })
  expect(order.total).toBe(19)

  await signIn(page, keydesk)
  await openScreen(page, 'Referrals')
  await expect(page.getByRole('row', { name: /wader/ })).toBeVisible()
  await page.getByRole('tab', { name: /Pending Referrals/ }).click()
  await expect(page.getByRole('row', { name: /wader/ })).toContainText('$1.90')

  await keydesk.store('POST', `/store/purchases/${order.id}/complete`, {})
  await keydesk.store('POST', `/store/users/${user.id}/payouts`, { amount: 1.9, wallet_type: 'BTC', wallet_address: 'bc1-wallet' })
  await page.reload()
  await page.getByRole('tab', { name: /Completed Referrals/ }).click()
  await expect(page.getByRole('row', { name: /wader/ })).toBeVisible()
  await page.getByRole('tab', { name: /Pending Payouts/ }).click()
  const payout = page.getByRole('row', { name: /bc1-wallet/ })
  await expect(payout).toContainText('$1.90')
  await payout.getByRole('button', { name: /Complete/ }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: /Complete/ })
  await expect(submit).toBeDisabled()
  await dialog.getByLabel(/Transaction ID/).fill('tx-1')
  await submit.click()
  await expect(page.getByText('Payout status updated to completed').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No payouts found')).toBeVisible()
})

test('an announcement is written, changed and deleted', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await openScreen(page, 'Notifications')
  await expectScreen(page, 'Notifications Management')
  await page.getByRole('button', { name: 'Add Notification' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Title').fill('Sale')
  await dialog.getByLabel('Content').fill('Everything must go')
  await dialog.getByRole('button', { name: /Save|Add|Create/ }).click()
  await expect(page.getByText('Notification created successfully').first()).toBeVisible()
  await page
    .getByRole('row', { name: /Everything must go/ })
    .getByRole('button', { name: /^Edit/ })
    .click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Sale')
  await dialog.getByLabel('Title').fill('Big sale')
  await dialog.getByRole('button', { name: /Save|Update/ }).click()
  await expect(page.getByText('Notification updated successfully').first()).toBeVisible()
  const row = page.getByRole('row', { name: /Big sale/ })
  await expect(row).toContainText('Everything must go')
  await row.getByRole('button', { name: /Delete/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this notification?')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(page.getByText('Notification deleted successfully').first()).toBeVisible()
  await expect(row).toBeHidden()
  await expectUsable(page, 'Notifications')
})
