import { expectUsable } from './support/screens.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`)
const test = onOwnServer(async ({ api }) => {
  await api('POST', '/admin/announcements', { title: 'Winter sale', content: lines.join('. ').repeat(5) })
})

test.use({ viewport: { width: 400, height: 700 } })

test('on a phone a long text ends after six lines and opens, and its card gives the date a line of its own', async ({ page, keydesk }) => {
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

  // The date begins below its label, and not beside it.
  const cell = card
    .getByRole('cell')
    .filter({ has: page.locator('time') })
    .first()
  const columns = await cell.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
  expect(columns).toBe(1)
  const [around, date] = [await cell.boundingBox(), await cell.locator('time').boundingBox()]
  expect(date!.y).toBeGreaterThan(around!.y + 16)
  expect(date!.height).toBeLessThan(30)
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
