import { expectUsable } from './support/screens.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`)
const test = onOwnServer(async ({ api }) => {
  await api('POST', '/admin/announcements', { title: 'Winter sale', content: lines.join('. ').repeat(5) })
})

test.use({ viewport: { width: 400, height: 700 } })

test('on a phone a long text ends after six lines and opens', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/notifications')
  await expectUsable(page, 'Notifications')
  const card = page.getByRole('row').filter({ hasText: 'Winter sale' })
  const text = card.getByText('Line 1. Line 2.')
  const linesShown = () => text.evaluate((element) => Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)))
  await expect(card.getByRole('button', { name: 'Show all' })).toBeVisible()
  expect(await linesShown()).toBe(6)
  await card.getByRole('button', { name: 'Show all' }).click()
  await expect(card.getByRole('button', { name: 'Show less' })).toBeVisible()
  expect(await linesShown()).toBeGreaterThan(6)
})

test('on a phone the tabs scroll sideways alone', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/referrals')
  await expectUsable(page, 'Referrals')
  const tabs = page.getByRole('tablist')
  const room = await tabs.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(room).toBe(0)
  const last = tabs.getByRole('tab').last()
  await last.click()
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tabpanel')).toBeVisible()
})

test('on a phone the filters are behind one button, which counts those that are set', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/purchases/orders')
  await expectUsable(page, 'Orders')
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const day = sheet.getByLabel('From', { exact: true })
  await expect(day).toBeVisible()
  const [field, label] = [
    await day.boundingBox(),
    await sheet
      .locator('label')
      .filter({ has: page.getByLabel('From', { exact: true }) })
      .boundingBox(),
  ]
  expect(field!.y).toBeGreaterThan(label!.y + 16)
  expect(field!.x).toBe(label!.x)
  await sheet.getByRole('combobox', { name: 'Status' }).selectOption('pending')
  await day.fill('2020-01-01')
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters · 2' })).toBeVisible()
  await expect(page).toHaveURL(/status=pending/)
})

test('on a phone a card has two actions and a menu with the others, and a list is sorted by a choice', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/notifications')
  const card = page.getByRole('row').filter({ hasText: 'Winter sale' })
  await expect(card.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Delete' })).toBeHidden()
  await card.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Title ↓')
  await expect(page).toHaveURL(/sort=-title/)
})
