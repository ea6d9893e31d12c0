import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shownToasts } from '../../../test/toasts.ts'
import { ProductPage } from './editor/page.tsx'
import { ProductsPage } from './page.tsx'
import { findEditor, startBeside } from './testing.tsx'

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name: `Duplicate ${name}` }))
const toast = (text: string) => waitFor(() => expect(shownToasts()).toContain(text))

test('a card duplicates its product under a suggested name, and opens the copy', async () => {
  const { user, go, add, router, sent } = await startBeside(<ProductsPage />, '/products')
  const { id } = await add({ game_name: 'Apex Legends' }, [{ name: 'Day', price: 4.99, keys: ['A'] }])
  await go('/products')
  await user.click(await screen.findByRole('button', { name: 'Duplicate Aurora' }))
  const dialog = await dialogOf('Aurora')
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Aurora (copy)')
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/products/${id + 1}`))
  await toast('Aurora (copy) was created, unlisted')
  expect(sent('POST', /duplicate/)).toMatchObject([{ url: `/admin/products/${id}/duplicate`, body: { name: 'Aurora (copy)' } }])
})

test('a copy under another name is opened too', async () => {
  const { user, go, add, router } = await startBeside(<ProductsPage />, '/products')
  const { id } = await add()
  await go('/products')
  await user.click(await screen.findByRole('button', { name: 'Duplicate Aurora' }))
  const dialog = await dialogOf('Aurora')
  await user.type(dialog.getByLabelText('Name'), ' II')
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/products/${id + 1}`))
})

test('a row of the table duplicates its product too', async () => {
  const { user, go, add } = await startBeside(<ProductsPage />, '/products')
  await add()
  await go('/products')
  await user.click(await screen.findByRole('radio', { name: 'Table' }))
  const row = (await screen.findByRole('link', { name: /^Aurora/ })).closest('tr')!
  await user.click(within(row).getByRole('button', { name: 'Duplicate' }))
  expect(await dialogOf('Aurora')).toBeTruthy()
  localStorage.clear()
})

test('a name is required; a failure leaves the dialog open with the reason', async () => {
  const { user, go, add, call } = await startBeside(<ProductsPage />, '/products')
  const { id } = await add()
  await go('/products')
  await user.click(await screen.findByRole('button', { name: 'Duplicate Aurora' }))
  const dialog = await dialogOf('Aurora')
  await user.clear(dialog.getByLabelText('Name'))
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  await call('DELETE', `/admin/products/${id}`)
  await user.type(dialog.getByLabelText('Name'), 'Other')
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await toast('Product not found')
  expect(screen.getByRole('dialog', { name: 'Duplicate Aurora' })).toBeTruthy()
})

test('after a lost answer the copy is found in the list, and opened', async () => {
  const { user, router, go, add, network } = await startBeside(<ProductsPage />, '/products')
  const { id } = await add()
  await go('/products')
  await user.click(await screen.findByRole('button', { name: 'Duplicate Aurora' }))
  const dialog = await dialogOf('Aurora')
  network.loseNext(/POST .*duplicate/)
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await toast('Aurora (copy) was created, unlisted')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/products/${id + 1}`))
})

test('after a lost answer to the page of a product, which has no list, the copy is found and opened too', async () => {
  const { user, router, go, add, network, sent } = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await add()
  await go(`/products/${id}`)
  await findEditor()
  await user.click(screen.getByRole('button', { name: 'Duplicate Aurora' }))
  const dialog = await dialogOf('Aurora')
  network.loseNext(/POST .*duplicate/)
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await toast('Aurora (copy) was created, unlisted')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/products/${id + 1}`))
  expect(sent('POST', /duplicate/)).toHaveLength(1)
})

test('the page of a product duplicates it; an unlisted one is listed with one press, which leaves unsaved edits alone', async () => {
  const { user, go, add, stored } = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await add({ description: 'Short' })
  await go(`/products/${id}`)
  await findEditor()
  expect(screen.queryByText('This product is unlisted.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Duplicate Aurora' }))
  await user.click((await dialogOf('Aurora')).getByRole('button', { name: 'Duplicate' }))
  await screen.findByRole('heading', { level: 1, name: 'Product Details: Aurora (copy)' })
  await findEditor()
  await user.type(screen.getByRole('textbox', { name: 'Supported On' }), 'mine')
  await user.click(await screen.findByRole('button', { name: 'List Product' }))
  await waitFor(() => expect(screen.queryByText('This product is unlisted.')).toBeNull())
  expect(await stored(id + 1)).toMatchObject({ name: 'Aurora (copy)', description: 'Short', unlisted: false, supported_on: '' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Supported On' }).value).toBe('mine')
  expect(screen.getByRole('switch', { name: 'Unlisted', checked: false })).toBeTruthy()
})

test('a product that somebody else changed meanwhile is listed without a question, and their change stays', async () => {
  const { user, go, add, call, stored } = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await add({ unlisted: true })
  await go(`/products/${id}`)
  await findEditor()
  const press = await screen.findByRole('button', { name: 'List Product' })
  await call('PUT', `/admin/products/${id}`, { name: 'Borealis' })
  await user.click(press)
  await toast('Product updated successfully')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await stored(id)).toMatchObject({ name: 'Borealis', unlisted: false })
  expect(await screen.findByRole('heading', { level: 1, name: 'Product Details: Borealis' })).toBeTruthy()
})

test('a product that cannot be listed says why', async () => {
  const { user, go, add, network } = await startBeside(<ProductPage />, '/products/$id')
  const { id } = await add({ unlisted: true })
  await go(`/products/${id}`)
  await findEditor()
  network.failNext(/^PUT/, 503)
  await user.click(await screen.findByRole('button', { name: 'List Product' }))
  await toast('Failed to update product')
  const banner = within(screen.getByText('This product is unlisted.').closest('[role=note]')!)
  expect(banner.getByRole('alert').textContent).not.toBe('')
  await user.click(banner.getByRole('button', { name: 'List Product' }))
  await toast('Product updated successfully')
})
