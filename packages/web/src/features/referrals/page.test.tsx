import { permissionsOf } from '@keydesk/contract'
import { testAdmin } from '@keydesk/server/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDate } from '../../kit/text/format.ts'
import { cellsOf, heads, rowWith, startReferrals } from './testing.tsx'

const today = formatDate('2030-01-01T00:00:00.000Z')

test('the four tabs, the chosen one in the address, and the text of each without rows', async () => {
  const { user, router, open } = await startReferrals()
  await open()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Referrals')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Users',
    'Pending Referrals',
    'Completed Referrals',
    'Pending Payouts',
  ])
  expect(await screen.findByText('No users found')).toBeTruthy()
  for (const [name, text, tab] of [
    ['Pending Referrals', 'No pending referrals found', 'pending'],
    ['Completed Referrals', 'No completed referrals found', 'completed'],
    ['Pending Payouts', 'No payouts found', 'payouts'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(router.state.location.search).toEqual({ tab })
  }
  await user.click(screen.getByRole('tab', { name: 'Users' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('users with their figures; roles that may not see customers see no emails', async () => {
  const { open, addUser, buyWith, call, session } = await startReferrals()
  const mara = await addUser('mara')
  await buyWith(mara.referral_code)
  await buyWith(mara.referral_code, { isCompleted: true })
  const zed = await addUser('zed')
  await call('PUT', `/admin/referrals/settings/${zed.id}`, { enabled: false })
  await open()
  const row = await rowWith('mara')
  expect(cellsOf(row)).toEqual(['mara', 'mara@example.com', mara.referral_code, '2 total / 1 completed', '$9.50', 'Enabled', ''])
  expect(row.getByText('Enabled').className).toContain('text-green')
  expect((await rowWith('zed')).getByText('Disabled').className).not.toMatch(/green|red|yellow/)
  expect(heads()).toEqual(['User', 'Email', 'Referral Code', 'Referrals', 'Commission Earned', 'Enabled', 'Actions'])
  expect(screen.getByPlaceholderText('Search by user, email or code')).toBeTruthy()

  act(() =>
    session.update({ username: testAdmin.username, email: testAdmin.email, role: 'marketing', permissions: [...permissionsOf.marketing] }),
  )
  expect(heads()).toEqual(['User', 'Referral Code', 'Referrals', 'Commission Earned', 'Enabled', 'Actions'])
  expect(screen.getByPlaceholderText('Search by user or code')).toBeTruthy()
})

test('pending and completed referrals are in their own tabs', async () => {
  const { user, open, addUser, buyWith } = await startReferrals()
  const { referral_code } = await addUser('mara')
  const pending = await buyWith(referral_code)
  const completed = await buyWith(referral_code, { isCompleted: true })
  await open('pending')
  const row = await rowWith('pending')
  expect(cellsOf(row)).toEqual(['#1', 'mara', 'buyer@example.com', `#${pending.id}`, '$95.00', '$9.50', 'pending', today])
  expect(row.getByText('pending').parentElement!.className).toContain('text-yellow')
  expect(row.getByRole('link', { name: `#${pending.id}` }).getAttribute('href')).toBe(`/purchases/orders?order=${pending.id}`)
  expect(heads()).toEqual(['ID', 'Referrer', 'Referred User', 'Order ID', 'Order Amount', 'Commission', 'Status', 'Created At'])
  expect(screen.getByText('1 referral')).toBeTruthy()

  await user.click(screen.getByRole('tab', { name: 'Completed Referrals' }))
  const done = await rowWith('completed')
  expect(cellsOf(done)[3]).toBe(`#${completed.id}`)
  expect(done.getByText('completed').parentElement!.className).toContain('text-green')
})

test('what was refunded of an order is beside its status, since it lessens the commission', async () => {
  const { open, addUser, addProduct, buy, complete, call } = await startReferrals()
  const { referral_code } = await addUser('mara')
  const { variants } = await addProduct('Aurora', [{ name: 'Month', price: 100, keys: ['KEY-1', 'KEY-2'] }])
  const { id, items } = await buy([[variants[0]!.id, 2]], { customer_email: 'buyer@example.com', referral_code })
  await complete(id)
  await call('POST', `/admin/purchases/orders/${id}/refund`, { items: [{ id: items[0]!.id, quantity: 1 }] })
  await open('completed')
  expect(cellsOf(await rowWith('completed')).slice(4, 7)).toEqual(['$190.00', '$9.50', 'completed$95.00 refunded'])
})

test('each list can be searched and sorted; another tab starts without search and sort', async () => {
  const { user, router, go, addUser } = await startReferrals()
  await addUser('mara')
  await addUser('zed')
  await addUser('anna')
  await go({ q: 'zed@' })
  await rowWith('zed')
  expect(screen.getByText('1 of 3 users')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox', { name: 'Search users' }))
  await user.click(screen.getByRole('button', { name: 'User' }))
  const names = () =>
    within(screen.getByRole('table', { name: 'Users' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')!.textContent)
  await waitFor(() => expect(names()).toEqual(['anna', 'mara', 'zed']))
  await user.click(screen.getByRole('button', { name: 'User' }))
  await waitFor(() => expect(names()).toEqual(['zed', 'mara', 'anna']))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-username' }))
  await user.click(screen.getByRole('tab', { name: 'Pending Payouts' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'payouts' }))
})

test.each([
  [{ tab: 'users' }, 'app_user', 'Failed to fetch users', 'No users found'],
  [{ tab: 'pending' }, 'referral', 'Failed to fetch pending referrals', 'No pending referrals found'],
  [{ tab: 'completed' }, 'referral', 'Failed to fetch completed referrals', 'No completed referrals found'],
  [{ tab: 'payouts' }, 'payout', 'Failed to fetch pending payouts', 'No payouts found'],
  [{ tab: 'payouts', status: 'completed' }, 'payout', 'Failed to fetch completed payouts', 'No payouts found'],
])('a failure to load %j shows a toast and an empty list, and Try again loads them', async (address, table, toast, empty) => {
  const { user, go, server } = await startReferrals()
  const { schema } = server.deps.db
  await schema.alterTable(table).renameColumn(breakable[table]!, 'away').execute()
  await go(address)
  expect(await screen.findByText(toast)).toBeTruthy()
  expect(screen.getByText(empty)).toBeTruthy()
  expect(screen.queryByText(/^0 /)).toBeNull()
  await schema.alterTable(table).renameColumn('away', breakable[table]!).execute()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  expect(await screen.findByText(empty)).toBeTruthy()
})

/** A column that the list needs but signing in does not. */
const breakable: Readonly<Record<string, string>> = { app_user: 'total_referrals', referral: 'commission_cents', payout: 'status' }
