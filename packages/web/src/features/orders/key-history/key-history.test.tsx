import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { startShop } from '../../../../test/start-shop.tsx'
import { OrdersPage } from '../page.tsx'

async function start() {
  const shop = await startShop(<OrdersPage />, '/purchases/orders')
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-KEY-1', 'DAY-KEY-2', 'DAY-KEY-3'] }])
  const order = await shop.buy([[variants[0]!.id, 1]])
  await shop.complete(order.id)
  return { ...shop, id: order.id, variants }
}
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search orders' })
const historyList = async () => within(await screen.findByRole('list', { name: 'Key history' }))

test('a search for a key shows its history and its orders; the key is in no address', async () => {
  const { user, go, router, requests } = await start()
  await go({ q: 'ann' })
  await user.clear(search())
  await user.paste(' DAY-KEY-1 ')
  const events = (await historyList()).getAllByRole('listitem').map((event) => event.textContent)
  expect(events).toEqual([
    expect.stringMatching(/^Added to the stock by admin/),
    expect.stringMatching(/^Reserved order #1 by storefront/),
    expect.stringMatching(/^Sold order #1/),
  ])
  expect(await screen.findByRole('link', { name: '#1' })).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(requests.filter(({ url }) => url.includes('DAY-KEY'))).toEqual([])
  expect(search().value).toBe(' DAY-KEY-1 ')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(search().value).toBe('')
  expect(screen.queryByRole('list', { name: 'Key history' })).toBeNull()
})

test('a text stays out of the address when the lookup fails', async () => {
  const { user, go, router, server } = await start()
  await go()
  await screen.findByRole('link', { name: '#1' })
  await server.close()
  await user.type(search(), 'DAY-KEY-1')
  expect(await screen.findByText('The search failed. Try again.')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('a failed search shows no orders, and Try again searches', async () => {
  const { user, go, network } = await start()
  await go()
  await screen.findByRole('link', { name: '#1' })
  for (const [text, find] of [
    ['DAY-KEY-1', historyList],
    ['nobody', () => screen.findByText('No orders match')],
  ] as const) {
    await user.clear(search())
    network.failNext(/POST .*lookup/)
    await user.type(search(), text)
    expect(await screen.findByText('The search failed')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await find()).toBeTruthy()
    expect(screen.queryByText('The search failed')).toBeNull()
  }
})

test.each([
  [
    'a newer search',
    async ({ user, router }: Awaited<ReturnType<typeof start>>) => {
      await user.clear(search())
      await user.type(search(), 'ann@example.com')
      await waitFor(() => expect(router.latestLocation.search).toEqual({ q: 'ann@example.com' }))
    },
    { q: 'ann@example.com' },
  ],
  [
    'another screen',
    async ({ router }: Awaited<ReturnType<typeof start>>) => {
      await router.navigate({ to: '/products' })
      expect(await screen.findByText('Another page')).toBeTruthy()
    },
    {},
  ],
])('a late answer to Try again does not change the address of %s', async (_, goOn, address) => {
  const started = await start()
  const { user, go, router, network, queries, requests } = started
  const lookups = () => requests.filter(({ url }) => url.includes('lookup')).length
  await go()
  await screen.findByRole('link', { name: '#1' })
  network.failNext(/POST .*lookup/)
  await user.type(search(), 'nobody')
  const again = await screen.findByRole('button', { name: 'Try again' })
  const release = network.holdNext(/POST .*lookup/)
  const before = lookups()
  await user.click(again)
  await waitFor(() => expect(lookups()).toBe(before + 1))
  await goOn(started)
  release()
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  await act(() => Promise.resolve())
  expect(router.latestLocation.search).toEqual(address)
})

test('the list is busy while a typed text is looked up', async () => {
  const { user, go, network, requests } = await start()
  await go()
  const list = async () => (await screen.findByRole('table', { name: 'Latest Orders' })).closest('[aria-busy]')!
  expect((await list()).ariaBusy).toBe('false')
  const release = network.holdNext(/POST .*lookup/)
  await user.type(search(), 'ann')
  await waitFor(() => expect(requests.some(({ url }) => url.includes('lookup'))).toBe(true))
  expect((await list()).ariaBusy).toBe('true')
  release()
  await waitFor(async () => expect((await list()).ariaBusy).toBe('false'))
})

test('a late lookup answer does not affect a newer search, typed or by link', async () => {
  const { user, go, network, requests } = await start()
  await go()
  await screen.findByRole('link', { name: '#1' })
  const release = network.holdNext(/POST .*lookup/)
  await user.type(search(), 'DAY-KEY-1')
  await waitFor(() => expect(requests.some(({ url }) => url.includes('lookup'))).toBe(true))
  await user.clear(search())
  await user.type(search(), 'ann@example.com')
  await waitFor(() => expect(screen.getByText('1 order')).toBeTruthy())
  release()
  await user.click(await screen.findByRole('link', { name: '#1' }))
  expect(await screen.findByRole('dialog', { name: 'Order #1' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Key history' })).toBeNull()

  await go()
  await user.clear(search())
  await user.type(search(), 'DAY-KEY-1')
  await historyList()
  await go({ q: 'nobody' })
  expect(await screen.findByText('No orders match')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Key history' })).toBeNull()
  expect(search().value).toBe('nobody')
})

test('shows a failure to load the orders of a key, and Try again loads them', async () => {
  const { user, go, network } = await start()
  await go()
  await screen.findByRole('link', { name: '#1' })
  network.failNext(/GET .*orders\/1$/)
  await user.click(search())
  await user.paste('DAY-KEY-1')
  await historyList()
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('Failed to fetch orders')
  expect(screen.queryByText('No order has had this key')).toBeNull()
  await user.click(within(failure).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: '#1' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a text stays out of the address when the lookup is refused', async () => {
  const { user, go, router, network } = await start()
  await go()
  await screen.findByRole('link', { name: '#1' })
  network.failNext(/POST .*lookup/, 403)
  await user.type(search(), 'DAY-KEY-1')
  expect(await screen.findByText('The search failed')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('a key without orders says so, and that it can be sold only if it is in stock', async () => {
  const { user, go, call, variants } = await start()
  await go()
  await user.click(search())
  await user.paste('DAY-KEY-3')
  expect(await screen.findByText('No order has had this key')).toBeTruthy()
  expect(screen.getByText('It can be sold as soon as its turn comes.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Replace key' })).toBeNull()

  await call('PUT', `/admin/variants/${variants[0]!.id}`, { keys: ['DAY-KEY-3'] })
  await user.clear(search())
  await user.paste('DAY-KEY-2')
  expect(await screen.findByText('Removed')).toBeTruthy()
  expect(await screen.findByText('No order has had this key')).toBeTruthy()
  expect(screen.queryByText(/can be sold/)).toBeNull()
})

test('a key is replaced from its history, with a reply to the customer', async () => {
  const { user, go, order, id, requests } = await start()
  await go()
  await user.click(search())
  await user.paste('DAY-KEY-1')
  await screen.findByRole('link', { name: '#1' })
  await user.click(await screen.findByRole('button', { name: 'Replace key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace key' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'Already used')
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Seen on a forum')
  const before = requests.length
  await user.click(dialog.getByRole('button', { name: 'Replace key' }))
  const done = within(await screen.findByRole('dialog', { name: 'Key replaced' }))
  const reply = done.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to the customer' })
  expect(reply.value).toContain('your key for Aurora - Day had been used already')
  expect(reply.value).toContain('DAY-KEY-2')
  // A page that was loaded over plain http has no clipboard.
  const noClipboard = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  await user.click(done.getByRole('button', { name: 'Copy reply' }))
  expect(await screen.findByText('The browser does not allow copying here')).toBeTruthy()
  noClipboard.mockRestore()
  await user.click(done.getByRole('button', { name: 'Copy reply' }))
  expect(await done.findByRole('button', { name: 'Reply copied' })).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(reply.value)
  await user.click(done.getByRole('button', { name: 'Done' }))
  expect(await (await historyList()).findByText(/^Replaced by another key: Already used/)).toBeTruthy()
  expect((await order(id)).replaced_keys).toMatchObject([{ reason: 'already_used', note: 'Seen on a forum' }])
  // Neither the list of orders nor the statistics are refetched.
  const calls = requests.slice(before).map(({ method, url }) => `${method} ${url}`)
  // A shop import that ends is looked for when the browser has time.
  expect(calls.filter((call) => !/^GET \/admin\/(?:purchases\/orders\/1|shop-imports)/.test(call))).toEqual([
    'POST /admin/purchases/orders/1/keys/1/replace',
    'POST /admin/purchases/orders/1/keys',
    'POST /admin/keys/lookup?or_null=true',
  ])
})

test('the drawer shows the history of a current and a replaced key, and reveals neither', async () => {
  const { user, go, call, order, id, requests } = await start()
  await call('POST', `/admin/purchases/orders/${id}/keys/${(await order(id)).keys[0]!.id}/replace`, {
    reason: 'wrong_region',
    note: 'Japan',
  })
  await go({ order: id })
  const drawer = within(await screen.findByRole('dialog', { name: `Order #${id}` }))
  await drawer.findByRole('region', { name: 'Replaced keys' })
  const [current, replaced] = drawer.getAllByRole('button', { name: 'Show key history' })
  await user.click(replaced!)
  const history = within(await screen.findByRole('dialog', { name: 'Key history' }))
  expect(await history.findByText(/^Replaced by another key: Wrong region in this order/)).toBeTruthy()
  expect(history.getByText('Japan')).toBeTruthy()
  expect(history.getByText('Revoked')).toBeTruthy()
  expect(history.getByRole('link', { name: 'Aurora - Day' })).toBeTruthy()
  await user.click(history.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(replaced))
  await user.click(current!)
  const other = within(await screen.findByRole('dialog', { name: 'Key history' }))
  expect(await other.findByText(/^Given to a customer in place of another key in this order/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('DAY-KEY')
  expect(requests.filter(({ url }) => url.endsWith('/keys'))).toEqual([])
})

test('the drawer replaces a key and lists the replaced one; the dialog shows a refusal', async () => {
  const { user, go, order, call, id } = await start()
  await go({ order: id })
  const drawer = within(await screen.findByRole('dialog', { name: `Order #${id}` }))
  await user.click(await drawer.findByRole('button', { name: 'Replace' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace key' }))
  const [key] = (await order(id)).keys
  await call('POST', `/admin/purchases/orders/${id}/keys/${key!.id}/replace`, { reason: 'other' })
  await user.click(dialog.getByRole('button', { name: 'Replace key' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This key was replaced already')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect((await drawer.findByRole('region', { name: 'Replaced keys' })).textContent).toMatch(/Other.* by admin/)
  expect(await drawer.findByText('Key replaced by admin')).toBeTruthy()
})
