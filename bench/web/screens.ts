import type { Page } from '@playwright/test'
import type { Usable, Wanted } from './usable.ts'

export interface Screen {
  /** The route's name in first-load.json. */
  readonly route: string
  readonly path: string
  /** The API calls for what the screen shows first. */
  readonly calls: readonly string[]
  /** The element that the floor's page is timed by. */
  readonly floor: Wanted
  readonly figures: readonly Figure[]
}

export interface Figure {
  readonly work: string
  readonly wanted: Wanted
  /** The limit with an empty cache, as a multiple of the floor's time: at full speed, and slowed 4×. */
  readonly limits: readonly [full: number, slowed: number]
  /** Really uses the element, at once. Throws if that has no effect. */
  readonly use: (page: Page, usable: Usable) => Promise<void>
}

const productRow = (tag: 'a' | 'tr'): Wanted => ({ is: 'row', tag, text: String.raw`Product \d+` })
const orderRow: Wanted = { is: 'row', tag: 'tr', text: String.raw`#\d+` }
const nameField: Wanted = { is: 'field', label: 'Name' }

const leadsTo =
  (address: RegExp) =>
  async (page: Page, { x, y }: Usable) => {
    await page.mouse.click(x, y)
    await page.waitForURL(address, { waitUntil: 'commit' })
  }

/** The probe has typed one letter; type another one. */
async function typeMore(page: Page): Promise<void> {
  const field = page.getByLabel('Name', { exact: true })
  const before = await field.inputValue()
  await page.keyboard.type('y')
  if ((await field.inputValue()).length !== before.length + 1) throw new Error('The name did not take what was typed')
}

async function pressAndType(page: Page, { x, y }: Usable): Promise<void> {
  await page.mouse.click(x, y)
  await page.locator('button[aria-label=Bold][aria-pressed=true]').first().waitFor()
  // Letters that are typed before the cursor shows are lost.
  await page.locator('[contenteditable=true]:focus').waitFor()
  await page.keyboard.type('bold')
  await page.locator('strong', { hasText: 'bold' }).waitFor()
}

const rowLimits = [4, 5] as const

export const screens: readonly Screen[] = [
  {
    route: '/products',
    path: '/products',
    calls: ['/admin/products'],
    floor: productRow('a'),
    figures: [{ work: 'Products, first card', wanted: productRow('a'), limits: rowLimits, use: leadsTo(/\/products\/\d+$/) }],
  },
  {
    route: '/purchases/orders',
    path: '/purchases/orders',
    calls: ['/admin/purchases/orders'],
    floor: orderRow,
    figures: [{ work: 'Orders, first row', wanted: orderRow, limits: rowLimits, use: leadsTo(/order=/) }],
  },
  {
    route: '/',
    path: '/',
    calls: ['/admin/purchases/stats', '/admin/purchases/daily?days=60'],
    floor: productRow('tr'),
    figures: [{ work: 'Dashboard, first row', wanted: productRow('tr'), limits: rowLimits, use: leadsTo(/\/products\/\d+$/) }],
  },
  {
    route: '/products/$id',
    path: '/products/150',
    calls: ['/products/id/150'],
    floor: nameField,
    figures: [
      { work: 'a product, Name takes typing', wanted: nameField, limits: [5, 5.5], use: typeMore },
      {
        work: 'a product, Bold can be pressed',
        wanted: { is: 'button', name: 'Bold', after: 'Full Description' },
        limits: [7, 8],
        use: pressAndType,
      },
    ],
  },
]
