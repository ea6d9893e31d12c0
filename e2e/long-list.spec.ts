import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { isReached } from './support/geometry.ts'
import type { Keydesk } from './support/server.ts'
import { expectUsable, openScreen } from './support/screens.ts'
import type { Product } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

const count = 300
const test = onOwnServer(fill)

/** The numbers of the orders whose rows are in the window, from top to bottom. */
const inSight = (page: Page) =>
  page.getByRole('table', { name: 'Latest Orders' }).evaluate((table) => {
    const header = table.querySelector('thead')!.getBoundingClientRect().bottom
    const rows = [...table.querySelectorAll('tbody tr:not([aria-hidden])')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= Math.max(header, 0) && bottom <= innerHeight
    })
    return rows.map((row) => Number(/#(\d+)/.exec(row.textContent)?.[1]))
  })

/** Turns the wheel until the order is in sight, and sees rows without a gap at each turn. */
async function scrollTo(page: Page, order: number, turn: number): Promise<number[]> {
  await page.getByRole('main').hover()
  let rows = await inSight(page)
  while (!rows.includes(order)) {
    const before = rows
    await page.mouse.wheel(0, turn)
    await expect.poll(() => inSight(page), { message: `rows below ${before[0]}` }).not.toEqual(before)
    await expect.poll(async () => (await inSight(page)).length).toBeGreaterThan(5)
    rows = await inSight(page)
    expect(rows).toEqual(rows.map((_, index) => rows[0]! - index))
  }
  return rows
}

test(`a list of ${count} orders shows its rows as it scrolls, and Back returns to the same rows`, async ({ page, keydesk }) => {
  // The list of a new shop would be scrolled past to use what is below it.
  await page.addInitScript(() => localStorage.setItem('setup-put-away', 'yes'))
  await signIn(page, keydesk)
  await openScreen(page, 'Orders')
  await expectUsable(page, 'Orders')
  await expect(page.getByRole('row', { name: new RegExp(`#${count}\\b`) })).toBeInViewport()
  await scrollTo(page, 1, 900)
  const left = await scrollTo(page, count / 2, -400)

  await test.step('an order that is opened and closed leaves the list where it was', async () => {
    await page
      .getByRole('row', { name: new RegExp(`#${count / 2}\\b`) })
      .getByRole('link')
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(`buyer${count / 2}@example.com`)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect.poll(() => inSight(page)).toEqual(left)
  })

  for (const entry of ['Coupons', 'Dashboard'] as const) {
    await openScreen(page, entry)
    await expectUsable(page, entry)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('row', { name: new RegExp(`#${count / 2}\\b`) })).toBeInViewport()
    await expect.poll(() => inSight(page)).toEqual(left)
  }

  await test.step('a visit by the sidebar starts at the top', async () => {
    await openScreen(page, 'Coupons')
    await expectUsable(page, 'Coupons')
    await openScreen(page, 'Orders')
    await expect(page.getByRole('row', { name: new RegExp(`#${count}\\b`) })).toBeInViewport()
  })
})

test('beside an open order the list stays usable, and the keyboard steps through it; in a narrow window the drawer is modal', async ({
  page,
  keydesk,
}) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(page, keydesk, '/purchases/orders')
  await expectUsable(page, 'Orders')
  const drawer = (id: number) => page.getByRole('dialog', { name: `Order #${id}`, exact: true })
  const row = (id: number) => page.getByRole('row', { name: new RegExp(`#${id}\\b`) })
  const link = (id: number) => row(id).getByRole('link', { name: `#${id}`, exact: true })
  const before = await row(count).boundingBox()
  await link(count).click()
  await expect(drawer(count).getByRole('heading', { name: `Order #${count}` })).toBeFocused()
  expect(await row(count).boundingBox()).toEqual(before)

  await test.step('two steps down by keyboard', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(drawer(count - 2)).toContainText('$40.00')
    await expect(page.locator('tr[aria-current]')).toHaveCount(1)
    await expect(row(count - 2)).toHaveAttribute('aria-current', 'true')
    await expectNoAxeViolations(page)
  })

  await test.step('closed, it leaves the list where it is scrolled to', async () => {
    const rows = await scrollTo(page, count - 60, 400)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await inSight(page)).toEqual(rows)
    await link(rows[0]!).click()
    await expect(drawer(rows[0]!)).toBeVisible()
  })

  await test.step('the list scrolls, says where it is, and opens another row in place', async () => {
    await scrollTo(page, count - 60, 400)
    for (const width of [1_440, 1_280]) {
      await page.setViewportSize({ width, height: 900 })
      const position = page.getByRole('columnheader').getByText(new RegExp(`^\\d+–\\d+ of ${count}$`))
      await expect.poll(() => isReached(position), { message: `${width} px wide` }).toBe(true)
    }
    await link(count - 60).click()
    await expect(drawer(count - 60)).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('buyer7@')
    await expect(link(7)).toBeVisible()
    await expect(drawer(count - 60)).toBeVisible()
    await link(7).click()
    await expect(drawer(7)).toContainText('buyer7@example.com')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(link(7)).toBeFocused()
  })

  await test.step('at 1,000 px nothing but the drawer is reached', async () => {
    await page.setViewportSize({ width: 1_000, height: 800 })
    await link(7).click()
    await expect(drawer(7)).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(0)
    await page.mouse.click(20, 400)
    await expect(drawer(7)).toBeHidden()
  })
})

async function fill({ api, store }: Keydesk): Promise<void> {
  const keys = Array.from({ length: count + 1 }, (_, index) => `LONG-${index}`)
  const { variants } = (await api('POST', '/admin/products', {
    name: 'Sold often',
    description: '',
    variants: [{ name: 'Month', price: 20, keys }],
  })) as { variants: { id: number }[] }
  const variant_id = variants[0]!.id
  // One after the other: the numbers of orders and of buyers are the same.
  for (let buyer = 1; buyer <= count; buyer += 1) {
    const items = [{ variant_id, quantity: buyer === count - 2 ? 2 : 1 }]
    await store('POST', '/store/purchases', { customer_email: `buyer${buyer}@example.com`, items })
  }
}

const products = 90
const soldOut = 40
/** Every variant of the first product is sold out. */
const onProducts = onOwnServer(async ({ api, store }) => {
  const named = Array.from({ length: soldOut }, (_, index) => ({ name: `${index} Days`, price: 20, keys: [`LOW-${index}`] }))
  const { variants } = (await api('POST', '/admin/products', { name: 'Runs out', description: '', variants: named })) as Product
  const items = variants.map(({ id }) => ({ variant_id: id, quantity: 1 }))
  const { id } = (await store('POST', '/store/purchases', { customer_email: 'ann@example.com', items })) as { id: number }
  await store('POST', `/store/purchases/${id}/complete`, {})
  for (let index = 1; index < products; index += 1)
    await api('POST', '/admin/products', { name: `Product ${index}`, description: '', variants: [] })
})

onProducts('the sales of many products stay drawn when the content above becomes higher or lower', async ({ page, keydesk }) => {
  await page.addInitScript(() => localStorage.setItem('setup-put-away', 'yes'))
  await page.setViewportSize({ width: 1_024, height: 800 })
  await signIn(page, keydesk)
  const table = page.getByRole('table', { name: 'Sales by product' })
  /** Whether rows fill the window, and the number of spaces for rows that are not drawn in it. */
  const drawn = () =>
    table.evaluate((element) => {
      const parts = [...element.querySelectorAll('tbody tr')].map((row) => ({ row, box: row.getBoundingClientRect() }))
      const rows = parts.filter(({ row, box }) => !row.matches('[data-space]') && box.top >= 0 && box.bottom <= innerHeight)
      const space = parts.filter(({ row, box }) => row.matches('[data-space]') && box.bottom > 0 && box.top < innerHeight)
      // Rows are 82 pixels high: 8 or 9 are whole in the window, by where it has scrolled to.
      return { hasRows: rows.length >= 8, space: space.length }
    })
  const whole = { hasRows: true, space: 0 }
  await expect(table).toBeVisible()
  const topOf = () => table.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const before = await topOf()
  await page.getByRole('button', { name: `Show all ${soldOut}` }).click()
  await expect.poll(topOf).toBeGreaterThan(before + 500)
  await page.getByRole('main').hover()
  await page.mouse.wheel(0, (await topOf()) + 800)
  await expect.poll(drawn, { message: 'after all of Running out is shown' }).toEqual(whole)
  for (const width of [1_440, 1_024]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(drawn, { message: `after a change to ${width} px` }).toEqual(whole)
  }
})
