import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support/test.ts'

interface FirstLoad {
  readonly files: Record<string, number>
}

test('the page names the scripts of the screen that its address shows, and of no other', async ({ request }) => {
  const loads = (await (await request.get('/first-load.json')).json()) as Record<string, FirstLoad>
  const namedFor = async (path: string) => {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    return [...html.matchAll(/<link rel="modulepreload" [^>]*href="\/([^"]+)"/g)].map(([, file]) => file!)
  }
  const addresses = { '/': '/', '/products': '/products/', '/products/$id': '/products/12', '/coupons': '/coupons?q=a', '/login': '/login' }
  for (const [route, address] of Object.entries(addresses)) {
    const scripts = Object.keys(loads[route]!.files).filter((file) => file.startsWith('assets/') && file.endsWith('.js'))
    expect((await namedFor(address)).toSorted(), address).toEqual(scripts.toSorted())
  }
  expect((await namedFor('/nowhere/at/all')).length).toBeLessThan(6)
})

test.describe('before the app has come', () => {
  test.use({ allowedErrors: [/Failed to load resource/] })
  test.beforeEach(async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
  })
  const title = (page: Page) => page.locator('.shell h1')

  test('who is not signed in sees the login page, and of the screens nothing', async ({ page }) => {
    await page.goto('/login')
    await expect(title(page)).toHaveText('Welcome back')
    await page.goto('/products')
    await expect(title(page)).toBeHidden()
  })

  test('who is signed in sees the screen, with the sidebar as it was left; nothing in it can be used', async ({ page, context }) => {
    await page.addInitScript(() => localStorage.setItem('token', 'any'))
    await page.goto('/products')
    await expect(title(page)).toBeVisible()
    await expect(page.locator('.shell aside')).toHaveAttribute('data-state', 'expanded')
    await expect(page.locator('.shell').getByText('Keydesk', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading')).toHaveCount(0)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await context.addCookies([{ name: 'sidebar:state', value: 'false', url: page.url() }])
    await page.reload()
    await expect(page.locator('.shell aside')).toHaveAttribute('data-state', 'collapsed')
    await page.setViewportSize({ width: 400, height: 800 })
    await expect(page.locator('.shell aside')).toBeHidden()
    await page.goto('/login')
    await expect(title(page)).toBeHidden()
  })
})

test('the app takes the place of what was drawn, without a word from the content policy', async ({ page, keydesk }) => {
  const { id } = (await keydesk.api('POST', '/admin/products', { name: 'Aurora', description: '', variants: [] })) as { id: number }
  await signIn(page, keydesk)
  for (const path of ['/', '/products', `/products/${id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.shell')).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Details: Aurora')
})
