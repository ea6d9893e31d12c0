import { permissions, permissionsOf } from '@keydesk/contract'
import { testAdmin } from '@keydesk/server/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { startShop } from '../../test/start-shop.tsx'
import { CouponsPage } from '../features/coupons/page.tsx'
import { DiscordPage } from '../features/discord/page.tsx'
import { AnnouncementsPage } from '../features/announcements/page.tsx'
import { CompactKeyHistory } from '../features/orders/key-history/key-history.tsx'
import { OrdersPage } from '../features/orders/page.tsx'
import { ProductPage } from '../features/products/editor/page.tsx'
import { ProductsPage } from '../features/products/page.tsx'
import { ReferralsPage } from '../features/referrals/page.tsx'

/** Every screen for a person who may read everything and change nothing: controls that change something are absent. */

const readable = permissions.filter((permission) => permission.endsWith(':read') && permission !== 'keys:read')

async function start(page: ReactNode, path: string, allowed: readonly string[] = readable) {
  const shop = await startShop(page, path)
  act(() => shop.session.update({ username: testAdmin.username, email: testAdmin.email, role: 'support', permissions: [...allowed] }))
  return shop
}

const buttons = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

test('products are shown, without adding and selecting', async () => {
  const { addProduct, go } = await start(<ProductsPage />, '/products')
  await addProduct('Aurora')
  await go()
  await screen.findByText('Aurora')
  expect(screen.queryByRole('button', { name: 'Add New Product' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a product is plain text, without fields, saving or deleting, and its keys are not fetched', async () => {
  const { addProduct, call, requests, router } = await start(<ProductPage />, '/products/$id')
  const { id } = await addProduct('Aurora', [{ name: '30 Days', price: 19.99, keys: ['SECRET-1', 'SECRET-2'] }])
  const faq = [{ question: 'Is it safe?', answer: 'Yes.' }]
  const updates = [{ title: 'Version 2', date: '2026-11-20', description: '<p>Faster</p>' }]
  const texts = { full_description: '<p>All of <strong>it</strong></p>', instructions: 'Start it.', supported_on: 'Windows 11' }
  await call('PUT', `/admin/products/${id}`, { category: 'cheats', game_name: 'Apex', sales_paused: true, faq, updates, ...texts })
  await router.navigate({ to: '/products/$id', params: { id: id } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Product Details: Aurora' })).toBeTruthy()
  const shown = (await screen.findByRole('region', { name: 'Basic Information' })).closest('main, div')!.ownerDocument.body.textContent
  for (const text of ['All of it', 'Start it.', 'Windows 11', 'Apex', 'Is it safe?', 'Version 2', '11/20/2026', 'Sales are paused.'])
    expect(shown).toContain(text)
  expect(screen.getByText('Sales Paused', { selector: 'dt' }).nextElementSibling!.textContent).toBe('Yes')
  const variants = within(screen.getByRole('table', { name: 'Variants' })).getAllByRole('cell')
  expect(variants.map((cell) => cell.textContent?.trim())).toEqual(['30 Days', '$19.99', '2'])
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(buttons()).toEqual([])
  expect(requests.filter(({ url }) => url.startsWith('/admin/variants'))).toEqual([])
})

test('an order shows masked keys, without reveal, replace, refund or export', async () => {
  const { addProduct, buy, complete, go } = await start(<OrdersPage />, '/purchases/orders')
  const { variants } = await addProduct('Aurora', [{ name: '30 Days', price: 20, keys: ['SECRET-1'] }])
  const { id } = await buy([[variants[0]!.id, 1]])
  await complete(id)
  await go({ order: id })
  const drawer = within(await screen.findByRole('dialog', { name: `Order #${id}` }))
  expect(await drawer.findByText(/^•+-1$/)).toBeTruthy()
  for (const name of ['Reveal keys', 'Replace', 'Refund', 'Export CSV']) expect(screen.queryByText(name), name).toBeNull()
})

test('coupons and announcements have no actions', async () => {
  const coupons = await start(<CouponsPage />, '/coupons')
  await coupons.addCoupon('SAVE10')
  await coupons.go()
  await screen.findByText('SAVE10', { selector: 'td *' })
  for (const name of ['Create Coupon', 'Edit', 'Deactivate', 'Delete']) expect(screen.queryByRole('button', { name }), name).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
})

test('announcements have no actions', async () => {
  const { call, go } = await start(<AnnouncementsPage />, '/notifications')
  await call('POST', '/admin/announcements', { title: 'News', content: 'Words' })
  await go()
  await screen.findByText('News')
  for (const name of ['Add Notification', 'Edit', 'Delete']) expect(screen.queryByRole('button', { name }), name).toBeNull()
})

test('referral users have no actions, orders no link, and there is no tab for payouts', async () => {
  const allowed = ['referrals:read']
  const { addProduct, buy, store, requests, user, router, go } = await start(<ReferralsPage />, '/referrals', allowed)
  const { variants } = await addProduct('Aurora', [{ name: '30 Days', price: 20, keys: ['SECRET-1'] }])
  const { referral_code } = await store<{ referral_code: string }>('/users', { username: 'bob', email: 'bob@example.com' })
  const { id } = await buy([[variants[0]!.id, 1]], { referral_code })
  await router.navigate({ to: '/referrals', search: { tab: 'payouts' } })
  await screen.findByText('bob', { selector: 'td *' })
  expect(document.body.textContent).not.toContain('bob@example.com')
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Users', 'Pending Referrals', 'Completed Referrals'])
  await user.click(screen.getByRole('tab', { name: 'Pending Referrals' }))
  expect((await screen.findAllByText(`#${id}`)).map((text) => text.closest('a'))).not.toContainEqual(expect.anything())
  expect(requests.filter(({ url }) => url.includes('type=payouts'))).toEqual([])
  await go()
})

test('the settings of the bot are plain text', async () => {
  const { call, go } = await start(<DiscordPage />, '/discord')
  await call('PUT', '/admin/discord/settings', { updates_channel_id: '111111111111111111', notifications_enabled: true })
  await go()
  expect(await screen.findByText('111111111111111111')).toBeTruthy()
  expect(await screen.findByText('Stopped')).toBeTruthy()
  for (const name of ['Start', 'Restart', 'Save Settings']) expect(screen.queryByRole('button', { name }), name).toBeNull()
  await waitFor(() => expect(screen.queryAllByRole('textbox')).toEqual([]))
})

test('the Stock role changes several products without fetching what it may not read', async () => {
  const { addProduct, go, user, requests } = await start(<ProductsPage />, '/products', permissionsOf.stock)
  await addProduct('Aurora')
  await go()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Aurora' }))
  await user.click(await screen.findByRole('button', { name: 'Edit 1 product' }))
  expect(await screen.findByRole('switch', { name: 'Post to Discord' })).toBeTruthy()
  expect(requests.filter(({ url }) => url.includes('discord'))).toEqual([])
})

test('the Stock role sees the history of a key, without a link to its order or a replacement', async () => {
  const { addProduct, buy, complete, go } = await start(
    <CompactKeyHistory value="SECRET-1" onLeave={() => undefined} />,
    '/',
    permissionsOf.stock,
  )
  const { variants } = await addProduct('Aurora', [{ name: '30 Days', price: 20, keys: ['SECRET-1'] }])
  const { id } = await buy([[variants[0]!.id, 1]])
  await complete(id)
  await go()
  const history = within(await screen.findByRole('list', { name: 'Key history' }))
  expect(history.getByText(new RegExp(`Sold.*order #${id}`))).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Aurora - 30 Days'])
  expect(screen.queryByRole('button', { name: 'Replace key' })).toBeNull()
})
