import type { Locator, Page } from '@playwright/test'
import { showKeys } from './support/keys.ts'
import { chooseOption } from './support/opening.ts'
import { pngFile } from './support/picture.ts'
import { expectScreen, expectUsable, openScreen } from './support/screens.ts'
import { expect, signIn, test } from './support/test.ts'

const select = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true })
const choose = (page: Page, label: string, option: string) => select(page, label).selectOption({ label: option })
const expectChosen = (page: Page, label: string, option: string) =>
  expect(select(page, label).getByRole('option', { selected: true })).toHaveText(option)
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
/** Presses like a mouse whose button bounces: the second press comes before anything can be drawn. */
const pressTwice = async (button: Locator): Promise<void> => {
  await expect(button).toBeEnabled()
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

test('a product is made, filled in every panel, found again after a reload, and deleted', async ({ page, keydesk }) => {
  test.setTimeout(120_000)
  await signIn(page, keydesk)
  await openScreen(page, 'Products')
  await expectUsable(page, 'Products')

  await page.getByRole('button', { name: 'Add New Product' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Nightjar')
  await dialog.getByLabel('Description').fill('Quiet at night')
  await dialog.getByLabel('Variant Name').fill('30 Days')
  // Many people write it so; a browser would make 4999 of it.
  await dialog.getByLabel('Variant Price').pressSequentially('49,99')
  await expect(dialog.getByLabel('Variant Price')).toHaveValue('49.99')
  await dialog.getByRole('button', { name: 'Save Product' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: /Nightjar/ }).click()
  await expectScreen(page, 'Product Details: Nightjar')
  await expect(page.getByRole('textbox', { name: 'Full Description' })).toBeVisible()

  await test.step('basic information, with rich text', async () => {
    await panel(page, 'Basic Information').getByLabel('Short Description').fill('Quiet by day, too')
    const editor = page.getByRole('textbox', { name: 'Full Description' })
    await editor.click()
    await page
      .getByRole('toolbar', { name: /full description/i })
      .getByRole('button', { name: 'Bold' })
      .click()
    await page.keyboard.type('Strong words')
  })

  await test.step('filters, of which a change of category starts afresh', async () => {
    await choose(page, 'Cheat Type', 'DMA')
    await choose(page, 'Category', 'Spoofers')
    await choose(page, 'Spoofer Type', 'Permanent')
    await panel(page, 'Filters').getByRole('checkbox', { name: 'Vanguard' }).check()
    await panel(page, 'Filters').getByRole('switch', { name: 'Featured' }).check()
  })

  await test.step('details, instructions, questions and updates', async () => {
    await choose(page, 'Update Status', 'Updating')
    await choose(page, 'Detection Status', 'Unknown')
    await page.getByLabel('Supported On').fill('Windows 11')
    await panel(page, 'Instructions').getByRole('textbox').fill('Run it.\nWait.')
    const addFaq = page.getByRole('button', { name: 'Add FAQ' })
    await expect(addFaq).toBeDisabled()
    await page.getByRole('textbox', { name: 'New Question' }).fill('Is it quiet?')
    await expect(addFaq).toBeDisabled()
    await page.getByRole('textbox', { name: 'New Answer' }).fill('Very.')
    await addFaq.click()
    const addUpdate = page.getByRole('button', { name: 'Add Update' })
    await page.getByRole('textbox', { name: 'New Update Title' }).fill('First flight')
    await page.getByLabel('New Update Date').fill('2026-11-01')
    await expect(addUpdate).toBeDisabled()
    await page.getByRole('textbox', { name: 'New Update Description' }).click()
    await page.keyboard.type('It flies.')
    await addUpdate.click()
  })

  await test.step('an upload keeps what is not saved yet', async () => {
    await expect(page.getByRole('button', { name: 'Upload Image' })).toBeDisabled()
    await page.getByLabel('Image File').setInputFiles(pngFile('night.png', [20, 20, 80]))
    await pressTwice(page.getByRole('button', { name: 'Upload Image' }))
    await toast(page, 'Image uploaded successfully')
    await expect(panel(page, 'Media').getByRole('img')).toHaveCount(1)
    await expect(page.getByLabel('Supported On')).toHaveValue('Windows 11')
    await page.getByLabel('Video URL').fill('https://vimeo.com/76979871/abcdef1234')
    await page.getByRole('button', { name: 'Add Video' }).click()
    await toast(page, 'Video added successfully')
    await expect(panel(page, 'Media').getByText('Active', { exact: true })).toBeVisible()
  })

  await page.keyboard.press('Control+s')
  await toast(page, 'Product updated successfully')

  await test.step('keys', async () => {
    await panel(page, 'Variants')
      .getByRole('button', { name: /^30 Days/ })
      .click()
    const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
    const save = page.getByRole('button', { name: 'Save Variant' })
    await expect(save).toBeDisabled()
    await keys.click()
    await page.keyboard.type('KEY-1')
    await page.keyboard.press('Enter')
    await page.keyboard.type('KEY-2')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' KEY-1 ')
    await save.click()
    await expect(page.getByText(/^Variant updated successfully.*2 added/).first()).toBeVisible()
    await pressTwice(page.getByRole('button', { name: 'Add Variant' }))
    await toast(page, 'New variant created successfully')
    await expect(panel(page, 'Variants').getByText('New Variant')).toBeVisible()
    await expect(panel(page, 'Variants').getByText('New Variant')).toHaveCount(1)
  })

  await page.reload()
  await test.step('all of it is there', async () => {
    await expect(page.getByLabel('Short Description')).toHaveValue('Quiet by day, too')
    await expect(page.getByRole('textbox', { name: 'Full Description' }).locator('strong')).toHaveText('Strong words')
    await expectChosen(page, 'Category', 'Spoofers')
    await expectChosen(page, 'Spoofer Type', 'Permanent')
    await expect(panel(page, 'Filters').getByLabel('Vanguard')).toBeChecked()
    await expect(panel(page, 'Filters').getByLabel('Featured')).toBeChecked()
    await expectChosen(page, 'Update Status', 'Updating')
    await expectChosen(page, 'Detection Status', 'Unknown')
    await expect(page.getByLabel('Supported On')).toHaveValue('Windows 11')
    await expect(panel(page, 'Instructions').getByRole('textbox')).toHaveValue('Run it.\nWait.')
    await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Is it quiet?')
    await expect(panel(page, 'Updates').getByText('First flight')).toBeVisible()
    await expect(panel(page, 'Media').getByText('Active', { exact: true })).toBeVisible()
    await panel(page, 'Variants')
      .getByRole('button', { name: /^30 Days/ })
      .click()
    await showKeys(page)
    await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toHaveValue('KEY-1\nKEY-2')
  })

  await page.getByRole('button', { name: 'Delete Product' }).click()
  const confirm = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(confirm).toContainText('Are you sure you want to delete this product? This action cannot be undone.')
  await confirm.getByRole('button', { name: /Delete/ }).click()
  await toast(page, 'Product deleted successfully')
  await expectUsable(page, 'Products')
  await expect(page.getByRole('link', { name: /Nightjar/ })).toBeHidden()
})

test.describe('two people', () => {
  test.use({ allowedErrors: [/status of 409/] })

  test('what somebody else saved is not overwritten, and nothing typed is lost', async ({ page, keydesk }) => {
    const made = (await keydesk.api('POST', '/admin/products', { name: 'Shared', description: 'Before', variants: [] })) as { id: number }
    await signIn(page, keydesk, `/products/${made.id}`)
    await page.getByLabel('Short Description').fill('Mine')
    await keydesk.api('PUT', `/admin/products/${made.id}`, { supported_on: 'Theirs' })
    await page.getByRole('button', { name: 'Save Changes' }).first().click()
    await expect(page.getByRole('button', { name: 'Apply mine on top' })).toBeVisible()
    await page.getByRole('button', { name: 'Apply mine on top' }).click()
    await toast(page, 'Product updated successfully')
    await expect(page.getByLabel('Short Description')).toHaveValue('Mine')
    await expect(page.getByLabel('Supported On')).toHaveValue('Theirs')
    const stored = (await keydesk.api('GET', `/products/id/${made.id}`)) as { description: string; supported_on: string }
    expect(stored).toMatchObject({ description: 'Mine', supported_on: 'Theirs' })
  })
})

test('leaving with unsaved edits asks first, by a link and by Back', async ({ page, keydesk }) => {
  const made = (await keydesk.api('POST', '/admin/products', { name: 'Unsaved', description: '', variants: [] })) as { id: number }
  await signIn(page, keydesk)
  await openScreen(page, 'Products')
  await page.getByRole('link', { name: /Unsaved/ }).click()
  await expectScreen(page, 'Product Details: Unsaved')
  await page.getByLabel('Short Description').fill('Not yet')
  const question = page.getByRole('alertdialog')
  for (const leave of [() => openScreen(page, 'Coupons'), () => page.goBack()]) {
    await leave()
    await expect(question).toContainText('Leave without saving?')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(page.getByLabel('Short Description')).toHaveValue('Not yet')
    expect(new URL(page.url()).pathname).toBe(`/products/${made.id}`)
  }
  await openScreen(page, 'Coupons')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectUsable(page, 'Coupons')
})

test('on a slow computer, a product that is opened from the list shows its text editors', async ({ page, keydesk }) => {
  const made = (await keydesk.api('POST', '/admin/products', { name: 'Slowly', description: '', variants: [] })) as { id: number }
  await keydesk.api('PUT', `/admin/products/${made.id}`, { full_description: '<p>Read me</p>', requirements: '<p>Windows</p>' })
  await signIn(page, keydesk)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await openScreen(page, 'Products')
  await page.getByRole('link', { name: /Slowly/ }).click()
  for (const [label, text] of [
    ['Full Description', 'Read me'],
    ['System Requirements', 'Windows'],
  ] as const) {
    const editor = page.getByRole('textbox', { name: label })
    await expect(editor).toHaveText(text)
    await editor.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await expect(editor).toHaveText(`${text} now`)
  }
})

test('a variant with 100,000 keys opens, is edited and saved', async ({ page, keydesk }) => {
  test.setTimeout(180_000)
  const keys = Array.from({ length: 100_000 }, (_, i) => `BULK-${String(i).padStart(6, '0')}`)
  const made = (await keydesk.api('POST', '/admin/products', {
    name: 'Bulk',
    description: '',
    variants: [{ name: 'Many', price: 1, keys }],
  })) as { id: number }
  await signIn(page, keydesk, `/products/${made.id}`)
  await panel(page, 'Variants').getByRole('button', { name: /^Many/ }).click()
  const editor = page.getByRole('textbox', { name: 'Keys', exact: true })
  await editor.click({ timeout: 60_000 })
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('FIRST')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save Variant' }).click()
  await expect(page.getByText(/^Variant updated successfully: 1 added/).first()).toBeVisible({ timeout: 60_000 })
  await expect(panel(page, 'Variants').getByRole('button', { name: /^Many/ })).toContainText('100,001 keys')
  await page.getByRole('textbox', { name: 'Keys', exact: true }).press('Control+End')
  await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toContainText('FIRST')
})

test('products are shown as a table, which stays after a reload; its rows open and are selected', async ({ page, keydesk }) => {
  for (let index = 1; index <= 11; index += 1)
    await keydesk.api('POST', '/admin/products', {
      name: `Plover ${index}`,
      description: '',
      variants: [{ name: 'Day', price: index, keys: [] }],
    })
  await signIn(page, keydesk, '/products')
  const cards = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  await expect(cards).toHaveCount(9)
  const inFirstRow = () =>
    cards.evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().top === all[0]!.getBoundingClientRect().top).length)
  const { width, height } = page.viewportSize()!
  for (const [wide, columns] of [
    [400, 1],
    [800, 2],
    [1440, 3],
    [width, 3],
  ] as const) {
    await page.setViewportSize({ width: wide, height })
    await expect.poll(inFirstRow, `${wide} pixels`).toBe(columns)
  }
  await chooseOption(page, 'Table')
  const table = page.getByRole('table', { name: 'Products' })
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('link', { name }) })
  const first = table.getByRole('row').nth(1)
  await expect(table.getByRole('link', { name: /^Plover/ })).toHaveCount(11)
  await page.reload()
  await expect(row('Plover 11')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Products' })).toBeHidden()
  expect((await row('Plover 11').boundingBox())!.height).toBe(44)

  await test.step('sorted, and as it was after a product was opened', async () => {
    await table.getByRole('button', { name: 'Price' }).click()
    await expect(first.getByText('Plover 1', { exact: true })).toBeVisible()
    // The whole row is the link.
    await row('Plover 3').click()
    await expectScreen(page, 'Product Details: Plover 3')
    await page.goBack()
    await expect(first.getByText('Plover 1', { exact: true })).toBeVisible()
  })

  await test.step('the boxes show when they are of use', async () => {
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
    const label = (name: string) => row(name).locator('label')
    await page.mouse.move(0, 0)
    await expect(label('Plover 4')).toHaveCSS('opacity', '0')
    await row('Plover 4').hover()
    await expect(label('Plover 4')).toHaveCSS('opacity', '1')
    await box('Plover 4').check()
    await expect(label('Plover 5')).toHaveCSS('opacity', '1')
    await box('Plover 5').check()
    const bar = page.getByRole('region', { name: 'Selected products' })
    await expect(bar).toContainText('2 products selected')
    await expect(bar).toBeInViewport({ ratio: 1 })
    await bar.getByRole('button', { name: 'Edit 2 products' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit 2 products' })).toContainText('Plover 5')
  })
})

test('the save bar moves nothing, and the section list follows a variant that opens', async ({ page, keydesk }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const made = (await keydesk.api('POST', '/admin/products', {
    name: 'Turnstone',
    description: '',
    variants: [{ name: 'Day', price: 1, keys: ['A-1'] }],
  })) as { id: number }
  await signIn(page, keydesk, `/products/${made.id}`)
  await expect(page.getByRole('button', { name: 'Upload Image' })).toBeVisible()

  await test.step('the section list', async () => {
    const marked = page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current=location]')
    const variant = panel(page, 'Variants').getByRole('button', { name: /^Day/ })
    // Both panels are in the upper third of the window.
    await panel(page, 'Variants').evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().top - 80))
    await expect(marked).toHaveText('Instructions')
    await variant.click()
    await expect(page.getByRole('textbox', { name: 'Keys', exact: true })).toBeVisible()
    await expect(marked).toHaveText('Variants')
    await variant.click()
    await expect(marked).toHaveText('Instructions')
  })

  await test.step('the bar, at the end of the page', async () => {
    const title = page.getByRole('textbox', { name: 'New Update Title' })
    const bar = page.getByRole('region', { name: 'Unsaved changes', exact: true })
    const end = () => page.evaluate(() => [scrollY, document.documentElement.scrollHeight])
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(panel(page, 'History').getByText('admin created the product').first()).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const before = await end()
    await title.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
    await page.keyboard.insertText('Wings')
    await expect(bar).toBeVisible()
    expect(await end()).toEqual(before)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(bar).toBeHidden()
    expect(await end()).toEqual(before)
  })
})

test('on a phone the first product is near the top, as a card with a picture and as a row of the table', async ({ page, keydesk }) => {
  await page.setViewportSize({ width: 400, height: 800 })
  await keydesk.api('POST', '/admin/products', { name: 'Dunlin', description: '', variants: [{ name: 'Day', price: 1, keys: [] }] })
  await signIn(page, keydesk, '/products')
  const top = async (first: Locator) => (await first.boundingBox())!.y
  await expect(page.getByRole('button', { name: 'Add New Product' })).toBeInViewport()
  expect(await top(page.getByRole('list', { name: 'Products' }).getByRole('listitem').first())).toBeLessThanOrEqual(240)
  await chooseOption(page, 'Table')
  const row = page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1)
  await expect(row).toContainText('Dunlin')
  expect(await top(row)).toBeLessThanOrEqual(240)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price ↓')
  await expect(page).toHaveURL(/sort=-price/)
})
