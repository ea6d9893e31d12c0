import { createApiKey, system } from '@keydesk/server'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'
import { readRecent, remember } from './recent.ts'

const field = () => screen.findByRole('combobox', { name: 'Search everything' })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('a role gets only the entries that it may use, and nothing else is fetched', async () => {
  const { user, requests } = await renderApp('/products', { role: 'support' })
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  await field()
  const offered = options()
  expect(offered).toEqual(expect.arrayContaining(['Products', 'Orders', 'Keyboard shortcuts', 'Log out']))
  for (const title of ['Dashboard', 'Coupons', 'Create Coupon', 'Add New Product', 'Export orders', 'Team'])
    expect(offered).not.toContain(title)
  await user.keyboard('order')
  expect(options()).toContain('Orders')
  await waitFor(() => expect(requests.filter(({ url }) => url === '/admin/search').at(-1)?.body).toEqual({ q: 'order' }))
})

test.each([
  ['/purchases/orders', 'Export orders'],
  ['/purchases/orders?status=pending', 'Export orders of this list'],
  ['/products', 'Export orders'],
])('at %s it offers %s', async (address, title) => {
  const { user } = await renderApp(address)
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  await field()
  expect(options().filter((option) => option.startsWith('Export orders'))).toEqual([title])
})

test('the payouts are found by their name', async () => {
  const { user, router } = await renderApp('/products')
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  await user.type(await field(), 'payout')
  await user.click(await screen.findByRole('option', { name: 'Pending Payouts' }))
  await waitFor(() => expect(router.state.location.href).toBe('/referrals?tab=payouts'))
})

test('the arrow keys wrap around the list, and an entry changes the theme', async () => {
  const { user } = await renderApp('/products')
  await screen.findByRole('button', { name: 'Search everything' })
  await user.keyboard('{Control>}k{/Control}')
  await field()
  const selected = () => screen.getByRole('option', { selected: true }).textContent
  expect(selected()).toBe('Dashboard')
  await user.keyboard('{ArrowUp}')
  expect(selected()).toBe('Log out')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(selected()).toBe('Products')
  await user.keyboard('light')
  expect(selected()).toBe('Light theme')
  await user.keyboard('{Enter}')
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Home and End move the caret in a text and the selection of an empty field; a button handles its own Enter', async () => {
  const { user, router } = await renderApp('/products')
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  const input = (await field()) as HTMLInputElement
  await user.keyboard('{End}')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Log out')
  await user.keyboard('{Home}')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Dashboard')
  await user.keyboard('rders{Home}o')
  expect(input.value).toBe('orders')
  await user.tab()
  expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.pathname).toBe('/products')
})

test('nothing is said to be missing before what was found is shown', async () => {
  const { user, server } = await renderApp('/products')
  await server.call('POST', '/admin/products', { name: 'Aurora', description: '', variants: [] })
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  const input = await field()
  const said: (string | null)[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, oldValue } of changes) said.push(oldValue, ...[...addedNodes].map(({ textContent }) => textContent))
  })
  observer.observe(screen.getByRole('dialog'), { subtree: true, childList: true, characterData: true, characterDataOldValue: true })
  await user.type(input, 'aurora')
  await screen.findByRole('option', { name: 'Aurora' })
  observer.disconnect()
  expect(said).toContain('Searching...')
  expect(said.filter((text) => text?.startsWith('Nothing found'))).toEqual([])
})

test('a failed search still offers screens and actions, and Try again searches', async () => {
  const { user, server } = await renderApp('/products')
  await server.deps.db.schema.alterTable('search_word').renameTo('search_word_away').execute()
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  await user.type(await field(), 'coupon')
  const failure = await within(screen.getByRole('dialog')).findByRole('alert')
  expect(failure.textContent).toContain('The search failed')
  expect(options()).toEqual(['Coupons', 'Create Coupon'])
  await server.deps.db.schema.alterTable('search_word_away').renameTo('search_word').execute()
  await user.click(within(failure).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a refused search shows the failure instead of no results', async () => {
  const { user, network } = await renderApp('/products')
  network.failNext(/POST .*search/, 403)
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  await user.click(await field())
  // One search: a second one would not be refused.
  await user.paste('coupon')
  const failure = await within(screen.getByRole('dialog')).findByRole('alert')
  expect(failure.textContent).toContain('The search failed')
  expect(screen.queryByText(/Nothing found/)).toBeNull()
})

test('an order in the history of a key opens from any screen', async () => {
  const { user, server } = await renderApp('/coupons?status=expired')
  const { key } = await createApiKey(server.deps, system, 'storefront')
  const variants = [{ name: 'Day', price: 10, keys: ['DAY-KEY-1'] }]
  await server.call('POST', '/admin/products', { name: 'Aurora', description: '', variants })
  const purchase = { customer_email: 'ann@example.com', items: [{ variant_id: 1, quantity: 1 }] }
  await server.call('POST', '/store/purchases', purchase, { token: `Bearer ${key}` })
  await user.click(await screen.findByRole('button', { name: 'Search everything' }))
  await user.click(await field())
  await user.paste('DAY-KEY-1')
  await user.click(await screen.findByRole('link', { name: 'order #1' }))
  expect(await screen.findByRole('dialog', { name: 'Order #1' })).toBeTruthy()
})

test('recent entries are stored once each, without emails and keys', () => {
  const coupon = { id: 'coupon:1', kind: 'coupon', title: 'SAVE', path: '/coupons?q=SAVE' }
  remember('ann', coupon)
  remember('ann', { id: 'customer:1', kind: 'customer', title: 'bob@example.com', path: '/' })
  remember('ann', { id: 'key:1', kind: 'key', title: '••••1234', path: '/' })
  remember('ann', { id: 'order:2', kind: 'order', title: '#2', path: '/purchases/orders?order=2' })
  remember('ann', coupon)
  expect(readRecent('ann').map(({ title }) => title)).toEqual(['SAVE', '#2'])
  expect(readRecent('bob')).toEqual([])
  localStorage.setItem('recent:bob', '{"not":"a list"}')
  expect(readRecent('bob')).toEqual([])
})
