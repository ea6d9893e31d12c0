import type { Browser, Page } from '@playwright/test'
import { median } from '../load.ts'
import type { Call } from '../servers.ts'
import type { Result } from '../table.ts'
import { openAndSettle, openContext, slowDown } from './browser.ts'

interface Site {
  readonly url: string
  readonly token: string
  readonly admin: Call
}

interface Interaction {
  /** Where it takes place, ready. */
  readonly start: (page: Page) => Promise<void>
  /** Answers when it is over. */
  readonly act: (page: Page) => Promise<void>
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const sidebar = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** As a person does, whose pointer is there a moment before the click. */
async function hoverAndClick(page: Page, name: string): Promise<void> {
  await sidebar(page, name).hover()
  await page.waitForLoadState('networkidle')
  await sidebar(page, name).click()
}

const at = (path: string, title: string | RegExp) => async (page: Page) => {
  await openAndSettle(page, path)
  await heading(page, title).waitFor()
}

const interactions: Readonly<Record<string, Interaction>> = {
  'from the dashboard to products': {
    start: at('/', 'Dashboard'),
    act: async (page) => {
      await hoverAndClick(page, 'Products')
      await page.getByRole('link', { name: /Product 1000/ }).waitFor()
    },
  },
  'from products to orders': {
    start: at('/products', 'Products'),
    act: async (page) => {
      await hoverAndClick(page, 'Orders')
      await page.getByRole('table').waitFor()
    },
  },
  'from orders back to the dashboard': {
    start: at('/purchases/orders', 'Orders'),
    act: async (page) => {
      await hoverAndClick(page, 'Dashboard')
      await page.getByRole('table').first().waitFor()
    },
  },
  'opening a dialog': {
    start: at('/products', 'Products'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Add New Product' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'typing in a dialog': {
    start: async (page) => {
      await at('/coupons', 'Coupons')(page)
      await page
        .getByRole('button', { name: /Coupon$/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
    act: async (page) => page.getByRole('dialog').getByRole('textbox').first().pressSequentially('SUMMER', { delay: 60 }),
  },
  'typing in the search of 1,000 products': {
    start: at('/products', 'Products'),
    act: async (page) => {
      await page.getByRole('searchbox').pressSequentially('Product 77', { delay: 60 })
      await page
        .getByRole('link', { name: /Product 77\d/ })
        .first()
        .waitFor()
    },
  },
  'typing in the search of 100,000 orders': {
    start: at('/purchases/orders', 'Orders'),
    act: async (page) => {
      await page.getByRole('searchbox').pressSequentially('#5000', { delay: 60 })
      await page.getByText('#5000', { exact: true }).waitFor()
    },
  },
  'toggling the sidebar': {
    start: at('/products', 'Products'),
    act: async (page) => {
      for (let turn = 0; turn < 4; turn += 1) await page.getByRole('button', { name: /sidebar/i }).click()
    },
  },
  'editing among 100,000 keys': {
    start: async (page) => {
      await at('/products/2', /Product 2/)(page)
      await page
        .getByRole('button', { name: `Edit Many` })
        .or(page.getByRole('button', { name: /^Many/ }))
        .first()
        .click()
      await page.locator('.cm-content').waitFor()
    },
    act: async (page) => {
      await page.locator('.cm-content').click()
      await page.keyboard.type('NEW-KEY-1\n', { delay: 60 })
    },
  },
}

/** From each input to the next paint, and the longest task on the way. */
export async function measureInteractions(browser: Browser, site: Site, rounds: number): Promise<Result[]> {
  await makeManyKeys(site.admin)
  const results: Result[] = []
  for (const [rate, limit] of [
    [1, 50],
    [4, 150],
  ] as const) {
    const context = await openContext(browser, site.token, site.url)
    const page = await context.newPage()
    await page.goto('/')
    await slowDown(page, rate)
    if (rate === 1) results.push(await measureDetail(page, rounds))
    for (const [name, { start, act }] of Object.entries(interactions)) {
      const [worst, longest]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        await start(page)
        await page.evaluate(() => void (window.seen.interactions.length = window.seen.longTasks.length = 0))
        await act(page)
        // Whatever was painted last has been told by then.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
        const seen = await page.evaluate(() => window.seen)
        worst.push(Math.max(0, ...seen.interactions))
        longest.push(Math.max(0, ...seen.longTasks))
      }
      const [value, task] = [median(worst), median(longest)]
      results.push({
        ...{ work: `${name}${rate === 1 ? '' : ', slowed 4×'}`, value, unit: 'ms to paint', target: `< ${limit}` },
        passed: value < limit && task <= 200,
        more: `longest task ${Math.round(task)} ms`,
      })
    }
    await context.close()
  }
  return results
}

/** From the press on a product, over which the pointer stood a moment, to the detail on screen. */
async function measureDetail(page: Page, rounds: number): Promise<Result> {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await at('/products', 'Products')(page)
    const card = page.getByRole('link', { name: new RegExp(`Product ${999 - round}\\b`) })
    await card.hover()
    await page.waitForLoadState('networkidle')
    const painted = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let pressed = 0
          window.addEventListener('click', (event) => (pressed = event.timeStamp), { capture: true, once: true })
          const look = () => {
            const isThere = pressed > 0 && document.querySelector('h1')?.textContent.startsWith('Product Details: ') === true
            if (!isThere) requestAnimationFrame(look)
            // This frame paints it. A message that is sent before that comes after it.
            else {
              const channel = new MessageChannel()
              channel.port1.addEventListener('message', () => resolve(performance.now() - pressed))
              channel.port1.start()
              channel.port2.postMessage(null)
            }
          }
          requestAnimationFrame(look)
        }),
    )
    await card.click()
    took.push(await painted)
  }
  const value = median(took)
  return {
    ...{ work: 'click to painted product detail', value, unit: 'ms', target: '< 50', passed: value < 50 },
    more: took.map((one) => Math.round(one)).join(', '),
  }
}

async function makeManyKeys(admin: Call): Promise<void> {
  const found = (await admin('GET', '/products/id/2')) as { data: { variants: { name: string }[] } }
  if (found.data.variants.some((variant) => variant.name === 'Many')) return
  const keys = Array.from({ length: 100_000 }, (_, index) => `MANY-${String(index).padStart(20, '0')}`)
  await admin('POST', '/admin/variants/', { product_id: 2, name: 'Many', price: 1, keys })
}
