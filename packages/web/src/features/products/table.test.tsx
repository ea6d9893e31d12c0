import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ProductsPage } from './page.tsx'
import { type Started, startBeside } from './testing.tsx'

afterEach(() => localStorage.clear())

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Products' }))
    .getAllByRole('row')
    .slice(1)
const row = async (name: string) => (await screen.findByRole('link', { name: new RegExp(`^${name}`) })).closest('tr')!
const names = async () => (await rows()).map((each) => within(each).getByText(/^(Aurora|Borealis|Product \d)$/).textContent)

/** Ten products, which are more than a page of the grid. */
async function start(): Promise<Started> {
  const started = await startBeside(<ProductsPage />, '/products')
  await started.add({ game_name: 'Apex Legends' }, [
    { name: 'Day', price: 4.99, keys: ['A', 'B'] },
    { name: 'Month', price: 49.99, keys: ['C'] },
  ])
  await started.add({ detection_status: 'Detected', sales_paused: true }, [{ name: 'Day', price: 1, keys: [] }], 'Borealis')
  for (let index = 1; index <= 8; index += 1) await started.add({}, [], `Product ${index}`)
  await started.go('/products')
  return started
}

async function chooseTable({ user }: Started) {
  await user.click(await screen.findByRole('radio', { name: 'Table' }))
}

test('the table has a row for every found product, with its figures, and each opens its product', async () => {
  const started = await start()
  await chooseTable(started)
  expect(await rows()).toHaveLength(10)
  const aurora = await row('Aurora')
  expect(within(aurora).getByRole('link').getAttribute('href')).toBe('/products/1')
  await waitFor(() => expect(aurora.textContent).toMatch(/AuroraApex Legends.*\$4\.99 – \$49\.99.*30$/))
  expect((await row('Borealis')).textContent).toMatch(/Detected.*Sales paused.*\$1\.00.*Out of stock/)
  expect(screen.queryByRole('list', { name: 'Products' })).toBeNull()
})

test('the choice stays for the next visit, and the grid comes back with its pages', async () => {
  const started = await start()
  await chooseTable(started)
  await rows()
  await started.go('/beside')
  await screen.findByText('Another page')
  await started.go('/products', { q: 'product' })
  await waitFor(async () => expect(await rows()).toHaveLength(8))
  await started.user.click(screen.getByRole('radio', { name: 'Grid' }))
  await started.go('/products')
  expect(await screen.findByRole('button', { name: 'Page 2' })).toBeTruthy()
})

test('a column sorts all products, and the address holds the sort', async () => {
  const started = await start()
  await chooseTable(started)
  await rows()
  await started.user.click(screen.getByRole('button', { name: 'Price' }))
  await waitFor(async () => expect((await names()).slice(0, 2)).toEqual(['Borealis', 'Aurora']))
  expect(started.router.state.location.search).toEqual({ sort: 'price' })
  await started.user.click(screen.getByRole('button', { name: 'Price' }))
  await waitFor(async () => expect((await names())[0]).toBe('Aurora'))
})

test('prices leave out drafts, unless a product has nothing else', async () => {
  const started = await startBeside(<ProductsPage />, '/products')
  const draft = (product_id: number, price: number) =>
    started.server.call('POST', '/admin/variants/', { product_id, name: 'New Variant', price, keys: [] })
  const aurora = await started.add({}, [{ name: 'Day', price: 4.99, keys: ['A'] }])
  const borealis = await started.add({}, [{ name: 'Day', price: 1, keys: [] }], 'Borealis')
  const bare = await started.add({}, [], 'Product 1')
  for (const { id } of [aurora, borealis]) await draft(id, 0.5)
  await draft(bare.id, 0.75)
  await started.go('/products')
  await chooseTable(started)
  expect((await row('Aurora')).textContent).toMatch(/Updated\$4\.99/)
  expect((await row('Product 1')).textContent).toContain('$0.75')
  await started.user.click(screen.getByRole('button', { name: 'Price' }))
  await waitFor(async () => expect(await names()).toEqual(['Product 1', 'Borealis', 'Aurora']))
})

test('rows are selected as cards are, and a selection stays when the layout changes', async () => {
  const started = await start()
  await chooseTable(started)
  await started.user.click(within(await row('Borealis')).getByRole('checkbox', { name: 'Select Borealis' }))
  expect(within(screen.getByRole('region', { name: 'Selected products' })).getByText('1 product selected')).toBeTruthy()
  await started.user.click(screen.getByRole('radio', { name: 'Grid' }))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Borealis' })).checked).toBe(true)
})
