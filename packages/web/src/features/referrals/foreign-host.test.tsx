import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { ReferralsPage } from './page.tsx'
import { cellsOf, rowWith } from './testing.tsx'

/** Rows with only the fields that a foreign host must send. */
const answers = {
  'GET /admin/referrals/users-with-stats': {
    data: [
      {
        ...{ id: 2, username: 'mara', email: 'mara@example.com', referral_code: null, referral_enabled: true },
        ...{ commission_rate: 10, referral_discount: 5 },
        referral_stats: { total_referrals: 1200, completed_referrals: 7, total_commission: 1234.5 },
      },
    ],
  },
  'GET /admin/referrals/pending': [
    { id: 8, referrer_id: 2, purchase_id: 31, commission_amount: 2, status: 'under_review', created_at: '2026-11-20T12:00:00.000Z' },
  ],
  'GET /admin/referrals/completed': [],
  'GET /admin/referrals': [
    {
      id: 5,
      user_id: 2,
      amount: 20,
      wallet_type: 'Bitcoin',
      wallet_address: 'bc1q',
      status: 'pending',
      created_at: '2026-11-20T12:00:00.000Z',
    },
    {
      id: 6,
      user_id: 2,
      amount: 20,
      wallet_type: 'Bitcoin',
      wallet_address: 'bc1q',
      status: 'completed',
      created_at: '2026-11-20T12:00:00.000Z',
    },
  ],
  'PUT /admin/referrals/code/2/custom': { referral_code: 'MARA' },
  'PUT /admin/referrals/payout/5/status': 'ok',
}
const open = (tab: string, odd: Readonly<Record<string, unknown>> = {}) =>
  renderForeign(<ReferralsPage />, { url: `/referrals?tab=${tab}`, answers: { ...answers, ...odd } })

/** The cells of each row, in order. */
const rows = async (label: string) =>
  within(await screen.findByRole('table', { name: label }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => cellsOf(within(row)))

test('a user without a code gets one', async () => {
  const { user, requests } = await open('users')
  const row = await rowWith('mara')
  expect(cellsOf(row).slice(0, 6)).toEqual(['mara', 'mara@example.com', 'No code set', '1,200 total / 7 completed', '$1,234.50', 'Enabled'])
  await user.click(row.getByRole('button', { name: 'Code' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Custom Code' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Current Code').value).toBe('No code set')
  await user.type(dialog.getByLabelText('Custom Code'), 'MARA{Enter}')
  expect(await screen.findByText('Custom referral code set successfully')).toBeTruthy()
  expect(requests).toContain('PUT /admin/referrals/code/2/custom')
})

test('missing fields have a text, and unknown statuses are neutral', async () => {
  await open('pending')
  const row = await rowWith('User #2')
  expect(cellsOf(row)).toEqual(['#8', 'User #2', 'N/A', '#31', 'N/A', '$2.00', 'under_review', '11/20/2026'])
  expect(row.getByText('under_review').parentElement!.className).not.toMatch(/green|red|yellow/)
})

test("a failed call shows the host's message; without one, ours", async () => {
  const { user } = await open('users')
  await user.click((await rowWith('mara')).getByRole('button', { name: 'Settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Referral Settings' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to update referral settings')
})

test('a code that is refused without a message says so in the dialog', async () => {
  const { user } = await open('users', { 'PUT /admin/referrals/code/2/custom': undefined })
  await user.click((await rowWith('mara')).getByRole('button', { name: 'Code' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Custom Code' }))
  await user.type(dialog.getByLabelText('Custom Code'), 'MARA{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to set custom code')
})

test('only pending payouts can be decided', async () => {
  const { user, requests } = await open('payouts')
  expect(cellsOf(await rowWith('#6')).at(-1)).toBe('')
  await user.click((await rowWith('#5')).getByRole('button', { name: 'Reject' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject Payout' }))
  expect(await screen.findByText('Payout status updated to failed')).toBeTruthy()
  expect(requests).toContain('GET /admin/referrals?type=payouts&status=pending')
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test.each([
  ['a plain username', 'mara', 'mara'],
  ['an object', { username: 'mara' }, 'mara'],
  ['an object without a username', { id: 2 }, 'User #2'],
  ['an empty text', '', 'User #2'],
  ['null', null, 'User #2'],
])('a referrer that is %s', async (_, referrer, shown) => {
  const [row] = answers['GET /admin/referrals/pending']
  await open('pending', { 'GET /admin/referrals/pending': [{ ...row, referrer }] })
  expect((await rows('Pending Referrals'))[0]![1]).toBe(shown)
})

test.each(['pending', 'completed'] as const)(
  '%s referrals: a bad row is left out alone, and numbers as text are numbers',
  async (status) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const texts = { id: '9', referrer_id: '2', purchase_id: '32', commission_amount: '12.50', status, created_at: 'soon' }
    const purchase = { customer_email: 'buyer@example.com', total: '125' }
    const list = [null, 'x', { status }, { ...texts, purchase }]
    await open(status, { [`GET /admin/referrals/${status}`]: list })
    const label = status === 'pending' ? 'Pending Referrals' : 'Completed Referrals'
    expect(await rows(label)).toEqual([['#9', 'User #2', 'buyer@example.com', '#32', '$125.00', '$12.50', status, 'N/A']])
  },
)

test('payouts: a bad row is left out alone, and numbers as text are numbers', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const [payout] = answers['GET /admin/referrals']
  await open('payouts', { 'GET /admin/referrals': { data: [null, {}, { ...payout, id: '7', user_id: '2', amount: '12.50' }] } })
  expect((await rows('Pending Payouts')).map((cells) => cells.slice(0, 3))).toEqual([['#7', 'User #2', '$12.50']])
})

test('users: a bad row is left out alone; rates as text are shown and saved as numbers, also rates finer than the step', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const [mara] = answers['GET /admin/referrals/users-with-stats'].data
  const rates = { id: '2', commission_rate: '33.33', referral_discount: '15.5', referral_enabled: 1 }
  const stats = { total_referrals: '3', completed_referrals: '2', total_commission: '12.50' }
  const { user, bodies } = await open('users', {
    'GET /admin/referrals/users-with-stats': { data: [{ username: 'ghost' }, null, { ...mara, ...rates, referral_stats: stats }] },
    'PUT /admin/referrals/settings/2': 'ok',
  })
  expect((await rows('Users')).map((cells) => [cells[0], cells[3], cells[4]])).toEqual([['mara', '3 total / 2 completed', '$12.50']])
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Referral Settings' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Custom Commission Rate (%)').value).toBe('33.33')
  expect(dialog.getByLabelText<HTMLInputElement>('Referral Discount (%)').value).toBe('15.5')
  await user.click(dialog.getByLabelText('Enable Referrals'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Referral settings updated successfully')).toBeTruthy()
  expect(bodies('PUT /admin/referrals/settings/2')).toEqual([{ enabled: false, custom_commission: 33.33, referral_discount: 15.5 }])
})
