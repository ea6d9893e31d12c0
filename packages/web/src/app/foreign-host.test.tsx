import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForeign } from '../../test/render-foreign.tsx'
import { shownToasts } from '../../test/toasts.ts'

/** The whole app against a host with the basic calls alone. */

const product = { id: 5, name: 'Aurora', description: 'Aim', category: 'cheats', variants: [{ id: 9, name: 'Day', price: 4, keys: ['A'] }] }
const answers = {
  'GET /admin/purchases/stats': [],
  'GET /admin/products': [product],
  'GET /products/id/5': product,
  'GET /games-list': [{ id: 1, name: 'Apex' }],
  'GET /admin/purchases/orders': [],
  'GET /admin/announcements': [{ id: 1, title: 'Sale', content: 'Now', created_at: '2026-11-20T12:00:00.000Z' }],
  'GET /admin/coupons': [],
  'GET /admin/referrals/users-with-stats': [],
  'GET /admin/referrals/pending': [],
  'GET /admin/referrals/completed': [],
  'GET /admin/referrals': [],
  'GET /admin/discord/settings': { updates_channel_id: '', restock_channel_id: '', notifications_enabled: false },
  'GET /admin/discord/logs': [],
  'GET /admin/discord/bot/status': { status: { is_running: false, logs: [] } },
}
const screens = {
  '/': 'Dashboard',
  '/products': 'Products',
  '/products/5': 'Product Details: Aurora',
  '/purchases/orders': 'Latest Orders',
  '/notifications': 'Notifications Management',
  '/coupons': 'Coupons',
  '/referrals': 'Referrals',
  '/referrals?tab=payouts': 'Referrals',
  '/discord': 'Discord',
}

test.each(Object.entries(screens))('%s makes basic calls, asks once for the rights, and shows no failure', async (url, title) => {
  const { requests, user } = await renderForeign(null, { url, answers })
  expect(await screen.findByRole('heading', { level: 1, name: title }, { timeout: 5_000 })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  if (url === '/products/5') await user.click(await screen.findByRole('button', { name: /^Day/ }))
  const calls = requests.map((request) => request.replace(/\?.*/, ''))
  expect(calls.filter((call) => !Object.hasOwn(answers, call))).toEqual(['GET /auth/me'])
  expect(requests.filter((request) => request.includes('limit=') && !request.includes('/discord/logs'))).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shownToasts()).toEqual([])
  expect(document.body.textContent).not.toMatch(/Activity|restore/i)
})

test('the account menu and the palette offer only what such a host can do', async () => {
  const { user, requests } = await renderForeign(null, { url: '/coupons', answers })
  await user.click(await screen.findByRole('button', { name: /Account menu/ }))
  const menu = within(await screen.findByRole('menu'))
  await menu.findByRole('menuitem', { name: 'Log out' })
  expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Light theme', 'Log out'])
  await user.keyboard('{Escape}{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog'))
  await palette.findByRole('option', { name: /Log out/ })
  const offered = palette.getAllByRole('option').map((option) => option.textContent)
  expect(offered.join()).not.toMatch(/everywhere|Two-factor|password|Export|Activity|Team/)
  await user.type(palette.getByRole('combobox'), 'sale')
  expect(await palette.findAllByText(/^Nothing found/)).not.toEqual([])
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
})
