import { permissionsOf } from '@keydesk/contract'
import { act, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { DashboardPage } from './page.tsx'

// jsdom has no layout, so the chart draws nothing.
beforeAll(() => {
  HTMLCanvasElement.prototype.getContext = () => null
})

const panel = async () => within(await screen.findByRole('region', { name: 'Running out' }))
const rows = async () => (await panel()).findAllByRole('listitem')

/** Adds a product with one variant and sells some of its keys. */
async function stock({ addProduct, buy, complete }: Shop, name: string, keys: number, sold: number) {
  const values = Array.from({ length: keys }, (_, index) => `${name}-${index}`)
  const product = await addProduct(name, [{ name: 'Month', price: 5, keys: values }])
  const variant = product.variants[0]!
  if (sold > 0) await complete((await buy([[variant.id, sold]], { customer_email: `${name}@example.com` })).id)
  return { product, variant }
}

test('lists variants that are low or used up within 14 days, the most urgent first, with links', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  await stock(shop, 'Plenty', 40, 2)
  const soon = await stock(shop, 'Soon', 21, 2)
  await stock(shop, 'Low', 6, 4)
  await stock(shop, 'Empty', 3, 3)
  await stock(shop, 'Unsold', 1, 0)
  // Its own threshold makes a variant low although nothing sells.
  const { variant } = await stock(shop, 'Slow', 4, 0)
  await shop.server.call('PUT', `/admin/variants/${variant.id}`, { low_stock_threshold: 4 })
  await shop.go()
  expect((await rows()).map((row) => row.textContent)).toEqual([
    'EmptyMonthOut of stock0 keys, 3 a dayRestock',
    'LowMonthless than a day left2 keys, 4 a dayRestock',
    'SoonMonth9 days left19 keys, 2 a dayRestock',
    'SlowMonthLow4 keysRestock',
  ])
  const hrefOf = async (name: RegExp) =>
    within((await rows())[2]!)
      .getByRole('link', { name })
      .getAttribute('href')
  expect(await hrefOf(/^Soon/)).toBe(`/products/${soon.product.id}?variant=${soon.variant.id}#variant-${soon.variant.id}`)
  expect(await hrefOf(/^Restock Soon Month$/)).toBe(
    `/products/${soon.product.id}?variant=${soon.variant.id}&view=stock#variant-${soon.variant.id}`,
  )
  expect(within((await rows())[1]!).getByText('less than a day left').className).toContain('text-yellow')
  expect(within((await rows())[0]!).getByText('Out of stock').className).toContain('text-red')
})

test('This week shows what runs out in less than seven days alone', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  await stock(shop, 'Soon', 21, 2)
  await stock(shop, 'Low', 6, 4)
  await shop.go()
  expect(await rows()).toHaveLength(2)
  await shop.user.click((await panel()).getByRole('radio', { name: 'This week' }))
  expect((await rows()).map((row) => row.textContent)).toEqual(['LowMonthless than a day left2 keys, 4 a dayRestock'])
  await shop.user.click((await panel()).getByRole('radio', { name: '14 days' }))
  expect(await rows()).toHaveLength(2)
})

test('what was sold out long ago is in both views, what never sold in none', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  await stock(shop, 'Plenty', 40, 1)
  await stock(shop, 'Old', 0, 0)
  await stock(shop, 'New', 0, 0)
  // Before the days that count for the runway.
  await shop.importOrders('Date,Email,Product,Amount\n2029-05-05,ann@example.com,Old,5')
  await shop.go()
  expect((await rows()).map((row) => row.textContent)).toEqual(['OldMonthOut of stock0 keysRestock'])
  await shop.user.click((await panel()).getByRole('radio', { name: 'This week' }))
  expect((await rows()).map((row) => row.textContent)).toEqual(['OldMonthOut of stock0 keysRestock'])
})

test('a long list starts with the six most urgent', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await stock(shop, name, 2, 1)
  await shop.go()
  expect(await rows()).toHaveLength(6)
  await shop.user.click((await panel()).getByRole('button', { name: 'Show all 7' }))
  expect(await rows()).toHaveLength(7)
  // The button is gone; Tab goes on from the list.
  expect(document.activeElement?.contains((await rows())[0]!)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('a shop without keys gets a hint, not the message that all is fine', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  const text = 'Nothing is in stock yet. Variants that run low appear here.'
  await shop.go()
  expect(await (await panel()).findByText(text)).toBeTruthy()
  await stock(shop, 'Bare', 0, 0)
  await shop.go()
  expect(await (await panel()).findByText(text)).toBeTruthy()
  expect((await panel()).queryByText(/^Nothing that sells/)).toBeNull()
})

test('the panel says that all is fine when nothing runs out', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  await stock(shop, 'Plenty', 40, 1)
  await shop.go()
  expect(await (await panel()).findByText('Nothing that sells runs out within 14 days.')).toBeTruthy()
})

test('a role that may not add keys gets no Restock', async () => {
  const shop = await startShop(<DashboardPage />, '/')
  await stock(shop, 'Low', 6, 4)
  act(() => shop.session.viewAs({ role: 'marketing', name: 'Marketing', permissions: permissionsOf.marketing }))
  await shop.go()
  expect(await rows()).toHaveLength(1)
  expect((await panel()).queryByRole('link', { name: /^Restock/ })).toBeNull()
})
