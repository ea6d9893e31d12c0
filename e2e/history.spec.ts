import type { Locator, Page } from '@playwright/test'
import { expectNoAxeViolationsAtBothWidths, expectNoAxeViolationsIn } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { chooseAccount, expectScreen } from './support/screens.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/** On a server of its own: the activity is read from its top. */
const test = onOwnServer()
// The browser's own word on a restore that is refused here.
test.use({ allowedErrors: [/status of 409/] })

const row = (list: Locator, text: string | RegExp) => list.getByRole('listitem').filter({ hasText: text }).first()
const open = async (of: Locator) => {
  const details = of.getByRole('button', { name: /^Details: / })
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
}
const toast = (page: Page, text: string | RegExp) => expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
const openActivity = async (page: Page) => {
  await chooseAccount(page, 'Activity')
  const panel = page.getByRole('dialog', { name: 'Activity' })
  await expect(panel.getByRole('list', { name: 'Activity' })).toBeVisible()
  return panel
}

test('what was changed of a product is read in its history, restored from there, and the deleted product comes back whole', async ({
  page,
  keydesk,
}) => {
  const { id } = await stockProduct(
    keydesk,
    { name: 'Northlight', keys: 12 },
    { full_description: '<p>See <strong>every</strong> rival before they see you. Works on Windows 10 and 11.</p>' },
  )
  await keydesk.api('POST', `/admin/products/${id}/videos`, { url: 'https://vimeo.com/76979871' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, keydesk, `/products/${id}`)

  await test.step('the changes', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Southlight')
    const editor = page.getByRole('textbox', { name: 'Full Description' })
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('See every rival before they see you. Works on Windows 11 and on Linux.')
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await toast(page, 'Product updated successfully')
    await page.getByRole('button', { name: '30 Days', exact: false }).first().click()
    await page.getByLabel('Variant Price').fill('24.99')
    await page.getByRole('button', { name: 'Save Variant' }).click()
    await toast(page, 'Variant updated successfully')
  })

  await test.step('the history of the variant', async () => {
    await page.getByRole('radiogroup', { name: 'View of 30 Days' }).getByText('History').click()
    await expect(page.getByText('admin changed the price from $19.99 to $24.99')).toBeVisible()
  })

  const history = page.getByRole('region', { name: 'History' }).getByRole('list', { name: 'History' })
  await test.step('the history of the product, with its difference', async () => {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'History' }).click()
    const changed = row(history, 'admin changed the name and the full description')
    await open(changed)
    await expect(changed.getByRole('deletion').filter({ hasText: '10' })).toBeVisible()
    await expect(changed.getByRole('insertion').filter({ hasText: 'Linux' })).toBeVisible()
    await expect(changed).toContainText('Northlight')
    for (const width of [400, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      // What the header of the page covers is too small to be pressed.
      await page.getByRole('heading', { name: 'History' }).evaluate((heading) => heading.scrollIntoView())
      await expectNoAxeViolationsIn(page, '#history')
    }
    await page.reload()
    await open(changed)
    await takePicture(page.getByRole('region', { name: 'History' }), 'history')
  })

  await test.step('the name as it was', async () => {
    await history.getByRole('button', { name: 'Restore this value: Name before' }).click()
    const question = page.getByRole('alertdialog', { name: 'Restore the name of Southlight?' })
    await expect(question).toContainText('Northlight')
    await expectNoAxeViolationsAtBothWidths(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await takePicture(question, 'restore-value')
    await question.getByRole('button', { name: 'Restore' }).click()
    await toast(page, 'Name restored')
    await expectScreen(page, 'Product Details: Northlight')
    await expect(row(history, 'admin changed the name from “Southlight” to “Northlight”')).toBeVisible()
  })

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete Product' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Product' }).click()
    await toast(page, 'Product deleted successfully')
  }
  await test.step('deleted, found with filters, and restored whole', async () => {
    await remove()
    const panel = await openActivity(page)
    await panel.getByLabel('What', { exact: true }).selectOption('Deleted')
    await panel.getByLabel('Which things').selectOption('Product')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      ...{ panel: 'activity', activity_kind: 'delete', activity_thing: 'product' },
    })
    const deleted = row(panel, 'admin deleted the product Northlight')
    await expect(panel.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toHaveCount(1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await takePicture(panel, 'activity-deleted', { height: 520 })
    await deleted.getByRole('button', { name: 'Restore', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Restore Northlight?' })
    await expect(question).toContainText('with its media, and with the variants and keys that were deleted together with it')
    await question.getByRole('button', { name: 'Restore' }).click()
    await toast(page, 'Northlight restored with 12 keys')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expectScreen(page, 'Product Details: Northlight')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: /30 Days/ }).first()).toContainText('12 keys')
    await expect(page.getByRole('region', { name: 'Media' }).getByRole('listitem')).toHaveCount(1)
  })

  await test.step('Undo in the toast', async () => {
    await remove()
    await expectScreen(page, 'Products')
    await expect(page.getByRole('list', { name: 'Products' })).toBeHidden()
    // The newest: a toast under the pointer stays.
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect(page.getByRole('list', { name: 'Products' }).getByRole('link', { name: /Northlight/ })).toBeVisible()
  })
})

test('a coupon whose code was taken meanwhile is refused in words; lists open the history of a row', async ({ page, keydesk }) => {
  const coupon = {
    ...{ code: 'SPRING', discount_type: 'percentage', discount_value: 10, expiration_date: '2099-01-01T00:00:00.000Z' },
    ...{ max_usage: 0, max_usage_per_user: 1, applicable_to_all: true, applicable_products: [] },
  }
  const { id } = (await keydesk.api('POST', '/admin/coupons', coupon)) as { id: number }
  await keydesk.api('DELETE', `/admin/coupons/${id}`)
  const { id: other } = (await keydesk.api('POST', '/admin/coupons', coupon)) as { id: number }
  await keydesk.api('PUT', `/admin/coupons/${other}`, { ...coupon, discount_value: 25 })
  await keydesk.api('POST', '/admin/announcements', { title: 'Sale', content: 'Everything is 25 % off.' })
  await keydesk.store('POST', '/store/users', { username: 'ann', email: 'ann@example.com' })
  await signIn(page, keydesk, '/coupons')

  const panel = await openActivity(page)
  await panel.getByLabel('What', { exact: true }).selectOption('Deleted')
  await panel.getByLabel('Which things').selectOption('Coupon')
  await row(panel, 'admin deleted the coupon SPRING').getByRole('button', { name: 'Restore', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Restore SPRING?' })
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(question.getByRole('alert')).toContainText('SPRING')
  await expectNoAxeViolationsAtBothWidths(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row(panel, 'admin changed the discount value of the coupon SPRING from 10 to 25')).toBeVisible()
  const wrote = row(panel, 'admin wrote the announcement Sale')
  await open(wrote)
  await wrote.getByRole('button', { name: 'Show only activity of this' }).click()
  await expect(panel.getByRole('button', { name: 'Only Sale: show all' })).toBeVisible()
  await expect(panel.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toHaveCount(1)
  await page.goBack()
  await panel.getByRole('button', { name: 'Any date' }).click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.keyboard.press('Escape')
  await expect(panel.getByText('No activity match')).toBeVisible()
  await panel.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  for (const [path, name] of [
    ['/coupons', 'SPRING'],
    ['/notifications', 'Sale'],
    ['/referrals', 'ann'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('row', { name }).getByRole('button', { name: 'History' }).click()
    const drawer = page.getByRole('dialog', { name: `History of ${name}` })
    await expect(drawer.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }
})
