import { showTheme } from './support/axe.ts'
import { isReached } from './support/geometry.ts'
import { expect, signIn, test } from './support/test.ts'

// The browser's own word on a code that is taken.
test.use({ allowedErrors: [/status of 409/] })

test('a toast covers no button: not those of a dialog, nor, on a phone, those at the ends of the header', async ({ page, keydesk }) => {
  const expires = new Date(Date.now() + 86_400_000).toISOString()
  await keydesk.api('POST', '/admin/coupons', {
    ...{ code: 'TAKEN', discount_type: 'percentage', discount_value: 10, expiration_date: expires, max_usage: 0, max_usage_per_user: 0 },
    ...{ applicable_to_all: true, applicable_products: [] },
  })
  await page.setViewportSize({ width: 400, height: 700 })
  await signIn(page, keydesk, '/coupons')
  await page.getByRole('button', { name: 'Create Coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Coupon' })
  await dialog.getByLabel('Code').fill('TAKEN')
  await dialog.getByLabel('Discount Value').fill('5')
  await dialog.getByRole('switch', { name: 'Applicable to All Products' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: /already/ })
  const windows = [
    [400, 700, 'dark'],
    [800, 700, 'dark'],
    [400, 700, 'light'],
  ] as const
  for (const [width, height, theme] of windows) {
    await page.setViewportSize({ width, height })
    await showTheme(page, theme)
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(toast.first()).toBeInViewport({ ratio: 1 })
    for (const name of ['Close', 'Cancel', 'Create'])
      expect(await isReached(dialog.getByRole('button', { name, exact: true })), name).toBe(true)
  }
  await dialog.getByLabel('Code').fill('FREE-CODE')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const made = page.getByRole('listitem').filter({ hasText: 'Coupon created successfully' })
  await expect(made).toBeInViewport({ ratio: 1 })
  for (const name of ['Toggle sidebar', 'Search everything', 'Create Coupon'])
    expect(await isReached(page.getByRole('main').or(page.getByRole('banner')).getByRole('button', { name })), name).toBe(true)
})
