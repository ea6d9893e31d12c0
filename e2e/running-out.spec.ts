import type { Locator, Page } from '@playwright/test'
import { expectNoAxeViolations, expectNoAxeViolationsNow } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { openScreen } from './support/screens.ts'
import { stockProduct, type Product } from './support/shop.ts'
import { expect, onOwnServer, signIn, startSession } from './support/test.ts'

/** Heron is sold out, Egret lasts a day, Bittern more than a week, Crane for long; of Ibis nothing sells. */
const test = onOwnServer(async (keydesk) => {
  await stockProduct(keydesk, { name: 'Crane', keys: 200, sold: 2 })
  await stockProduct(keydesk, { name: 'Bittern', keys: 22, sold: 2 })
  await stockProduct(keydesk, { name: 'Ibis', keys: 3 })
  await stockProduct(keydesk, { name: 'Egret', keys: 8, sold: 4 })
  await stockProduct(keydesk, { name: 'Heron', keys: 5, sold: 5 })
})

// The list of a new shop is above everything else.
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('setup-put-away', 'yes')))

const panel = (page: Page) => page.getByRole('region', { name: 'Running out' })
const table = (page: Page) => page.getByRole('region', { name: 'Sales by product' }).last()
const rows = (page: Page) => panel(page).getByRole('listitem')

test('what runs out is on the Dashboard, the most urgent first, without a press', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await expect(rows(page)).toHaveText([
    /Heron.*Out of stock.*0 keys, 5 a day/,
    /Egret.*1 day left.*4 keys, 4 a day/,
    /Bittern.*10 days left/,
  ])
  for (const row of await rows(page).all()) await expect(row).toBeInViewport()
  await takePicture(panel(page), 'running-out')
  await expectNoAxeViolationsNow(page)
  await page.setViewportSize({ width: 400, height: 800 })
  // Below the chart.
  await rows(page).first().scrollIntoViewIfNeeded()
  for (const row of await rows(page).all()) await expect(row).toBeInViewport()
  await expectNoAxeViolations(page)
})

test('by keyboard, Restock leads to the variant, and Tab goes on from there', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await page.getByRole('link', { name: 'Restock Egret 30 Days' }).focus()
  await page.keyboard.press('Enter')
  const row = page.getByRole('button', { name: /^30 Days/ })
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Import keys' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Delete variant 30 Days' })).toBeFocused()
  // Opened by its address, it leaves the focus where a browser has it.
  await page.reload()
  await expect(row).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Import keys' })).toBeVisible()
  await expect(row).not.toBeFocused()
})

test('from there to the variant, which is restocked and is fine then', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await rows(page).filter({ hasText: 'Egret' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Product Details: Egret' })).toBeVisible()
  const row = page.getByRole('button', { name: /^30 Days/ })
  await expect(row).toBeInViewport()
  await expect(row).toContainText('Low: 1 day left')
  await expect(page.getByLabel('Low stock at')).toBeInViewport()
  await takePicture(page.getByRole('region', { name: 'Variants' }), 'low-variant')
  await page.getByLabel('Low stock at').fill('-3')
  await page.getByRole('button', { name: 'Save Variant' }).click()
  const problem = page.getByText('Low stock threshold must be a whole number from 0 to 1,000,000')
  await expect(problem).toBeVisible()
  await page.getByLabel('Low stock at').fill('6')
  const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
  const before = await keys.inputValue()
  await keys.fill(`${before}\n${Array.from({ length: 100 }, (_, index) => `EGRET-NEW-${index}`).join('\n')}`)
  await page.getByRole('button', { name: 'Save Variant' }).click()
  await expect(page.getByText('Variant updated successfully: 100 added')).toBeVisible()
  await expect(row).not.toContainText('Low')
  // What the browser cannot read does not remove the stored number.
  await page.getByLabel('Low stock at').fill('')
  await page.getByLabel('Low stock at').pressSequentially('5e')
  await page.getByRole('button', { name: 'Save Variant' }).click()
  await expect(problem).toBeVisible()
  await page.getByLabel('Low stock at').fill('6')
  await expect(problem).toBeHidden()
  await openScreen(page, 'Dashboard')
  await expect(rows(page)).toHaveCount(2)
})

test('Restock leads to where keys are added', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await page.getByRole('link', { name: 'Restock Heron 30 Days' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Product Details: Heron' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Stock' })).toBeChecked()
  await page.getByRole('button', { name: 'Import keys' }).click()
  await expect(page.getByRole('dialog', { name: /^Import keys/ })).toBeVisible()
})

test('the days of a range open above the page, which does not move', async ({ page, keydesk }) => {
  await startSession(page, keydesk)
  const range = page.getByRole('button', { name: 'Range' })
  const places = () => Promise.all([range, page.getByRole('img').first(), panel(page), table(page)].map((part) => part.boundingBox()))
  for (const width of [1440, 1024, 400]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.getByRole('img', { name: /^Revenue and orders of the last 30 days/ })).toBeVisible()
    await range.scrollIntoViewIfNeeded()
    const before = await places()
    await range.click()
    const from = page.getByRole('dialog', { name: 'Range' }).getByLabel('From')
    await expect(from).toBeInViewport({ ratio: 1 })
    expect(await places()).toEqual(before)
    await expectNoAxeViolations(page)
    // Days without sales.
    await from.fill('2026-01-01')
    await page.getByLabel('To', { exact: true }).fill('2026-01-02')
    await expect(page.getByText('No sales in this period')).toBeVisible()
    expect([await range.boundingBox(), await table(page).boundingBox()]).toEqual([before[0], before[3]])
    await page.keyboard.press('Escape')
    await expect(range).toBeFocused()
  }
})

test('the Dashboard and an order are light on paper, without controls, and nothing is cut', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  await expect(page.getByRole('img', { name: /^Revenue and orders of the last 30 days/ })).toBeVisible()
  await page.setViewportSize({ width: 700, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  for (const hidden of [page.getByRole('banner'), page.getByRole('button', { name: 'Range' }), panel(page)])
    await expect(hidden).toBeHidden()
  await expect(table(page).getByRole('row', { name: /^Heron/ })).toBeVisible()
  await expect(table(page).locator('thead')).toHaveCSS('display', 'table-header-group')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700)

  await page.emulateMedia({ media: null })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.goto('/purchases/orders?order=1')
  const drawer = page.getByRole('dialog', { name: 'Order #1' })
  await expect(drawer).toContainText('Crane - 30 Days')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await expect(drawer.getByRole('button').filter({ visible: true })).toHaveCount(0)
  // The whole drawer is on paper, however long it is.
  await expect(drawer.getByText('Timeline')).toBeVisible()
  expect(await drawer.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
})

test('on a very wide screen the search ends where the content does', async ({ page, keydesk }) => {
  await page.setViewportSize({ width: 2560, height: 1300 })
  await signIn(page, keydesk)
  const end = async (part: Locator) => part.boundingBox().then((box) => box!.x + box!.width)
  expect(await end(page.getByRole('button', { name: 'Search everything' }))).toBe(await end(table(page)))
})

test('a price that may be a slip is asked about; a new variant is a draft until it is saved', async ({ page, keydesk }) => {
  const ibis = ((await keydesk.api('GET', '/admin/products')) as Product[]).find(({ name }) => name === 'Ibis')!
  await signIn(page, keydesk, `/products/${ibis.id}`)
  await page.getByRole('button', { name: /^30 Days/ }).click()
  await page.getByLabel('Variant Price').fill('29.999')
  await page.getByRole('button', { name: 'Save Variant' }).click()
  await expect(page.getByText('Price must be a number from 0 to 1,000,000 with at most 2 decimals')).toBeInViewport()
  await expect(page.getByLabel('Variant Price')).toBeFocused()
  await page.getByLabel('Variant Price').fill('1.99')
  await page.getByRole('button', { name: 'Save Variant' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change the price from $19.99 to $1.99?' })
  await expect(question).toBeVisible()
  await expectNoAxeViolations(page)
  await takePicture(question, 'price-question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Variant Price').fill('19.99')
  await page.getByRole('button', { name: 'Add Variant' }).click()
  await expect(page.getByText('Not for sale and not announced before its first save.')).toBeVisible()
  expect(JSON.stringify(await keydesk.store('GET', '/store/products'))).not.toContain('New Variant')
  await openScreen(page, 'Products')
  await expect(page.getByRole('link', { name: /Ibis/ })).toContainText('Draft variant')
  await page.getByRole('combobox', { name: 'Stock' }).selectOption('out')
  await expect(page.getByText('1 of 5 products')).toBeVisible()
  await takePicture(page.getByRole('main'), 'filters')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('5 products')).toBeVisible()
})
