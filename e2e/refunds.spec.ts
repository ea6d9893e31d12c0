import { readFile } from 'node:fs/promises'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { isReached } from './support/geometry.ts'
import { takePicture } from './support/guide.ts'
import { moveTo } from './support/keyboard.ts'
import { addProduct, demoKeys } from './support/keys.ts'
import { openScreen } from './support/screens.ts'
import { expect, signIn, test } from './support/test.ts'

test('one of three units is refunded with a reason, and shows in drawer, table, export, statistics and the figures of its coupon', async ({
  page,
  keydesk,
}) => {
  test.setTimeout(120_000)
  const { variantId } = await addProduct(keydesk, 'Refundable', demoKeys('REFUND', 3))
  const expires = new Date(Date.now() + 86_400_000).toISOString()
  await keydesk.api('POST', '/admin/coupons', {
    ...{ code: 'REFUND10', discount_type: 'percentage', discount_value: 10, expiration_date: expires, max_usage: 0, max_usage_per_user: 0 },
    ...{ applicable_to_all: true, applicable_products: [] },
  })
  const cart = { customer_email: 'ann@example.com', items: [{ variant_id: variantId, quantity: 3 }], coupon_code: 'REFUND10' }
  const { id } = (await keydesk.store('POST', '/store/purchases', cart)) as { id: number }
  await keydesk.store('POST', `/store/purchases/${id}/complete`, {})

  await signIn(page, keydesk, `/purchases/orders?order=${id}`)
  const drawer = page.getByRole('dialog', { name: `Order #${id}` })
  const dialog = page.getByRole('dialog', { name: `Refund order #${id}?` })
  const units = dialog.getByRole('spinbutton', { name: 'Refundable - Month to refund' })

  await test.step('by keyboard', async () => {
    await moveTo(page, drawer.getByRole('button', { name: 'Refund', exact: true }), 'Tab')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled()
    await expect(dialog.getByRole('radio', { name: 'Whole order' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('button', { name: 'Refund $54.00' })).toBeEnabled()
    await page.keyboard.press('ArrowRight')
    await moveTo(page, units, 'Tab')
    await expect(units).toHaveValue('0')
    await page.keyboard.press('ArrowUp')
    await expect(dialog.getByRole('button', { name: 'Refund $18.00' })).toBeEnabled()
    await expect(dialog.getByText('To be refunded: $18.00')).toBeVisible()
    await expect(dialog.getByText('Revokes')).toContainText('0003')
    await moveTo(page, dialog.getByRole('button', { name: 'Choose keys of Refundable - Month' }), 'Tab')
    await page.keyboard.press('Enter')
    await moveTo(page, dialog.getByRole('checkbox', { name: /0002$/ }), 'Tab')
    await page.keyboard.press('Space')
    await expect(dialog.getByText('Revokes')).toContainText('0002')
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expectNoAxeViolationsAtBothWidths(page)
    await moveTo(page, dialog.getByLabel('Reason'), 'Tab')
    await page.keyboard.type('Bought for Japan')
    await takePicture(dialog, 'refund')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Items refunded successfully').first()).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(drawer.getByRole('button', { name: 'Refund', exact: true })).toBeFocused()
    expect(await isReached(drawer.getByRole('button', { name: 'Refund', exact: true })), 'under the toast').toBe(true)
  })

  await expect(drawer.getByText('1 of 3 refunded')).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Items' })).toContainText('Refunded−$18.00')
  const keys = drawer.getByRole('region', { name: 'Keys (3)' }).getByRole('listitem')
  await expect(keys.filter({ hasText: 'Revoked' })).toHaveText(/0002/)
  const timeline = drawer.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('$18.00 for Refundable - Month x1')
  await expect(timeline).toContainText('Reason: Bought for Japan')
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(drawer, 'partly-refunded', { height: 1_000 })
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  const row = page.getByRole('row', { name: new RegExp(`#${id}\\b`) })
  await expect(row.getByText('partly refunded')).toBeVisible()
  await expectNoAxeViolationsAtBothWidths(page)
  await test.step('it is found by its state, and marked at its customer', async () => {
    const state = page.getByRole('combobox', { name: 'Status' })
    await state.selectOption('Refunded')
    await expect(row).toBeHidden()
    await state.selectOption('Partly refunded')
    await expect(row.getByText('partly refunded')).toBeVisible()
    await row.getByRole('link', { name: 'ann@example.com' }).click()
    const customer = page.getByRole('dialog', { name: 'ann@example.com' })
    const order = customer.getByRole('listitem').filter({ has: page.getByRole('link', { name: `#${id}`, exact: true }) })
    await expect(order.first()).toContainText('partly refunded')
    await expectNoAxeViolationsAtBothWidths(page)
    await page.keyboard.press('Escape')
    await expect(customer).toBeHidden()
  })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  const line = csv.split('\r\n').find((text) => text.startsWith(`${id},`))
  expect(line).toMatch(/,18\.00,\d{4}-\d{2}-\d{2}T[^,]+,Bought for Japan,,$/)

  await openScreen(page, 'Dashboard')
  const sales = page.getByRole('table', { name: 'Sales by product' })
  await expect(sales.getByRole('row', { name: /Refundable/ })).toContainText('$36.00')

  await openScreen(page, 'Coupons')
  await page.getByRole('link', { name: 'Usage of REFUND10: 1' }).click()
  const usage = page.getByRole('dialog', { name: 'Usage of REFUND10' })
  await expect(usage.getByText('Discount given')).toBeVisible()
  await expect(usage.getByRole('definition').nth(1)).toHaveText('$36.00')
  await expect(usage.getByRole('definition').nth(2)).toHaveText('$4.00')
  await expect(usage.getByRole('table', { name: 'Days' }).getByRole('row').nth(1)).toHaveText(/1\s*\$36\.00\s*\$4\.00$/)
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(usage, 'coupon-usage')
  await usage.getByRole('link', { name: 'Show its orders' }).click()
  await expect(page.getByRole('button', { name: 'With coupon REFUND10' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Latest Orders' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'With coupon REFUND10' }).click()
  await expect(page.getByRole('button', { name: 'With coupon REFUND10' })).toBeHidden()
})
