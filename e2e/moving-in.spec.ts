import { utimesSync, writeFileSync } from 'node:fs'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { chooseOption } from './support/opening.ts'
import { Presses } from './support/presses.ts'
import { chooseAccount, expectScreen } from './support/screens.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

const test = onOwnServer()
test.use({ allowedErrors: [/status of 400|ERR_UPLOAD_FILE_CHANGED/] })
test.describe.configure({ mode: 'serial' })

/** An export of WooCommerce with so many products: each has two variations, and one in ten has no price. */
function wooFile(products: number): string {
  const titles =
    'ID,Type,SKU,Name,Published,Short description,Description,Stock,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)'
  const rows = Array.from({ length: products }, (_, index) => {
    const id = 1000 + index * 10
    const name = `Northlight ${index + 1}`
    return [
      `${id},variable,,"${name}",1,"<p>Quick, and quiet</p>","<h3>About</h3>\\n<p>Line</p>",,,,"Tools > Cheats",https://shop.example/${id}.png,,Time,"1 day, 30 days"`,
      `${id + 1},variation,NL-${id}-1,"${name} - 1 day",1,,,,,"4,99",,,id:${id},Time,"1 day"`,
      `${id + 2},variation,NL-${id}-30,"${name} - 30 days",1,,,,,${index % 10 === 0 ? '' : '"29,90"'},,,id:${id},Time,"30 days"`,
    ].join('\r\n')
  })
  return `\ufeff${[titles, ...rows].join('\r\n')}\r\n`
}

const fileOf = (text: string, name = 'wc-product-export.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a WooCommerce shop of 300 products moves in with three presses, from the empty list', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  const presses = new Presses()
  await presses.click(page.getByRole('link', { name: 'import a shop' }))
  const panel = page.getByRole('dialog', { name: 'Import a shop' })
  const chooser = page.waitForEvent('filechooser')
  await presses.click(panel.getByRole('button', { name: 'Choose a file' }))
  await (await chooser).setFiles(fileOf(wooFile(300)))
  const preview = panel.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('button', { name: /New\s*870/ })).toBeVisible({ timeout: 15_000 })
  await expect(preview.getByText('2 columns not used: Stock, Images')).toBeVisible()
  await expectNoAxeViolationsAtBothWidths(page)
  await takePicture(panel, 'moving-in-preview', { height: 860 })
  await preview.getByRole('button', { name: /Not usable\s*30/ }).click()
  await expect(preview.getByText('It has no price').first()).toBeVisible()
  await presses.click(panel.getByRole('button', { name: 'Import 870 rows' }))
  await expect(panel.getByRole('row', { name: /wc-product-export\.csv/ }).getByText('Imported', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  expect(presses.count).toBe(3)
  await takePicture(panel, 'moving-in-imports', { height: 560 })
  await page.keyboard.press('Escape')
  await expectScreen(page, 'Products')
  await expect(page.getByText('Northlight 300')).toBeVisible()
})

test('a file that cannot be used says why, and the next one can be chosen', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  await chooseAccount(page, 'Import a shop')
  const panel = page.getByRole('dialog', { name: 'Import a shop' })
  const input = panel.getByLabel('File of the shop')
  await input.setInputFiles(fileOf('ID,Type,Name\r\n1,simple,"Open\r\n2,simple,Closed', 'broken.csv'))
  await expect(panel.getByText(/Row 2 has a quotation mark without a partner/)).toBeVisible()
  await input.setInputFiles(fileOf('Handle,Title\r\na,A', 'other.csv'))
  await expect(panel.getByText(/The file has no column Type, Name/)).toBeVisible()
  await expectNoAxeViolationsAtBothWidths(page)
  await input.setInputFiles(fileOf(wooFile(2)))
  await expect(panel.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await expect(panel.getByRole('button', { name: /In the shop already\s*5/ })).toBeVisible()
})

test('a file that was saved again after it was chosen is to be chosen again', async ({ page, keydesk }, testInfo) => {
  await signIn(page, keydesk, '/products')
  await chooseAccount(page, 'Import a shop')
  const panel = page.getByRole('dialog', { name: 'Import a shop' })
  const path = testInfo.outputPath('products.csv')
  const changed = 'The file was changed or moved after it was chosen. Choose it again.'
  const save = (names: readonly string[], at: number) => {
    writeFileSync(path, ['Product,Variant,Price', ...names.map((name) => `${name},Day,5`)].join('\n'))
    // Browsers may compare whole seconds.
    utimesSync(path, at, at)
  }
  save(['Comet'], 1_790_000_000)
  await chooseOption(page, 'Keydesk')
  await panel.getByLabel('File of the shop').setInputFiles(path)
  await expect(panel.getByRole('button', { name: 'Import 1 row' })).toBeEnabled()
  save(['Comet', 'Meteor'], 1_790_000_010)
  await panel.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText(changed, { exact: true })).toBeVisible()
  await chooseOption(page, 'Shopify')
  const preview = panel.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('alert')).toHaveText(`products.csv: ${changed}`)
  await expect(preview.getByRole('button', { name: 'Try again' })).toBeHidden()
  await chooseOption(page, 'Keydesk')
  await panel.getByLabel('File of the shop').setInputFiles(path)
  await expect(panel.getByRole('button', { name: 'Import 2 rows' })).toBeEnabled()
})

test('leaving while a file is sent asks first, and stops it', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  await chooseAccount(page, 'Import a shop')
  const panel = page.getByRole('dialog', { name: 'Import a shop' })
  await chooseOption(page, 'Keydesk')
  await panel.getByLabel('File of the shop').setInputFiles(fileOf('Product,Variant,Price\nComet,Day,5', 'comet.csv'))
  await page.route('**/admin/shop-imports?wait=false', () => undefined)
  await panel.getByRole('button', { name: 'Import 1 row' }).click()
  const sending = panel.getByRole('button', { name: 'Sending 0%' })
  await expect(sending).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await test.step('the tab', async () => {
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
  })
  await test.step('Back', async () => {
    await page.evaluate(() => history.go(-1))
    await expect(question).toContainText('The file is still being sent. If you leave, nothing of it is imported.')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(sending).toBeVisible()
  })
  await test.step('Escape', async () => {
    await page.keyboard.press('Escape')
    const stopped = page.waitForEvent('requestfailed')
    await question.getByRole('button', { name: 'Leave' }).click()
    expect((await stopped).url()).toContain('/admin/shop-imports?wait=false')
    await expect(panel).toBeHidden()
    await expect(page.getByText('Import cancelled')).toBeVisible()
  })
})

test('the import is undone, except what was built on it', async ({ page, keydesk }) => {
  const products = (await keydesk.api('GET', '/admin/products')) as { id: number; name: string; variants: { id: number }[] }[]
  const stocked = products.find(({ name }) => name === 'Northlight 7')!
  await keydesk.api('PUT', `/admin/variants/${stocked.variants[0]!.id}`, { keys: ['NORTH-7'] })
  await signIn(page, keydesk, '/products')
  await chooseAccount(page, 'Import a shop')
  const panel = page.getByRole('dialog', { name: 'Import a shop' })
  await panel.getByRole('button', { name: 'Undo the import of wc-product-export.csv' }).click()
  await page.getByRole('alertdialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click()
  await expect(panel.getByRole('row', { name: /wc-product-export\.csv/ })).toContainText('Undone1 kept', { timeout: 30_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByText('Northlight 7', { exact: true })).toBeVisible()
  await expect(page.getByText('Northlight 8', { exact: true })).toBeHidden()
})

test('a past order is found by the number that the customer knows', async ({ page, keydesk }) => {
  await keydesk.api('POST', '/admin/products', { name: 'Aurora', description: '', variants: [{ name: 'Day', price: 5, keys: [] }] })
  await signIn(page, keydesk, '/products')
  await chooseAccount(page, 'Import a shop')
  const panel = page.getByRole('dialog', { name: 'Import a shop' })
  await chooseOption(page, 'Past orders')
  await chooseOption(page, 'Keydesk')
  const file =
    'Order,Date,Email,Product,Variant,Amount\nR-1001,2026-01-31 14:30,ann@example.com,Aurora,Day,5\nR-1002,soon,bob@example.com,Aurora,Day,5\n'
  await panel.getByLabel('File of the shop').setInputFiles(fileOf(file, 'orders.csv'))
  const rows = panel.getByRole('region', { name: 'Rows of the file' })
  await expect(rows.getByText('Past order R-1001 of ann@example.com')).toBeVisible()
  // The number is that of the sheet, where the row is to be mended.
  await expect(rows.getByText('Row 3', { exact: true })).toBeVisible()
  await expect(rows.getByText(/^The date cannot be read/)).toBeVisible()
  await panel.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(panel.getByRole('row', { name: /orders\.csv/ }).getByText('Imported', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.getByRole('dialog', { name: 'Search everything' }).getByRole('combobox').fill('#R-1001')
  await page.getByRole('option', { name: /imported as R-1001/ }).click()
  const drawer = page.getByRole('dialog', { name: /^Order #/ })
  await expect(drawer.getByText('Old number')).toBeVisible()
  await expect(drawer.getByText('R-1001')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('R-1001')
  await expect(page.getByRole('row').filter({ hasText: 'ann@example.com' })).toBeVisible()
})
