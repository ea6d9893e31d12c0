import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useTimersByHand } from '../../test/open-discord.tsx'
import { renderApp } from '../../test/render-page.tsx'
import { viewerZone } from '../kit/text/format.ts'
import { screens } from '../routes/screens.ts'

const reads: Readonly<Record<string, readonly string[]>> = {
  '/': ['/admin/purchases/stats', `/admin/purchases/daily?days=60&time_zone=${encodeURIComponent(viewerZone())}`],
  '/products': ['/admin/products'],
  '/products/1': ['/products/id/1'],
  '/purchases/orders': ['/admin/purchases/orders'],
  '/notifications': ['/admin/announcements?limit=100'],
  '/coupons': ['/admin/coupons?include_expired=true&limit=100', '/admin/products'],
  '/referrals': ['/admin/referrals/users-with-stats?limit=100', '/admin/referrals?type=payouts&status=pending&limit=100'],
  '/discord': ['/admin/discord/bot/status', '/admin/discord/settings', '/admin/discord/logs?limit=50'],
}
const addresses = screens.map(({ path }) => path.replace('$id', '1'))

test.each(addresses)('%s fetches its data once', async (url) => {
  const { requests } = await renderApp(url)
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  const sent = requests.map((request) => request.url)
  for (const path of reads[url]!)
    expect(
      sent.filter((each) => each === path),
      path,
    ).toHaveLength(1)
})

test('the filters of an address are used for the first fetch', async () => {
  const { requests } = await renderApp('/purchases/orders?status=pending')
  await screen.findByRole('heading', { level: 1, name: 'Latest Orders' })
  expect(requests.map(({ url }) => url).filter((url) => url.startsWith('/admin/purchases/orders'))).toEqual([
    '/admin/purchases/orders?status=pending',
  ])
})

test.each([
  ['/coupons?status=expired', '/admin/coupons?include_expired=true&status=expired&limit=100'],
  ['/referrals?tab=completed', '/admin/referrals/completed?limit=100'],
  ['/referrals?tab=payouts&status=failed', '/admin/referrals?type=payouts&status=failed&limit=100'],
])('%s fetches the list that it shows first', async (url, list) => {
  const { requests } = await renderApp(url)
  await screen.findByRole('heading', { level: 1 })
  const lists = requests.map((request) => request.url).filter((path) => /^\/admin\/(?:coupons|referrals)\b/.test(path))
  expect(lists[0]).toBe(list)
})

test('whether an import of a shop goes on is asked once, after the rows of the first screen', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user, network, requests } = await renderApp('/coupons')
  const answer = network.holdNext(/GET \/admin\/coupons/)
  const sent = () => requests.filter(({ url }) => url === '/admin/shop-imports')
  await screen.findByRole('progressbar', { name: 'Loading' })
  // The palette's code loads when idle, too.
  await user.click(screen.getByRole('button', { name: 'Search everything' }))
  await screen.findByRole('dialog', { name: 'Search everything' })
  await user.keyboard('{Escape}')
  expect(sent()).toEqual([])
  answer()
  await waitFor(() => expect(sent()).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await screen.findByText('No orders yet')
  expect(sent()).toHaveLength(1)
})

test('an invalid id is not fetched', async () => {
  const { requests } = await renderApp('/products/x')
  expect(await screen.findByText('Product not found')).toBeTruthy()
  expect(requests.filter(({ url }) => url.startsWith('/products/'))).toEqual([])
})

test('a filter that the server answers late keeps the screen and what is typed', async () => {
  const { user, network, requests } = await renderApp('/purchases/orders')
  const search = await screen.findByRole('searchbox', { name: 'Search orders' })
  const release = network.holdNext(/GET \/admin\/purchases\/orders\?q=ann/)
  useTimersByHand()
  await user.type(search, 'ann')
  await waitFor(() => expect(requests.some(({ url }) => url.includes('q=ann'))).toBe(true))
  // Longer than any loading state waits before it shows.
  await vi.advanceTimersByTimeAsync(3_000)
  expect(document.activeElement).toBe(search)
  release()
  expect(await screen.findByText('No orders match')).toBeTruthy()
})
