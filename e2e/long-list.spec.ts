import { expect, test, type Page } from '@playwright/test'
import { startKeydesk, type Keydesk } from './support/server.ts'
import { signIn } from './support/test.ts'

let keydesk: Keydesk & { stop: () => Promise<void> }
let page: Page
// A server of its own: so many coupons would hide those of other journeys.
test.beforeAll(async ({ browser }) => {
  keydesk = await startKeydesk()
  const coupon = { discount_type: 'percentage', discount_value: 10, max_usage: 0, max_usage_per_user: 0, applicable_to_all: true }
  for (let index = 0; index < 100; index += 1)
    await keydesk.api('POST', '/admin/coupons', {
      ...coupon,
      code: `LONG${index}`,
      expiration_date: '2090-01-01T00:00:00.000Z',
      applicable_products: [],
    })
  page = await browser.newPage({ baseURL: keydesk.url, viewport: { width: 1440, height: 900 } })
  await signIn(page, keydesk)
})
test.afterAll(async () => {
  await page.close()
  await keydesk.stop()
})
test.beforeEach(async () => {
  await page.goto('/coupons')
  await expect(rows(page)).toHaveCount(100)
})

const rows = (on: Page) => on.locator('main tbody tr')
const scrollTop = () => page.evaluate(() => Math.round(window.scrollY))

test('who comes back to a long list finds the row that was in sight, in the first picture of it', async () => {
  await rows(page).nth(80).scrollIntoViewIfNeeded()
  const before = await scrollTop()
  expect(before).toBeGreaterThan(1_500)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  const first = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new MutationObserver((_, observer) => {
          const { length } = document.querySelectorAll('main tbody tr')
          if (length === 0) return
          observer.disconnect()
          resolve(length)
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.goBack()
  expect(await first).toBe(100)
  await expect.poll(scrollTop).toBe(before)
  // Who goes there by a link begins at its top, with what a screen shows.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Coupons' }).click()
  await expect(rows(page)).toHaveCount(100)
  expect(await scrollTop()).toBe(0)
})

test('the page beneath a dialog is neither pressed nor scrolled, and its styles stay as they were', async () => {
  const edit = page.getByRole('button', { name: 'Edit' }).nth(2)
  const { x, y } = (await edit.boundingBox())!
  await page.getByRole('button', { name: 'Create Coupon' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Create Coupon')
  const styles = await page.evaluate(() => {
    const [body, root] = [getComputedStyle(document.body), getComputedStyle(document.getElementById('root')!)]
    return [body.pointerEvents, root.pointerEvents, root.getPropertyValue('--removed-body-scroll-bar-size')]
  })
  expect(styles).toEqual(['none', 'auto', ''])
  const pressed = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const tell = ({ target }: Event) => resolve((target as Element).closest('#root') !== null)
        document.addEventListener('pointerdown', tell, { capture: true, once: true })
      }),
  )
  await page.mouse.wheel(0, 800)
  await page.keyboard.press('End')
  await page.mouse.click(x + 5, y + 5)
  expect(await pressed).toBe(false)
  await expect(dialog).toBeHidden()
  expect(await scrollTop()).toBe(0)
})
