import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductPage } from '../editor/page.tsx'
import { findEditor, startBeside } from '../testing.tsx'

async function open(search: (variants: readonly { id: number }[]) => object = () => ({})) {
  const started = await startBeside(<ProductPage />, '/products/$id')
  const product = await started.add({}, [
    { name: 'Day', price: 20, keys: ['A', 'B'] },
    { name: 'Week', price: 50, keys: [] },
  ])
  await started.go(`/products/${product.id}`, search(product.variants))
  await findEditor()
  return { ...started, productId: product.id, id: product.variants[0]!.id }
}
type Opened = Awaited<ReturnType<typeof open>>

const row = (name = 'Day') => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const save = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Save Variant' }))
const puts = ({ sent, id }: Opened) => sent('PUT', `/admin/variants/${id}`).map(({ body }) => body)

async function retype({ user }: Opened, name: string, text: string) {
  await user.clear(field(name))
  if (text !== '') await user.type(field(name), text)
}

async function openDay(opened: Opened) {
  await opened.user.click(await row())
  await screen.findByRole('textbox', { name: 'Keys' })
}

test('the address opens a variant', async () => {
  await open(([, week]) => ({ variant: week!.id }))
  expect((await row('Week')).getAttribute('aria-expanded')).toBe('true')
  expect((await row()).getAttribute('aria-expanded')).toBe('false')
})

test('a link to a variant opens its row again after it was closed by hand', async () => {
  const { user, go, productId, id } = await open()
  const expanded = async () => (await row()).getAttribute('aria-expanded')
  await user.click(await row())
  await user.click(await row())
  for (let times = 0; times < 2; times += 1) {
    expect(await expanded()).toBe('false')
    await go(`/products/${productId}`, { variant: id })
    await waitFor(async () => expect(await expanded()).toBe('true'))
    await user.click(await row())
  }
})

test('a variant has its own low-stock threshold, which may be empty, and shows that it is low', async () => {
  const opened = await open()
  await openDay(opened)
  expect(field('Low stock at').value).toBe('')
  const explained = document.getElementById(field('Low stock at').getAttribute('aria-describedby')!)
  expect(explained?.textContent).toBe('You are warned at this many keys or fewer, and always when they last less than 7 days.')
  for (const wrong of ['-1', '1.5', '1000001']) {
    await retype(opened, 'Low stock at', wrong)
    await save(opened)
    expect(await screen.findByText('Low stock threshold must be a whole number from 0 to 1,000,000')).toBeTruthy()
  }
  expect(puts(opened)).toEqual([])
  await retype(opened, 'Low stock at', '5')
  await save(opened)
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  expect(puts(opened)).toEqual([expect.objectContaining({ low_stock_threshold: 5 })])
  await waitFor(async () => expect((await row()).textContent).toContain('Low'))
  await retype(opened, 'Low stock at', '')
  await save(opened)
  await waitFor(() => expect(puts(opened)).toHaveLength(2))
  expect(puts(opened)[1]).toMatchObject({ low_stock_threshold: null })
  await waitFor(async () => expect((await row()).textContent).not.toContain('Low'))
})

test('a price that changes by more than half asks before it is saved', async () => {
  const opened = await open()
  await openDay(opened)
  await retype(opened, 'Variant Price', '2')
  await save(opened)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Change the price from $20.00 to $2.00?' }))
  await opened.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(puts(opened)).toEqual([])
  expect(field('Variant Price').value).toBe('2')
  await save(opened)
  await opened.user.click(await screen.findByRole('button', { name: 'Change Price' }))
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  expect(puts(opened)).toEqual([expect.objectContaining({ price: 2 })])
})

test('Ctrl+S saves the edited variants, and asks the question of each, one after another', async () => {
  const opened = await open()
  const { user, stored, productId } = opened
  await openDay(opened)
  await user.click(await row('Week'))
  const prices = () => screen.getAllByRole('spinbutton', { name: 'Variant Price' })
  await waitFor(() => expect(prices()).toHaveLength(2))
  for (const price of prices()) {
    await user.clear(price)
    await user.type(price, '2')
  }
  await user.keyboard('{Control>}s{/Control}')
  for (const from of ['$20.00', '$50.00']) {
    const dialog = within(await screen.findByRole('alertdialog', { name: `Change the price from ${from} to $2.00?` }))
    // A key that is held repeats.
    await user.keyboard('{Control>}s{/Control}')
    await user.click(dialog.getByRole('button', { name: 'Change Price' }))
  }
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull())
  expect((await stored(productId)).variants.map(({ price }) => price)).toEqual([2, 2])
})

test('Ctrl+S sends each variant at once, so that none is saved after its edits were discarded', async () => {
  const opened = await open()
  const { user, sent, network, stored, productId } = opened
  await openDay(opened)
  await user.click(await row('Week'))
  const prices = () => screen.getAllByRole('spinbutton', { name: 'Variant Price' })
  await waitFor(() => expect(prices()).toHaveLength(2))
  for (const [index, price] of ['21', '51'].entries()) {
    await user.clear(prices()[index]!)
    await user.type(prices()[index]!, price)
  }
  const release = network.holdNext(/PUT .*variants/)
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(sent('PUT', /variants/)).toHaveLength(2))
  release()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull())
  expect((await stored(productId)).variants.map(({ price }) => price)).toEqual([21, 51])
})

test('a new variant is a draft until its first save, which asks nothing about the price', async () => {
  const opened = await open()
  const { user } = opened
  await user.click(screen.getByRole('button', { name: 'Add Variant' }))
  expect(await screen.findByText('Not for sale and not announced before its first save.')).toBeTruthy()
  expect((await row('New Variant')).textContent).toContain('Draft')
  // The defaults may be right already.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Variant' }).disabled).toBe(false)
  await retype(opened, 'Variant Price', '49')
  await save(opened)
  expect(await screen.findByText('Variant updated successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Not for sale and not announced before its first save.')).toBeNull())
  expect((await row('New Variant')).textContent).not.toContain('Draft')
})

test('a saved price or name, a new variant and a deletion show without a refetch of the product', async () => {
  const opened = await open()
  const { productId, user, sent } = opened
  await openDay(opened)
  const fetched = () => sent('GET', `/products/id/${productId}`).length
  const before = fetched()
  await user.type(screen.getByRole('textbox', { name: 'Variant Name' }), ' pass')
  await retype(opened, 'Variant Price', '25')
  await save(opened)
  await waitFor(async () => expect((await row('Day pass')).textContent).toContain('$25.00'))
  await user.click(screen.getByRole('button', { name: 'Delete variant Week' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete Variant' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Week/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Add Variant' }))
  expect((await row('New Variant')).textContent).toContain('Draft')
  expect((await row('Day pass')).textContent).toContain('2 keys')
  expect(fetched()).toBe(before)
})

test('a save during a fetch of the product is not undone by the older answer', async () => {
  const opened = await open()
  const { network, queries, productId } = opened
  await openDay(opened)
  const release = network.holdNext(new RegExp(`GET /products/id/${productId}`))
  void queries.invalidateQueries({ queryKey: ['products', productId], exact: true })
  await retype(opened, 'Variant Price', '25')
  await save(opened)
  await waitFor(async () => expect((await row()).textContent).toContain('$25.00'))
  release()
  await waitFor(() => expect(queries.isFetching({ queryKey: ['products', productId] })).toBe(0))
  expect((await row()).textContent).toContain('$25.00')
})
