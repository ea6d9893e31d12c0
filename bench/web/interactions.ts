import type { Browser, Page } from '@playwright/test'
import { median } from '../load.ts'
import type { Call } from '../servers.ts'
import type { Result } from '../table.ts'
import { click, openAndSettle, openContext, rest, settle, slowDown } from './browser.ts'

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

const at = (path: string, title: string | RegExp) => async (page: Page) => {
  await openAndSettle(page, path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** What the page itself finds at once: looking for roles and names takes it as long as what is measured. */
const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor()

/** Follows an entry of the sidebar until the screen shows what it came for. */
const follow = (name: string, selector: string) => async (page: Page) => {
  await rest(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }))
  await click(page)
  await shown(page, selector)
}

const interactions: Readonly<Record<string, Interaction>> = {
  'from the dashboard to products': { start: at('/', 'Dashboard'), act: follow('Products', 'a[href="/products/1000"]') },
  'from products to orders': { start: at('/products', 'Products'), act: follow('Orders', 'main tr:nth-child(100)') },
  'from orders back to the dashboard': { start: at('/purchases/orders', 'Orders'), act: follow('Dashboard', 'main h2') },
  'opening a dialog': {
    start: at('/products', 'Products'),
    act: async (page) => {
      await rest(page, button(page, 'Add New Product'))
      await click(page)
      await shown(page, '[role=dialog]')
    },
  },
  'typing in a dialog': {
    start: async (page) => {
      await at('/coupons', 'Coupons')(page)
      await button(page, /Coupon$/).click()
      await page.getByRole('dialog').getByRole('textbox').first().focus()
      await settle(page)
    },
    act: (page) => page.keyboard.type('SUMMER', { delay: 60 }),
  },
  'typing in the search of 1,000 products': {
    start: async (page) => {
      await at('/products', 'Products')(page)
      await page.getByRole('searchbox').focus()
    },
    act: async (page) => {
      await page.keyboard.type('Product 77', { delay: 60 })
      await shown(page, 'a[href="/products/779"]')
    },
  },
  'typing in the search of 100,000 orders': {
    start: async (page) => {
      await at('/purchases/orders', 'Orders')(page)
      await page.getByRole('searchbox').focus()
    },
    act: async (page) => {
      await page.keyboard.type('#5000', { delay: 60 })
      await shown(page, 'main td:has-text("#5000")')
    },
  },
  'toggling the sidebar': {
    start: at('/products', 'Products'),
    act: async (page) => {
      for (const state of ['collapsed', 'expanded', 'collapsed', 'expanded']) {
        // It moves with the sidebar.
        await rest(page, button(page, /sidebar/i))
        await click(page)
        await shown(page, `aside[data-state=${state}]`)
      }
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
      await rest(page, page.locator('.cm-content'))
      await click(page)
      await page.keyboard.type('NEW-KEY-1\n', { delay: 60 })
    },
  },
}

/** A browser says nothing of inputs that took less. */
const leastToldMs = 16

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
        worst.push(Math.max(leastToldMs, ...seen.interactions))
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
    await rest(page, card)
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
    await click(page)
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
