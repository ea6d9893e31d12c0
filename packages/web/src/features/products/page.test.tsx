import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'
import { shownToasts } from '../../../test/toasts.ts'
import { ProductsPage } from './page.tsx'
import { type Started, startBeside } from './testing.tsx'

const start = () => startBeside(<ProductsPage />, '/products')
const cards = () => within(screen.getByRole('list', { name: 'Products' })).getAllByRole('link')
const card = (name: string) => screen.findByRole('link', { name: new RegExp(name) })

test('an empty list says so and offers to add a product', async () => {
  const { user, go } = await start()
  await go('/products')
  expect(await screen.findByText('No products yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add your first product' }))
  expect(await screen.findByRole('dialog', { name: 'Add New Product' })).toBeTruthy()
})

test('a failure replaces the content, and Try again loads it', async () => {
  const { user, go, add, breakTable } = await start()
  await add()
  const mend = await breakTable('product')
  await go('/products')
  expect(await screen.findByText('Loading...')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Error: Failed to fetch products')
  expect(screen.queryByRole('list', { name: 'Products' })).toBeNull()
  expect(screen.getByRole('option', { name: 'Low stock' })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /\(\d+\)/ })).toBeNull()
  await mend()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await card('Aurora')).toBeTruthy()
})

test('a card shows name, game, statuses in their colours, stock and prices, and links to the product', async () => {
  const { go, add } = await start()
  const variants = [
    { name: 'Day', price: 4.99, keys: ['A', 'B'] },
    { name: 'Month', price: 1234.5, keys: ['C'] },
  ]
  const { id } = await add({ game_name: 'Apex Legends', detection_status: 'Detected', update_status: 'Updating', featured: true }, variants)
  await add({ detection_status: 'Undetected', update_status: 'Updated', unlisted: true }, [], 'Borealis')
  await go('/products')

  const aurora = await card('Aurora')
  expect(aurora.getAttribute('href')).toBe(`/products/${id}`)
  expect(aurora.textContent).toMatch(/Apex Legends.*\$4\.99 – \$1,234\.50.*Featured.*3 keys in stock/)
  expect(within(aurora).getByText('Detected').className).toContain('text-red')
  expect(within(aurora).getByText('Updating').className).toContain('text-yellow')
  const borealis = await card('Borealis')
  expect(within(borealis).getByText('Undetected').className).toContain('text-green')
  expect(within(borealis).getByText('Updated').className).toContain('text-blue')
  expect(within(borealis).getByText('Unlisted')).toBeTruthy()
})

test('nine products a page; the page is in the address, and clamped if it does not exist', async () => {
  const { user, router, go, add } = await start()
  for (let index = 1; index <= 20; index += 1) await add({}, [], `Product ${String(index).padStart(2, '0')}`)
  await go('/products')
  await card('Product 20')
  expect(cards()).toHaveLength(9)
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await card('Product 01')
  expect(cards()).toHaveLength(2)
  expect(router.state.location.search).toEqual({ page: '3' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  const [previous, next] = ['Previous', 'Next'].map((name) => screen.getByRole('button', { name }))
  await user.click(previous!)
  await card('Product 05')
  expect(cards()).toHaveLength(9)
  expect(document.activeElement).toBe(previous)
  // At an end the focus goes to the other button, because a disabled one would lose it.
  await user.keyboard('{Enter}')
  await card('Product 20')
  await waitFor(() => expect(document.activeElement).toBe(next))
  await user.keyboard('{Enter}')
  await card('Product 05')
  await user.keyboard('{Enter}')
  await card('Product 01')
  await waitFor(() => expect(document.activeElement).toBe(previous))
  await go('/products', { page: 9 })
  await card('Product 01')
  expect(screen.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page')
})

test('the search covers name and game, is in the address, and can be cleared', async () => {
  const { user, router, go, add } = await start()
  await add({ game_name: 'Apex Legends' })
  await add({ game_name: 'Rust' }, [], 'Borealis')
  await go('/products', { q: 'apex' })
  await card('Aurora')
  expect(cards()).toHaveLength(1)
  const search = screen.getByRole('searchbox', { name: 'Search products' })
  await user.clear(search)
  await user.type(search, 'rust')
  await card('Borealis')
  await waitFor(() => expect(cards()).toHaveLength(1))
  expect(screen.getByText('1 of 2 products')).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'rust' }))
  await user.type(search, 'y')
  expect(await screen.findByText('No products match')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(cards()).toHaveLength(2))
})

async function fillDialog(user: Started['user']) {
  await user.click(await screen.findByRole('button', { name: 'Add New Product' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Product' }))
  await user.type(dialog.getByLabelText('Name'), 'Aurora')
  await user.type(dialog.getByLabelText('Description'), 'Calm')
  await user.type(dialog.getByLabelText('Variant Name'), '1 Month')
  await user.type(dialog.getByLabelText('Variant Price'), '29.90')
  return dialog
}

test('Add New Product sends the exact body, closes, resets and refetches', async () => {
  const started = await start()
  await started.go('/products')
  const dialog = await fillDialog(started.user)
  // A picture that is drawn from the name stands for the thumbnail.
  expect(dialog.getByText('AU').closest('svg')).toBeTruthy()
  const price = dialog.getByLabelText<HTMLInputElement>('Variant Price')
  expect([price.type, price.step]).toEqual(['number', '0.01'])
  await started.user.click(dialog.getByRole('button', { name: 'Save Product' }))
  await card('Aurora')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = started.sent('POST', '/admin/products')
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Aurora', description: 'Calm', variants: [{ name: '1 Month', price: 29.9, keys: [] }] },
  ])
  await started.user.click(screen.getByRole('button', { name: 'Add New Product' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('')
})

test('a new product that was not saved is offered on the list after a lost session', async () => {
  const { user, go, router, add } = await start()
  await add({}, [], 'Borealis')
  await go('/products')
  await fillDialog(user)
  // Like a reload: the page unmounts without a question.
  await router.navigate({ to: '/beside' as '/', ignoreBlocker: true })
  await screen.findByText('Another page')
  await go('/products')
  const offer = within(await screen.findByRole('region', { name: 'Unsaved changes of an earlier visit' }))
  expect(offer.getByText(/^Restore unsaved changes to a new product from /)).toBeTruthy()
  await user.click(offer.getByRole('button', { name: 'Restore' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Product' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Aurora')
  expect(dialog.getByLabelText<HTMLInputElement>('Variant Price').value).toBe('29.90')
  await user.click(dialog.getByRole('button', { name: 'Save Product' }))
  await card('Aurora')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes of an earlier visit' })).toBeNull())
})

test('a new product opens with what the server answered', async () => {
  const { user, network } = await renderApp('/products')
  const dialog = await fillDialog(user)
  const release = network.holdNext(/GET \/products\/id/)
  await user.click(dialog.getByRole('button', { name: 'Save Product' }))
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Product Details: Aurora' })).toBeTruthy()
  release()
})

test('invalid fields show their problems, and nothing is sent', async () => {
  const { user, go, sent } = await start()
  await go('/products')
  await user.click(await screen.findByRole('button', { name: 'Add New Product' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Variant Price'), '1.999')
  await user.click(dialog.getByRole('button', { name: 'Save Product' }))
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  expect(dialog.getByText('Variant name is required')).toBeTruthy()
  expect(dialog.getByText('Price must be a number from 0 to 1,000,000 with at most 2 decimals')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'))
  expect(sent('POST')).toEqual([])
})

test('a product whose creation got no answer is found in the list, and not made twice', async () => {
  const { user, go, network } = await start()
  await go('/products')
  const dialog = await fillDialog(user)
  network.loseNext(/POST .*products/)
  await user.click(dialog.getByRole('button', { name: 'Save Product' }))
  expect(await screen.findByRole('link', { name: /^Aurora/ })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(shownToasts()).toEqual(['Aurora was addedOpen'])
})

test('a failed creation is only logged: nothing is shown, and the input stays', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const started = await start()
  await started.go('/products')
  const dialog = await fillDialog(started.user)
  await started.breakTable('product')
  await started.user.click(dialog.getByRole('button', { name: 'Save Product' }))
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(shownToasts()).toEqual([])
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Aurora')
  logged.mockRestore()
})
