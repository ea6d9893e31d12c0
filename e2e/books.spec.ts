import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { Presses } from './support/presses.ts'
import { openScreen } from './support/screens.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

/**
 * Sold today: five of Crane for $99.95, of which one is refunded, and one of Heron for $19.99. Three keys of Crane cost $4, the cost of the
 * others is not known.
 */
const test = onOwnServer(async (keydesk) => {
  const { api, store } = keydesk
  const crane = await stockProduct(keydesk, { name: 'Crane', keys: 2 })
  const variant = crane.variants[0]!.id
  const values = Array.from({ length: 10 }, (_, nth) => `CRANE-COST-${nth}`)
  await api('POST', `/admin/variants/${variant}/key-imports`, { name: 'november.csv', values, cost_total: 40 })
  const body = { customer_email: 'ann@example.com', items: [{ variant_id: variant, quantity: 5 }] }
  const { id, items } = (await store('POST', '/store/purchases', body)) as { id: number; items: { id: number }[] }
  await store('POST', `/store/purchases/${id}/complete`, {})
  await store('POST', `/store/purchases/${id}/refund`, { items: [{ id: items[0]!.id, quantity: 1 }] })
  await stockProduct(keydesk, { name: 'Heron', keys: 3, sold: 1 })
})

const table = (page: Page) => page.getByRole('table', { name: 'Sales by product' })

/** The rows of a file, by the titles of its columns. No cell of these files has a comma. */
async function rowsOf(download: Promise<Download>): Promise<Record<string, string>[]> {
  const text = (await readFile(await (await download).path(), 'utf8')).replace(/^\ufeff/, '')
  const [titles = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(titles.map((title, nth) => [title, cells[nth] ?? ''])))
}

const sumOf = (rows: readonly Record<string, string>[], title: string): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[title]) * 100), 0) / 100
const usd = (dollars: number): string => dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

test('a month against the month before, by product as a file, in three presses; profit without a press', async ({ page, keydesk }) => {
  await signIn(page, keydesk)
  const crane = table(page).getByRole('row', { name: /Crane/ })
  await expect(crane).toContainText(/\$79\.96.*\$12\.00.*\$67\.96, 2 keys without a known cost/)
  const presses = new Presses()
  await presses.click(page.getByRole('button', { name: 'Range' }))
  await presses.click(page.getByRole('button', { name: 'This month' }))
  await expect(page.getByText(/^The period is this month \(/)).toBeVisible()
  const download = page.waitForEvent('download')
  await presses.click(page.getByRole('button', { name: 'Export CSV' }))
  expect(presses.count).toBeLessThanOrEqual(3)
  const rows = await rowsOf(download)
  expect(rows).toMatchObject([
    { Product: 'Crane', Units: '4', Revenue: '79.96', Cost: '12.00', Profit: '67.96', 'Keys without cost': '2', 'Revenue before': '0.00' },
    { Product: 'Heron', Units: '1', Revenue: '19.99', 'Keys without cost': '1' },
  ])
  await takePicture(page.getByRole('region', { name: 'Sales by product' }).first(), 'books-dashboard', { width: 1440, height: 900 })
  // The large figure of the chart is their sum.
  await expect(page.getByText(usd(sumOf(rows, 'Revenue')), { exact: true }).first()).toBeVisible()
  await expectNoAxeViolationsAtBothWidths(page)
  await page.setViewportSize({ width: 400, height: 800 })
  await expect(crane.getByText('$67.96')).toBeVisible()
  await page.getByRole('button', { name: 'This month' }).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page.getByText('No sales in this period')).toBeVisible()
})

test('a period that is slow to come leaves the screen in place; on a tablet each amount has its label', async ({ page, keydesk }) => {
  await page.setViewportSize({ width: 800, height: 1000 })
  await signIn(page, keydesk)
  const crane = table(page).getByRole('row', { name: /Crane/ })
  await expect(crane).toContainText('$79.96')
  const labels = await crane.locator('td[data-priority=low]').evaluateAll((cells) =>
    cells.map((cell) => {
      const { display, content } = getComputedStyle(cell, '::before')
      return display === 'none' ? '' : content
    }),
  )
  expect(labels.map((label) => /"([^"]+)"/.exec(label)?.[1])).toEqual(['Cost', 'Total Quantity', 'Variants Sold', 'Last Purchase'])

  const answered = Promise.withResolvers<void>()
  await page.route(/\/admin\/purchases\/(?:daily|by-product)/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByText('7 days', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Sales by product' }).first()).toHaveAttribute('aria-busy', 'true')
  await expect(crane).toBeVisible()
  await expect(page.getByRole('region', { name: 'Running out' })).toBeVisible()
  answered.resolve()
  await expect(page.getByText('The period is the last 7 days; totals are of all time.')).toBeVisible()
  await expect(crane).toContainText('$79.96')
})

test('the books of a month add up with the orders, and print', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/?period=this_month')
  await page.getByRole('button', { name: 'Books' }).click()
  const drawer = page.getByRole('dialog', { name: 'Books' })
  const totals = drawer.getByRole('table', { name: 'Totals' })
  await expect(totals).toBeVisible()
  await takePicture(drawer, 'books', { height: 900 })
  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Export CSV' }).click()
  const rows = await rowsOf(download)
  const day = Object.keys(rows[0]!)[0]!
  expect(day).toMatch(/^Day \(.+\)$/)
  const booked = rows.filter((row) => row[day] !== 'Total')
  for (const [line, title] of [
    ['Sales at list prices', 'Sales'],
    ['Revenue', 'Revenue'],
    ['Profit', 'Profit'],
    ['Commissions of referrers', 'Commissions'],
  ] as const) {
    expect(sumOf(booked, title)).toBe(Number(rows.at(-1)![title]))
    await expect(totals.getByRole('row', { name: line })).toContainText(usd(sumOf(booked, title)))
  }
  await expectNoAxeViolationsAtBothWidths(page)
  await page.emulateMedia({ media: 'print' })
  await expect(totals).toBeVisible()
  await expect(drawer.getByRole('table', { name: 'By day' })).toBeVisible()
  const profit = drawer.getByRole('table', { name: 'By product' }).getByRole('row', { name: /Crane/ }).getByRole('cell').last()
  await expect(profit).toHaveText('$67.96, 2 keys without a known cost')
  await expect(profit.locator('svg')).toBeVisible()
  await expect(drawer.getByText('Print', { exact: true })).toBeHidden()
  await expect(page.getByText('Sales by product', { exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await openScreen(page, 'Orders')
  await page.getByRole('button', { name: 'Other exports' }).click()
  const lines = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^One row per line/ }).click()
  const sold = await rowsOf(lines)
  expect(sumOf(sold, 'Total') - sumOf(sold, 'Refunded')).toBeCloseTo(Number(rows.at(-1)!['Revenue']), 2)
  expect(sumOf(sold, 'Cost')).toBe(Number(rows.at(-1)!['Cost']))
})

test('an import with its cost takes one more field, and the cost of an earlier one is set afterwards', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  await page.getByRole('link', { name: /Heron/ }).first().click()
  await page.getByRole('button', { name: /^30 Days/ }).click()
  await page.getByRole('button', { name: 'Import keys' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Import keys/ })
  await dialog.getByLabel('Or paste them').fill('BOOKS-DEMO-1\nBOOKS-DEMO-2\nBOOKS-DEMO-3')
  await dialog.getByRole('button', { name: 'Read these keys' }).click()
  await expect(dialog.getByRole('button', { name: 'Import 3 keys' })).toBeEnabled()
  await dialog.getByLabel('Cost', { exact: true }).fill('10')
  await expect(dialog.getByText('About $3.33 per key.')).toBeVisible()
  await takePicture(dialog, 'import-cost', { height: 900 })
  await dialog.getByRole('button', { name: 'Import 3 keys' }).click()
  await expect(page.getByText('3 keys added')).toBeVisible()
  await page.getByText('Stock', { exact: true }).click()
  const change = page.getByRole('button', { name: /change the cost of Pasted keys/ })
  await expect(change).toHaveText('$3.33 a key')
  await change.click()
  const cost = page.getByRole('dialog', { name: /^Cost of/ })
  const problem = cost.getByText('Cost must be a number from 0 to 1,000,000 with at most 2 decimals')
  for (const wrong of ['1.005', '5e']) {
    await cost.getByLabel('Cost', { exact: true }).fill('')
    await cost.getByLabel('Cost', { exact: true }).pressSequentially(wrong)
    await cost.getByRole('button', { name: 'Save' }).click()
    await expect(problem).toBeVisible()
    await cost.getByLabel('Cost', { exact: true }).fill('1')
    await expect(problem).toBeHidden()
  }
  await expectNoAxeViolationsAtBothWidths(page)
  await cost.getByLabel('Cost', { exact: true }).fill('12')
  await cost.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Cost saved successfully')).toBeVisible()
  await expect(change).toHaveText('$4.00 a key')
})
