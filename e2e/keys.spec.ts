import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { pngFile } from './support/picture.ts'
import { Presses } from './support/presses.ts'
import { expectScreen, openScreen } from './support/screens.ts'
import type { Keydesk } from './support/server.ts'
import { expect, signIn, test } from './support/test.ts'

const demoKeys = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-DEMO-${String(index + 1).padStart(4, '0')}`)
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const variantRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Variants', exact: true }).getByRole('button', { name: new RegExp(`^${name}`) })

async function addProduct({ api }: Keydesk, name: string, keys: readonly string[]) {
  const body = { name, description: '', variants: [{ name: 'Month', price: 20, keys }] }
  const { id } = (await api('POST', '/admin/products', body)) as { id: number }
  const { variants } = (await api('GET', `/products/id/${id}`)) as { variants: { id: number }[] }
  return { id, variantId: variants[0]!.id }
}

async function sell({ store }: Keydesk, variant_id: number, quantity = 1) {
  const order = { customer_email: 'ann@example.com', items: [{ variant_id, quantity }] }
  const { id } = (await store('POST', '/store/purchases', order)) as { id: number }
  return (await store('POST', `/store/purchases/${id}/complete`, {})) as { id: number; items: { keys: string[] }[] }
}

/** Both widths that every dialog and drawer is checked at. */
async function expectNoAxeViolationsAtBothWidths(page: Page) {
  for (const width of [400, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
  }
}

test('200 keys of a file are stocked in at most 7 presses; the file a second time stores nothing; the import is undone', async ({
  page,
  keydesk,
}) => {
  const { variantId } = await addProduct(keydesk, 'Northlight', ['NORTH-OLD-1', 'NORTH-OLD-2'])
  const file = csv(
    'november.csv',
    `order;license key;date\r\n${demoKeys('NORTH', 200)
      .map((key, i) => `${i};${key};2026-11-01\r\n`)
      .join('')}`,
  )
  await signIn(page, keydesk)
  const presses = new Presses()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser')
    await presses.click(dialog.getByRole('button', { name: 'Choose a file' }))
    await (await chooser).setFiles(file)
  }

  await presses.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }))
  await presses.click(page.getByRole('link', { name: /Northlight/ }))
  await presses.click(variantRow(page, 'Month'))
  await presses.click(page.getByRole('button', { name: 'Import keys' }))
  await choose()
  await presses.click(dialog.getByRole('button', { name: 'Import 200 keys' }))
  await toast(page, '200 keys added')
  expect(presses.count).toBeLessThanOrEqual(7)
  await expect(variantRow(page, 'Month')).toContainText('202 keys')
  await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue(/NORTH-OLD-2\nNORTH-DEMO-0001/)

  await test.step('the same file again', async () => {
    await page.getByRole('button', { name: 'Import keys' }).click()
    await expectNoAxeViolationsAtBothWidths(page)
    await takePicture(dialog, 'import-choose')
    await choose()
    await expect(dialog.getByText(/all 200 keys are in this variant already/)).toBeVisible()
    await expect(dialog.getByLabel('Delimiter')).toHaveValue(';')
    await expect(dialog.getByLabel('Column of the keys').locator('option:checked')).toHaveText('license key')
    await expect(dialog.getByLabel('Batch name')).toHaveValue('november.csv')
    await expect(dialog.getByRole('button', { name: 'Import keys' })).toBeDisabled()
    await expectNoAxeViolationsAtBothWidths(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a file of all sorts', async () => {
    const { variantId: other } = await addProduct(keydesk, 'Elsewhere', ['ELSE-DEMO-1'])
    const sold = await sell(keydesk, variantId)
    const lines = ['NEW-DEMO-1', 'NEW-DEMO-2', 'NEW-DEMO-1', 'NORTH-DEMO-0007', 'NORTH-OLD-1', 'ELSE-DEMO-1', 'HID\u200bDEN']
    await page.getByRole('button', { name: 'Import keys' }).click()
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'mixed.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) })
    await expect(dialog.getByRole('button', { name: 'Import 2 keys' })).toBeEnabled()
    const refused = dialog.getByRole('region', { name: 'Lines that will not be stored' })
    await expect(refused.getByRole('listitem')).toHaveCount(5)
    await expect(refused.getByRole('listitem').nth(0)).toContainText('Line 3')
    await expect(refused.getByText('Repeated in the list')).toBeVisible()
    await expect(refused.getByRole('link', { name: `order #${sold.id}` })).toHaveAttribute('href', `/purchases/orders?order=${sold.id}`)
    await expect(refused.getByRole('link', { name: 'Elsewhere - Month' })).toHaveAttribute('href', new RegExp(`variant=${other}$`))
    await expect(refused.getByText('A key must be one line of visible characters')).toBeVisible()
    await expectNoAxeViolationsAtBothWidths(page)
    await takePicture(dialog, 'import-preview', { height: 1100 })
    await dialog.getByLabel('Supplier').fill('Keys & Co')
    await dialog.getByRole('button', { name: 'Import 2 keys' }).click()
    await toast(page, '2 keys added: 1 repeated, 1 already in stock, 1 sold or reserved, 1 in another variant, 1 not a key')
  })

  await test.step('the stock, its imports, and what an undo brings', async () => {
    await page.getByRole('radio', { name: 'Stock' }).check({ force: true })
    expect(new URL(page.url()).searchParams.get('view')).toBe('stock')
    const stock = page.getByRole('region', { name: 'Keys in stock' }).last()
    await expect(stock.getByText('NORT••••••••').first()).toBeVisible()
    await expect(stock.getByText('NORTH-OLD-2')).toBeHidden()
    await stock.getByRole('button', { name: 'Reveal key' }).first().click()
    await expect(stock.getByText('NORTH-OLD-2')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search keys' }).fill('new-demo')
    await expect(page.getByText('2 of 203 keys')).toBeVisible()
    const imports = page.getByRole('list', { name: 'Imports' })
    await expect(imports.getByText(/Keys & Co/)).toBeVisible()
    await expectNoAxeViolationsAtBothWidths(page)
    await takePicture(page.getByRole('region', { name: 'Variants', exact: true }), 'stock', { height: 1000 })
    await imports.getByRole('button', { name: 'Undo import november.csv' }).click()
    const question = page.getByRole('alertdialog', { name: 'Undo the import november.csv?' })
    await expect(question).toContainText('200 keys leave the stock and can be put back for 30 days.')
    await question.getByRole('button', { name: 'Undo import' }).click()
    await toast(page, 'Import undone: 200 keys removed from the stock')
    await expect(imports.getByText('Undone by admin: 200 removed, 0 kept')).toBeVisible()
    await expect(variantRow(page, 'Month')).toContainText('3 keys')
    await page.getByRole('button', { name: 'Put back', exact: true }).first().click()
    await toast(page, '1 key put back')
    await page.getByRole('button', { name: 'Put all back' }).click()
    await toast(page, '199 keys put back')
    await expect(variantRow(page, 'Month')).toContainText('203 keys')
  })
})

test('a file that holds no text is refused in words, and one in UTF-16 is read as what it is', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'Refusing', [])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  await page.getByRole('button', { name: 'Import keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  const file = dialog.getByLabel('Key file')
  await file.setInputFiles({ ...pngFile('keys.csv', [200, 20, 20]), mimeType: 'text/csv' })
  await expect(dialog.getByRole('alert')).toHaveText('keys.csv is a PNG picture, not a text file.')
  await expectNoAxeViolationsAtBothWidths(page)
  await file.setInputFiles(csv('latin.csv', ''))
  await expect(dialog.getByRole('alert')).toHaveText('latin.csv is empty.')
  await file.setInputFiles({ name: 'wide.txt', mimeType: 'text/plain', buffer: Buffer.from('\uFEFFWIDE-1\r\nWIDE-2\r\n', 'utf16le') })
  await expect(dialog.getByText('wide.txt is a UTF-16 file and was read as one.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 keys' }).click()
  await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue('WIDE-1\nWIDE-2')
})

test('200,000 lines are previewed while the page goes on answering, and are stored', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'Wholesale', [])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  await page.getByRole('button', { name: 'Import keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  const text = demoKeys('BULK', 200_000).join('\r\n')
  await dialog.getByLabel('Key file').setInputFiles({ name: 'bulk.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(dialog.getByRole('progressbar').or(dialog.getByText(/^Comparing/))).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 200,000 keys' }).click()
  await toast(page, '200,000 keys added')
  await expect(variantRow(page, 'Month')).toContainText('200,000 keys')
})

test('keys are added by hand beside unsaved edits, and a save that removes some asks first', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'By hand', ['HAND-1', 'HAND-2', 'HAND-3'])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
  await keys.fill('HAND-2\nHAND-3\nTYPED-1')
  await page.getByRole('textbox', { name: 'Add keys' }).fill('HAND-9\nHAND-9\nHAND-2\nBAD\u200b')
  await page.getByRole('button', { name: 'Add 4 keys' }).click()
  await expect(page.getByText('1 key added: 1 repeated, 1 already in stock')).toBeVisible()
  await expect(page.getByText('1 line not added. Line 4: A key must be one line of visible characters.')).toBeVisible()
  await expect(keys).toHaveValue('HAND-2\nHAND-3\nHAND-9\nTYPED-1')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('Variant Month: Keys')
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(page.getByRole('region', { name: 'Variants', exact: true }), 'add-keys', { height: 1200 })
  await page.getByRole('textbox', { name: 'Add keys' }).fill('')
  await keys.press('Control+s')
  const question = page.getByRole('alertdialog', { name: 'Remove 1 key?' })
  await expect(question).toContainText('It stays in Removed keys for 30 days.')
  await expectNoAxeViolationsAtBothWidths(page)
  await question.getByRole('button', { name: 'Remove 1 key' }).click()
  await toast(page, 'Variant updated successfully: 1 added, 1 removed')
  await expect(bar).toBeHidden()
})

test('a key that a customer complains about is replaced in at most 5 presses, and stands in no address', async ({ page, keydesk }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { variantId } = await addProduct(keydesk, 'Replaceable', demoKeys('GIVEN', 3))
  const order = await sell(keydesk, variantId)
  const [old] = order.items[0]!.keys
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await signIn(page, keydesk)
  const presses = new Presses()
  const dialog = page.getByRole('dialog', { name: 'Replace key' })

  await presses.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }))
  await presses.click(page.getByRole('searchbox', { name: 'Search orders' }))
  await page.keyboard.insertText(old!)
  await expect(page.getByRole('list', { name: 'Life of the key' }).getByRole('listitem')).toHaveCount(3)
  await presses.click(page.getByRole('button', { name: 'Replace key' }))
  await presses.click(dialog.getByRole('button', { name: 'Replace key' }))
  const replaced = page.getByRole('dialog', { name: 'Key replaced' })
  await presses.click(replaced.getByRole('button', { name: 'Copy reply' }))
  expect(presses.count).toBeLessThanOrEqual(5)
  const reply = await page.evaluate(() => navigator.clipboard.readText())
  expect(reply).toContain('GIVEN-DEMO-0002')
  expect(reply).toContain('Replaceable - Month did not work')
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(replaced, 'replaced')
  await replaced.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Replaced by another key: Not working')).toBeVisible()
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(page.getByRole('region', { name: 'Key passport' }), 'passport')
  expect(addresses.filter((address) => address.includes(old!))).toEqual([])

  await test.step('the drawer shows both', async () => {
    await page.getByRole('link', { name: `#${order.id}`, exact: true }).click()
    const drawer = page.getByRole('dialog', { name: `Order #${order.id}` })
    await expect(drawer.getByRole('region', { name: 'Replaced keys' })).toContainText('Not working')
    await expectNoAxeViolationsAtBothWidths(page)
    await drawer.getByRole('button', { name: 'Replace', exact: true }).click()
    await expectNoAxeViolationsAtBothWidths(page)
    await takePicture(dialog, 'replace')
    await dialog.getByLabel('Reason').selectOption('wrong_region')
    await dialog.getByLabel('Note').fill('Bought for Japan')
    await dialog.getByRole('button', { name: 'Replace key' }).click()
    await expect(replaced).toContainText('GIVEN-DEMO-0003')
    await replaced.getByRole('button', { name: 'Done' }).click()
    await expect(drawer.getByRole('region', { name: 'Replaced keys' })).toContainText('Bought for Japan')
  })
})

test.describe('with nothing left', () => {
  test.use({ allowedErrors: [/status of 409/] })

  test('a key cannot be replaced without another, nor twice, and the dialog says why', async ({ page, keydesk }) => {
    const { variantId } = await addProduct(keydesk, 'Short', demoKeys('SHORT', 1))
    const order = await sell(keydesk, variantId)
    await signIn(page, keydesk, `/purchases/orders?order=${order.id}`)
    const drawer = page.getByRole('dialog', { name: `Order #${order.id}` })
    const dialog = page.getByRole('dialog', { name: 'Replace key' })
    await drawer.getByRole('button', { name: 'Replace', exact: true }).click()
    await dialog.getByRole('button', { name: 'Replace key' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('No key of this variant is left to replace it with')
    const { keys } = (await keydesk.api('GET', `/admin/purchases/orders/${order.id}`)) as { keys: { id: number }[] }
    await keydesk.api('POST', `/admin/variants/${variantId}/key-imports`, { name: 'More', values: demoKeys('MORE', 2) })
    await keydesk.api('POST', `/admin/purchases/orders/${order.id}/keys/${keys[0]!.id}/replace`, { reason: 'other' })
    await dialog.getByRole('button', { name: 'Replace key' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('This key was replaced already')
    await page.keyboard.press('Escape')
    await expect(drawer.getByRole('region', { name: 'Replaced keys' })).toBeVisible()
  })
})

test('a new product can be opened from its toast, and a new variant waits for its name', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await openScreen(page, 'Products')
  await page.getByRole('button', { name: 'Add New Product' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Osprey')
  await dialog.getByLabel('Variant Name').fill('Day')
  await dialog.getByLabel('Variant Price').fill('3')
  await dialog.getByRole('button', { name: 'Save Product' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expectScreen(page, 'Product Details: Osprey')
  await page.getByRole('button', { name: 'Add Variant' }).click()
  const name = page.getByRole('textbox', { name: 'Variant Name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Week')
  await expect(name).toHaveValue('Week')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('Variant New Variant: Name')
  await page.getByRole('button', { name: 'Discard edits of New Variant' }).click()
  await expect(name).toHaveValue('New Variant')
})
