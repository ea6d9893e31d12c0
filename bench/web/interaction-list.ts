import type { Locator, Page } from '@playwright/test'

export interface Hand {
  readonly isPhone: boolean
  /** Moves there and presses at once, without a pause, and waits until that is painted. */
  readonly press: (page: Page, target: Locator) => Promise<void>
}

export interface Interaction {
  readonly work: string
  readonly path: string
  /** Brings the loaded page to the state where the interaction begins. */
  readonly ready?: (page: Page, hand: Hand) => Promise<void>
  /** Ends when its result is shown. Called twice, with turns 0 and 1. */
  readonly act: (page: Page, hand: Hand, turn: number) => Promise<void>
  /** Goes back to the state where the second turn begins. */
  readonly back?: (page: Page) => Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const toggle = (page: Page) => button(page, 'Toggle sidebar')
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

async function followEntry(page: Page, hand: Hand, name: string): Promise<void> {
  if (hand.isPhone) {
    await hand.press(page, toggle(page))
    await menu(page).waitFor()
  }
  await hand.press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }))
}

/** Presses the field, and types at the speed of a good typist. */
async function typeInto(page: Page, hand: Hand, field: Locator, text: string): Promise<void> {
  await hand.press(page, field)
  await page.keyboard.type(text, { delay: 60 })
}

const emptySearch = (page: Page) => page.getByRole('searchbox').fill('')
const variantNames = /^(?:Day|Week|Month)/
const keys = (page: Page) => page.getByRole('textbox', { name: 'Keys', exact: true })

export const interactions: readonly Interaction[] = [
  {
    work: 'follow a sidebar entry',
    path: '/products',
    act: async (page, hand) => {
      await followEntry(page, hand, 'Orders')
      await page.getByRole('link', { name: /^#\d+/ }).first().waitFor()
    },
    back: async (page) => {
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    },
  },
  {
    work: 'toggle the sidebar',
    path: '/products',
    act: async (page, hand) => {
      await hand.press(page, toggle(page))
      if (!hand.isPhone) return hand.press(page, toggle(page))
      await menu(page).waitFor()
      await page.touchscreen.tap(390, 400)
      await menu(page).waitFor({ state: 'hidden' })
    },
  },
  {
    work: 'open a dialog',
    path: '/products',
    act: async (page, hand) => {
      await hand.press(page, button(page, 'Add New Product'))
      await page.getByRole('dialog').waitFor()
    },
    back: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    },
  },
  {
    work: 'type in a dialog',
    path: '/coupons',
    ready: async (page, hand) => {
      await hand.press(page, button(page, 'Create Coupon'))
      await page.getByRole('dialog').waitFor()
    },
    act: (page, hand) => typeInto(page, hand, page.getByRole('dialog').getByRole('textbox').first(), 'SUMMER'),
  },
  {
    work: 'search 300 products',
    path: '/products',
    act: async (page, hand) => {
      await typeInto(page, hand, page.getByRole('searchbox'), 'Product 177')
      await page.getByRole('list', { name: 'Products' }).getByRole('link').nth(1).waitFor({ state: 'hidden' })
    },
    back: emptySearch,
  },
  {
    work: 'search 150 orders',
    path: '/purchases/orders',
    act: async (page, hand) => {
      await typeInto(page, hand, page.getByRole('searchbox'), 'buyer42@')
      await page.getByRole('link', { name: '#1', exact: true }).waitFor({ state: 'hidden' })
    },
    back: emptySearch,
  },
  {
    work: 'open a product',
    path: '/products',
    act: async (page, hand, turn) => {
      await hand.press(page, page.getByRole('link', { name: /Product \d+/ }).nth(turn))
      await page.getByRole('heading', { level: 1, name: /^Product Details: / }).waitFor()
    },
    back: async (page) => {
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    },
  },
  {
    work: 'open a variant',
    path: '/products/150',
    act: async (page, hand, turn) => {
      await hand.press(page, page.getByRole('button', { name: variantNames }).nth(turn))
      await page.getByRole('textbox', { name: 'Variant Name' }).nth(turn).waitFor()
    },
  },
  {
    work: 'pick in a select',
    path: '/purchases/orders',
    ready: async (page, hand) => {
      if (hand.isPhone) await hand.press(page, button(page, /^Filters/))
    },
    act: async (page, hand) => {
      const select = page.getByRole('combobox', { name: 'Status' })
      await hand.press(page, select)
      // The open list belongs to the browser, so its key presses are not inputs of the page. Those of the closed select are.
      await page.keyboard.press('Escape')
      const before = await select.inputValue()
      await page.keyboard.press('ArrowDown')
      await select.and(page.locator(`:not(:has(option:checked[value="${before}"]))`)).waitFor()
    },
  },
  {
    work: 'switch tab',
    path: '/referrals',
    act: async (page, hand, turn) => {
      const tab = page.getByRole('tab').nth(turn + 1)
      await hand.press(page, tab)
      if ((await tab.getAttribute('aria-selected')) !== 'true') throw new Error(`The tab of turn ${turn} is not chosen`)
    },
  },
  {
    work: 'edit among 100,000 keys',
    path: '/products/2',
    ready: async (page, hand) => {
      await hand.press(page, button(page, /^Many/))
      await keys(page).waitFor()
    },
    act: async (page, hand, turn) => {
      const key = `NEW-KEY-${turn}`
      // The editor is as high as all its lines; press the first one, which is in sight.
      await typeInto(page, hand, keys(page).locator('> *').first(), `${key}\n`)
      await page.getByText(key).waitFor()
    },
  },
]
