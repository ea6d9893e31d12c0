import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/** Three orders of the last days: two of Kestrel, one of Merlin, $19.99 each. */
const test = onOwnServer(async (keydesk) => {
  await stockProduct(keydesk, { name: 'Kestrel', keys: 10, sold: 1 })
  await stockProduct(keydesk, { name: 'Merlin', keys: 10, sold: 1 })
  await stockProduct(keydesk, { name: 'Hobby', keys: 10, sold: 1 })
})

test('a coupon is tried on past orders before it is made, and starts later', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/coupons')
  await page.getByRole('button', { name: 'Create Coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Coupon' })
  const tryIt = dialog.getByRole('button', { name: 'Try on the last 30 days' })
  await tryIt.click()
  await expect(dialog.getByText('Code is required')).toBeVisible()
  await expect(dialog.getByLabel('Code')).toBeFocused()

  await dialog.getByLabel('Code').fill('AUTUMN')
  await dialog.getByLabel('Discount Type').selectOption('Fixed Amount')
  await dialog.getByLabel('Discount Value').pressSequentially('1,250')
  await dialog.getByRole('switch', { name: 'Applicable to All Products' }).click()
  await tryIt.click()
  const tooFine = dialog.getByText('Discount value must have at most 2 decimals')
  await expect(tooFine).toBeVisible()
  await test.step('pasted as typed', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const value = dialog.getByLabel('Discount Value')
    for (const [pasted, read] of [
      ['12,50', '12.50'],
      ['1,250.00', '1250.00'],
      ['1.250,00', '1250.00'],
      ['1,250', '1.250'],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
      await value.fill('')
      await value.press('ControlOrMeta+v')
      await expect(value).toHaveValue(read)
    }
    await tryIt.click()
    await expect(tooFine).toBeVisible()
  })
  await dialog.getByLabel('Discount Value').fill('25')
  await tryIt.click()
  await expect(dialog.getByText('Would have applied to 1 of 3 orders, cost $19.99, lowest total $0.00.')).toBeVisible()
  await expect(dialog.getByText('It makes at least one order free.')).toBeVisible()
  await dialog.getByLabel('Max Usage Per User').fill('0')
  await expect(dialog.getByText(/^Would have applied/)).toBeHidden()
  await tryIt.click()
  await expect(dialog.getByText('Would have applied to 3 of 3 orders, cost $59.97, lowest total $0.00.')).toBeVisible()
  await expect(dialog.getByText(/^It costs more than half of the revenue/)).toBeVisible()
  await tryIt.scrollIntoViewIfNeeded()
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(dialog, 'coupon-trial', { height: 1000 })

  await dialog.getByLabel('Discount Value').fill('5')
  const soon = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16)
  await dialog.getByLabel('Starts').fill('9999-01-01T00:00')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Start must be before the expiration date')).toBeVisible()
  // A start that is half typed is not taken as none.
  await dialog.getByLabel('Starts').fill('')
  await dialog.getByLabel('Starts').pressSequentially('12')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('Start must be a date and time')).toBeVisible()
  await dialog.getByLabel('Starts').fill(soon)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Coupon created successfully')).toBeVisible()
  const row = page.getByRole('row', { name: /AUTUMN/ })
  await expect(row).toContainText(/Starts \w+ \d+, \d+/)
  await expect(row).toContainText('Active')
  const items = [{ variant_id: 1, quantity: 1 }]
  await expect(keydesk.store('POST', '/store/quote', { items, coupon_code: 'autumn' })).rejects.toThrow(/422.*coupon_not_started/)
})
