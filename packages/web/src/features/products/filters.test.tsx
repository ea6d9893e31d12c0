import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startShop } from '../../../test/start-shop.tsx'
import { ProductsPage } from './page.tsx'

const list = () => screen.findByRole('list', { name: 'Products' })
const names = async () =>
  within(await list())
    .getAllByRole('heading')
    .map((heading) => heading.textContent)
const filter = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })

/** Aurora is sold out, Borealis low and paused, Nightfall well stocked, Cobalt only a draft. */
async function start() {
  const shop = await startShop(<ProductsPage />, '/products')
  const { addProduct, buy, complete, server } = shop
  const aurora = await addProduct('Aurora', [{ name: 'Day', price: 1, keys: [] }])
  await server.call('PUT', `/admin/products/${aurora.id}`, { detection_status: 'Detected' })
  const borealis = await addProduct('Borealis', [{ name: 'Day', price: 1, keys: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }])
  await complete((await buy([[borealis.variants[0]!.id, 1]])).id)
  await server.call('PUT', `/admin/products/${borealis.id}`, { sales_paused: true, category: 'hardware' })
  await addProduct('Nightfall', [{ name: 'Day', price: 1, keys: ['N-1'] }])
  const cobalt = await addProduct('Cobalt')
  await server.call('POST', '/admin/variants/', { product_id: cobalt.id, name: 'New Variant', price: 1.99, keys: [''] })
  return shop
}

test('a card shows the state of its stock', async () => {
  const { go } = await start()
  await go()
  const card = async (name: string) => (await screen.findByRole('link', { name: new RegExp(name) })).textContent
  expect(await card('Aurora')).toContain('Out of stock')
  expect(await card('Borealis')).toMatch(/Sales paused.*6 keys in stock.*6 days left/)
  expect(await card('Nightfall')).toMatch(/1 key in stock$/)
  expect(await card('Cobalt')).toMatch(/Draft variant$/)
})

test.each([
  ['status', 'detected', ['Aurora']],
  ['status', 'paused', ['Borealis']],
  ['status', 'updated', ['Cobalt', 'Nightfall', 'Borealis', 'Aurora']],
  ['category', 'hardware', ['Borealis']],
  ['stock', 'out', ['Aurora']],
  ['stock', 'low', ['Borealis']],
  ['stock', 'fine', ['Nightfall']],
  ['stock', 'week', ['Borealis']],
  ['stock', 'sideways', ['Cobalt', 'Nightfall', 'Borealis', 'Aurora']],
])('the address filters by %s: %s', async (name, value, expected) => {
  const { go } = await start()
  await go({ [name]: value })
  expect(await names()).toEqual(expected)
})

test('filters show counts, combine, are in the address with the first page, and can be cleared', async () => {
  const { user, go, router } = await start()
  await go({ page: 2 })
  await list()
  const options = within(filter('Stock'))
    .getAllByRole('option')
    .map((option) => option.textContent)
  expect(options).toEqual(['All stock', 'Out of stock (1)', 'Low stock (1)', 'Stock is fine (1)', 'Runs out this week (1)'])
  await user.selectOptions(filter('Category'), 'Cheats (3)')
  await waitFor(() => expect(router.state.location.search).toEqual({ category: 'cheats' }))
  await user.selectOptions(filter('Stock'), 'Stock is fine (1)')
  expect(await screen.findByText('1 of 4 products')).toBeTruthy()
  expect(await names()).toEqual(['Nightfall'])
  expect(router.state.location.search).toEqual({ category: 'cheats', stock: 'fine' })
  await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'detected')
  expect(await screen.findByText('No products match')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('4 products')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})
