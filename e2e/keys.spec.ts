import type { Page } from '@playwright/test'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { addProduct, demoKeys, sell, showKeys } from './support/keys.ts'
import { chooseOption } from './support/opening.ts'
import { pngFile } from './support/picture.ts'
import { Presses } from './support/presses.ts'
import { expectScreen, openScreen } from './support/screens.ts'
import { expect, isLong, signIn, test } from './support/test.ts'

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()
const variantRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Variants', exact: true }).getByRole('button', { name: new RegExp(`^${name}`) })

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
  await showKeys(page)
  await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue(/NORTH-OLD-2\nNORTH-DEMO-0001/)

  await test.step('the same file again', async () => {
    await page.getByRole('button', { name: 'Import keys' }).click()
    await expectNoAxeViolationsAtBothWidths(page)
    await takePicture(dialog, 'import-choose')
    await choose()
    await expect(dialog.getByText(/all 200 keys are in this variant already/)).toBeVisible()
    await expect(dialog.getByText('200 lines, without heading and blank lines')).toBeVisible()
    await expect(dialog.getByLabel('Delimiter')).toHaveValue(';')
    await expect(dialog.getByLabel('Column of the keys').locator('option:checked')).toHaveText('license key')
    await expect(dialog.getByLabel('Batch name')).toHaveValue('november.csv')
    await expect(dialog.getByRole('button', { name: 'Import keys' })).toBeDisabled()
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
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 400, height })
    await expect(refused.getByRole('code').first()).toBeVisible()
    await page.setViewportSize({ width, height })
    await expect(refused.getByRole('link', { name: `order #${sold.id}` })).toHaveAttribute('href', `/purchases/orders?order=${sold.id}`)
    await expect(refused.getByRole('link', { name: 'Elsewhere - Month' })).toHaveAttribute(
      'href',
      new RegExp(`variant=${other}#variant-${other}$`),
    )
    await expect(refused.getByText('A key must be one line of visible characters')).toBeVisible()
    await takePicture(dialog, 'import-preview', { height: 1100 })
    await dialog.getByLabel('Supplier').fill('Keys & Co')
    await dialog.getByRole('button', { name: 'Import 2 keys' }).click()
    await toast(page, '2 keys added. Not added: 1 repeated, 1 already in stock, 1 sold or reserved, 1 in another variant, 1 not a key')
  })

  await test.step('the stock, its imports, and what an undo brings', async () => {
    await chooseOption(page, 'Stock')
    expect(new URL(page.url()).searchParams.get('view')).toBe('stock')
    const stock = page.getByRole('region', { name: 'Keys in stock' }).last()
    await expect(stock.getByText(/^••••••••D-\d$/).first()).toBeVisible()
    await expect(stock.getByText('NORTH-OLD-2')).toBeHidden()
    await stock.getByRole('button', { name: 'Reveal key' }).first().click()
    await expect(stock.getByText('NORTH-OLD-2')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search keys' }).fill('new-demo')
    await expect(page.getByText('2 of 203 keys')).toBeVisible()
    const imports = page.getByRole('list', { name: 'Imports' })
    await expect(imports.getByText(/Keys & Co/)).toBeVisible()
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
    const allBack = page.getByRole('alertdialog', { name: 'Put 199 keys back on sale?' })
    await expect(allBack).toContainText('Keys of undone imports among them: 199.')
    await allBack.getByRole('button', { name: 'Put all back' }).click()
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
  await showKeys(page)
  await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue('WIDE-1\nWIDE-2')
})

test('a first key of letters is stored, and the preview says which line is the heading', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'Letters', [])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  await page.getByRole('button', { name: 'Import keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  await dialog
    .getByLabel('Key file')
    .setInputFiles({ name: 'letters.txt', mimeType: 'text/plain', buffer: Buffer.from('ABCD-EFGH\nAB12-CD34') })
  await expect(dialog.getByRole('button', { name: 'Import 2 keys' })).toBeEnabled()
  const isNamed = dialog.getByRole('checkbox', { name: 'The first line names the columns' })
  await expect(isNamed).not.toBeChecked()
  await isNamed.check()
  await expect(dialog.getByText('Line 1 is the heading, not a key: ABCD-EFGH')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import 1 key' })).toBeEnabled()
})

const many = isLong ? 200_000 : 40_000
const manyKeys = `${many.toLocaleString('en-US')} keys`

test(`${many} lines are previewed while the page goes on answering, and are stored`, async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'Wholesale', [])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  await page.getByRole('button', { name: 'Import keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  const held = Promise.withResolvers<void>()
  await page.route('**/key-imports?dry_run=true', async (route) => {
    await held.promise
    await route.continue()
  })
  const text = demoKeys('BULK', many).join('\r\n')
  await dialog.getByLabel('Key file').setInputFiles({ name: 'bulk.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(dialog.getByText(/^(?:Sending|Comparing)/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click({ trial: true })
  held.resolve()
  await dialog.getByRole('button', { name: `Import ${manyKeys}` }).click()
  await toast(page, `${manyKeys} added`)
  await expect(variantRow(page, 'Month')).toContainText(manyKeys)
})

test('an import whose sending stalls is cancelled and can be sent again', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'Stalled', [])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  await page.getByRole('button', { name: 'Import keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  await dialog.getByLabel('Key file').setInputFiles(csv('stalled.csv', 'STALL-1\nSTALL-2'))
  await page.route('**/key-imports', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
  await dialog.getByRole('button', { name: 'Import 2 keys' }).click()
  await expect(dialog.getByText('You can cancel it: nothing is stored before all keys are sent.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await toast(page, 'Import cancelled')
  await page.unroute('**/key-imports')
  await dialog.getByRole('button', { name: 'Import 2 keys' }).click()
  await toast(page, '2 keys added')
})

test('an import that waits for its answer can be left, which says that the keys may be stored', async ({ page, keydesk }) => {
  const { id, variantId } = await addProduct(keydesk, 'Waiting', [])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  await page.getByRole('button', { name: 'Import keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await dialog.getByLabel('Key file').setInputFiles(csv('waiting.csv', 'WAIT-1\nWAIT-2'))
  await expect(dialog.getByRole('button', { name: 'Import 2 keys' })).toBeEnabled()
  const browser = await page.context().newCDPSession(page)
  const answer = new Promise<string>((held) => browser.once('Fetch.requestPaused', ({ requestId }) => held(requestId)))
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/key-imports', requestStage: 'Response' }] })
  await dialog.getByRole('button', { name: 'Import 2 keys' }).click()
  await answer
  await expect(dialog.getByText(/^You can stop waiting\./)).toBeVisible()
  await cancel.click()
  await toast(page, 'Stopped waiting. All keys were sent and may be stored: look at the stock.')
  await expect(page.getByText('Import cancelled')).toBeHidden()
  await browser.send('Fetch.disable')
  expect(await keydesk.api('GET', `/admin/variants/${variantId}`)).toMatchObject({ keys: [{ value: 'WAIT-1' }, { value: 'WAIT-2' }] })

  await test.step('once the answer is here, there is nothing to cancel', async () => {
    await dialog.getByRole('button', { name: 'Choose another' }).click()
    await dialog.getByLabel('Key file').setInputFiles(csv('answered.csv', 'WAIT-3'))
    await expect(dialog.getByRole('button', { name: 'Import 1 key' })).toBeEnabled()
    const read = Promise.withResolvers<void>()
    await page.route(`**/admin/variants/${variantId}`, async (route) => {
      await read.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Import 1 key' }).click()
    await expect(cancel).toBeDisabled()
    read.resolve()
    await toast(page, '1 key added')
    await expect(dialog).toBeHidden()
  })
})

test('a paste beside typed keys leaves them in the box; a very long one is read together with them', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'Typed', [])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  await page.getByRole('button', { name: 'Import keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import keys into Month' })
  const box = dialog.getByLabel('Or paste them')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await box.press('ControlOrMeta+v')
  }
  await box.pressSequentially('TYPED-1\n')
  await paste('PASTED-1')
  await expect(box).toHaveValue('TYPED-1\nPASTED-1')
  await box.press('Enter')
  await paste(demoKeys('LONG', 2_001).join('\n'))
  await expect(dialog.getByRole('button', { name: 'Import 2,003 keys' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Choose another' }).click()
  await expect(box).toHaveValue('TYPED-1\nPASTED-1\n')
  await box.fill('')
  await paste('ALONE-1')
  await expect(dialog.getByRole('button', { name: 'Import 1 key' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Choose another' }).click()
  await expect(box).toHaveValue('')
})

test('keys are added by hand beside unsaved edits, and a save that removes some asks first', async ({ page, keydesk }) => {
  const { id } = await addProduct(keydesk, 'By hand', ['HAND-1', 'HAND-2', 'HAND-3'])
  await signIn(page, keydesk, `/products/${id}`)
  await variantRow(page, 'Month').click()
  const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
  await keys.fill('HAND-2\nHAND-3\nTYPED-1')
  await page.getByRole('textbox', { name: 'Add keys' }).fill('HAND-9\nHAND-9\nHAND-2\nBAD\u200b')
  await page.getByRole('button', { name: 'Add 4 keys' }).click()
  await expect(page.getByText('1 key added. Not added: 1 repeated, 1 already in stock')).toBeVisible()
  await expect(page.getByText('1 line not added. Line 1: A key must be one line of visible characters.')).toBeVisible()
  await expect(keys).toHaveValue(/^HAND-2\nHAND-3\n•••• \d+ ••••\nTYPED-1$/)
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('Not saved in Month: Keys')
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
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('Not saved in New Variant: Name')
  await page.getByRole('button', { name: 'Discard edits of New Variant' }).click()
  await expect(name).toHaveValue('New Variant')
})
