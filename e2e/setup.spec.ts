import { expectNoAxeViolations } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { expectScreen, openScreen } from './support/screens.ts'
import { expect, onOwnServer, typeSignIn } from './support/test.ts'

/** A new shop: without the API key that other journeys sell with. */
const test = onOwnServer(async ({ api }) => {
  for (const { id } of (await api('GET', '/admin/api-keys')) as { id: number }[]) await api('DELETE', `/admin/api-keys/${id}`)
})

test('a new shop from sign in to its first sale, by the list on the Dashboard alone', async ({ page, keydesk }) => {
  await page.goto('/')
  await typeSignIn(page, keydesk.admin)
  await expectScreen(page, 'Dashboard')
  const list = page.getByRole('list', { name: 'Set up your shop' })
  const step = (title: string) => list.getByRole('listitem').filter({ hasText: title })
  const isDone = (title: string) => expect(step(title).getByText('Done', { exact: true })).toBeAttached()
  await expect(page.getByText('0 of 6 done.')).toBeVisible()
  await expect(list.getByRole('button', { name: 'Make a test sale' })).toBeDisabled()
  await expectNoAxeViolations(page)
  await takePicture(page, 'setup')

  await test.step('a product', async () => {
    await list.getByRole('link', { name: 'Add a product' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Product' })
    await dialog.getByLabel('Name', { exact: true }).fill('Nightjar')
    await dialog.getByLabel('Variant Name').fill('30 Days')
    await dialog.getByLabel('Variant Price').fill('49.99')
    await dialog.getByRole('button', { name: 'Save Product' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('its keys', async () => {
    await openScreen(page, 'Dashboard')
    await list.getByRole('link', { name: 'Add keys' }).click()
    await expectScreen(page, 'Product Details: Nightjar')
    await page.getByRole('textbox', { name: 'Keys', exact: true }).fill('NIGHT-1\nNIGHT-2')
    await page.getByRole('button', { name: 'Save Variant' }).click()
    await expect(page.getByText(/^Variant updated successfully/)).toBeVisible()
    await openScreen(page, 'Dashboard')
    await isDone('Add a product with keys')
  })

  const key = await test.step('an API key', async () => {
    await list.getByRole('link', { name: 'Create an API key' }).click()
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API key' })
    await dialog.getByLabel('Name').fill('Shop')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const value = await page.getByLabel('API key', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await isDone('Create an API key')
    return value
  })

  await test.step('a test sale', async () => {
    await list.getByRole('button', { name: 'Make a test sale' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test sale' })
    await expect(dialog.getByLabel('Variant')).toContainText('Nightjar - 30 Days')
    await dialog.getByLabel('API key').fill(key)
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Buy' }).click()
    await expect(page.getByText('Order #1 is completed')).toBeVisible()
    await isDone('Make a test sale')
    await expect(page.getByText('3 of 6 done.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Sales by product' }).getByRole('row', { name: /Nightjar/ })).toContainText('$49.99')
  })

  await test.step('the sale is in Latest Orders', async () => {
    // The toast of the new product may still be there.
    await page.getByRole('listitem').filter({ hasText: 'Order #1 is completed' }).getByRole('button', { name: 'Open' }).click()
    await expectScreen(page, 'Latest Orders')
    await expect(page.getByRole('dialog')).toContainText('Nightjar')
  })

  await test.step('the rest is put away, in this browser', async () => {
    await openScreen(page, 'Dashboard')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(list).toBeHidden()
    await expect(page.locator('#content')).toBeFocused()
    await page.reload()
    await expectScreen(page, 'Dashboard')
    await expect(page.getByRole('table', { name: 'Sales by product' })).toBeVisible()
    await expect(list).toBeHidden()
  })
})
