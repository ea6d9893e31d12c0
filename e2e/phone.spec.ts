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

test('on a phone a day has its label above it', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/purchases/orders')
  await expectUsable(page, 'Orders')
  const day = page.getByLabel('From', { exact: true })
  await expect(day).toBeVisible()
  const [field, label] = [await day.boundingBox(), await page.locator('label').filter({ has: day }).boundingBox()]
  expect(field!.y).toBeGreaterThan(label!.y + 16)
  expect(field!.x).toBe(label!.x)
})
