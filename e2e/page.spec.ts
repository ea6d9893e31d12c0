import type { Page } from '@playwright/test'
import type { Keydesk } from './support/server.ts'
import { expect, signIn, test } from './support/test.ts'

interface FirstLoad {
  readonly files: Record<string, number>
}

type Shift = PerformanceEntry & { readonly value: number; readonly sources: readonly { readonly node: Node | null }[] }

declare global {
  interface Window {
    shifts: string[]
    formats: string[]
  }
}

test('the page names the scripts of the screen that its address shows, and of no other', async ({ request }) => {
  const loads = (await (await request.get('/first-load.json')).json()) as Record<string, FirstLoad>
  const namedFor = async (path: string) => {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    expect(html).not.toMatch(/modulepreload|<script type="module"/)
    return [...html.matchAll(/<meta name="app(?:-parts)?" content="([^"]*)"/g)].flatMap(([, files]) => files!.split(' '))
  }
  const addresses = { '/': '/', '/products': '/products/', '/products/$id': '/products/12', '/coupons': '/coupons?q=a', '/login': '/login' }
  for (const [route, address] of Object.entries(addresses)) {
    const scripts = Object.keys(loads[route]!.files).filter((file) => file.startsWith('assets/') && file.endsWith('.js'))
    expect((await namedFor(address)).toSorted(), address).toEqual(scripts.map((file) => `/${file}`).toSorted())
  }
  expect(await namedFor('/nowhere/at/all')).toHaveLength(1)
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

/** What a back office of some size shows at first. */
async function fill(keydesk: Keydesk): Promise<number> {
  const description = 'Aims. '.repeat(30)
  let last = 0
  for (let count = 0; count < 12; count += 1) {
    const body = { name: `Aurora ${count}`, description, variants: [{ name: 'Month', price: 1234.5, keys: [`KEY-${count}`] }] }
    last = ((await keydesk.api('POST', '/admin/products', body)) as { id: number }).id
  }
  const fields = {
    full_description: `<p>${description}</p><ul><li>${description}</li></ul>`,
    detection_status: 'Undetected',
    featured: true,
  }
  await keydesk.api('PUT', `/admin/products/${last}`, fields)
  return last
}

// The bench measures wide ones, too.
test('nothing moves while a page comes to a narrow screen of a slow machine', async ({ page, keydesk }) => {
  test.slow()
  const id = await fill(keydesk)
  await page.setViewportSize({ width: 412, height: 823 })
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        window.shifts.push(
          `${entry.value}: ${entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 200)).join(' | ')}`,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // As on a slow line: the page is painted in another face first.
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  const moved = async (path: string) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('.shell')).toHaveCount(0)
    await expect(page.getByText('Loading...')).toHaveCount(0)
    return page.evaluate(() => window.shifts)
  }
  expect(await moved('/login')).toEqual([])
  await signIn(page, keydesk)
  for (const path of ['/', '/products', `/products/${id}`]) expect(await moved(path), path).toEqual([])
})

test('no first load waits for the formats of all languages', async ({ page, keydesk }) => {
  const id = await fill(keydesk)
  await signIn(page, keydesk)
  await page.addInitScript(() => {
    window.formats = []
    for (const name of [
      'NumberFormat',
      'DateTimeFormat',
      'Collator',
      'PluralRules',
      'RelativeTimeFormat',
      'ListFormat',
      'Segmenter',
    ] as const) {
      const note = () => window.formats.push(name)
      Object.defineProperty(Intl, name, {
        value: new Proxy(Intl[name], {
          construct: (made, given) => (note(), Reflect.construct(made, given) as object),
          apply: (called, self, given) => (note(), Reflect.apply(called, self, given)),
        }),
      })
    }
  })
  for (const path of ['/', '/products', `/products/${id}`, '/purchases/orders']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByText('Loading...')).toHaveCount(0)
    expect(await page.evaluate(() => window.formats), path).toEqual([])
  }
  // The watch works: sorting by a name asks for an order of texts.
  await page.goto('/')
  await page.getByRole('button', { name: 'Product' }).click()
  await expect.poll(() => page.evaluate(() => window.formats)).toContain('Collator')
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
