import type { Page } from '@playwright/test'
import { expectNoAxeViolations, expectNoAxeViolationsNow } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { openScreen } from './support/screens.ts'
import { stockProduct, type Product } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/** Heron is sold out, Egret lasts a day, Bittern more than a week, Crane for long; of Ibis nothing sells. */
const test = onOwnServer(async (keydesk) => {
  await stockProduct(keydesk, { name: 'Crane', keys: 200, sold: 2 })
  await stockProduct(keydesk, { name: 'Bittern', keys: 22, sold: 2 })
  await stockProduct(keydesk, { name: 'Ibis', keys: 3 })
  await stockProduct(keydesk, { name: 'Egret', keys: 8, sold: 4 })
  await stockProduct(keydesk, { name: 'Heron', keys: 5, sold: 5 })
})

const panel = (page: Page) => page.getByRole('region', { name: 'Running out' })
const rows = (page: Page) => panel(page).getByRole('listitem')

test('what runs out stands on the Dashboard, the most urgent first, without a press', async ({ page, keydesk }) => {
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
  await expect(rows(page).first()).toBeInViewport()
  await expectNoAxeViolations(page)
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
  await expect(page.getByText('Low stock threshold must be a whole number from 0 to 1,000,000')).toBeVisible()
  await page.getByLabel('Low stock at').fill('6')
  const keys = page.getByRole('textbox', { name: 'Keys', exact: true })
  const before = await keys.inputValue()
  await keys.fill(`${before}\n${Array.from({ length: 100 }, (_, index) => `EGRET-NEW-${index}`).join('\n')}`)
  await page.getByRole('button', { name: 'Save Variant' }).click()
  await expect(page.getByText('Variant updated successfully: 100 added')).toBeVisible()
  await expect(row).not.toContainText('Low')
  await openScreen(page, 'Dashboard')
  await expect(rows(page)).toHaveCount(2)
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
