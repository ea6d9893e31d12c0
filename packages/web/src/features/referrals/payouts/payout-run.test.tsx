import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shownToasts } from '../../../../test/toasts.ts'
import { rowWith, startReferrals } from '../testing.tsx'

type Started = Awaited<ReturnType<typeof startReferrals>>

/** Three pending payouts of 1, 2 and 3 dollars to one user, oldest first. */
async function openPayouts(before?: (started: Started, userId: number) => Promise<unknown>) {
  const started = await startReferrals()
  const mara = await started.addUser('mara')
  await started.buyWith(mara.referral_code, { isCompleted: true })
  for (const amount of [1, 2, 3]) await started.askPayout(mara.id, amount)
  await before?.(started, mara.id)
  await started.open('payouts')
  await rowWith('#3')
  const { user } = started
  const bar = () => screen.queryByRole('region', { name: 'Selected payouts' })
  return {
    ...{ ...started, bar },
    select: (name: string) => user.click(screen.getByRole('checkbox', { name })),
    async openRun() {
      await user.click(await screen.findByRole('button', { name: 'Complete…' }))
      const dialog = within(await screen.findByRole('dialog', { name: /^Complete \d payouts?$/ }))
      const paste = async (text: string) => {
        await user.clear(dialog.getByLabelText('Transaction IDs'))
        await user.click(dialog.getByLabelText('Transaction IDs'))
        await user.paste(text)
      }
      const submit = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Complete/ })
      const lines = () => dialog.getAllByRole('listitem').map((line) => line.textContent)
      return { dialog, paste, submit, lines }
    },
  }
}

test('payouts are selected one by one or all shown ones at once; the bar shows their total and copies the list', async () => {
  const { user, bar, select } = await openPayouts()
  expect(bar()).toBeNull()
  await select('Select payout #3')
  await select('Select payout #1')
  await waitFor(() => expect(bar()).not.toBeNull())
  expect(within(bar()!).getByRole('status').textContent).toBe('2 payouts selectedBitcoin $4.00 (2)')
  await user.click(within(bar()!).getByRole('button', { name: 'Copy list' }))
  await waitFor(() => expect(shownToasts()).toContain('Copied 2 payouts'))
  expect(await navigator.clipboard.readText()).toBe('1\tmara\tBitcoin\tbc1qexample\t1.00\n3\tmara\tBitcoin\tbc1qexample\t3.00')
  await select('Select all 3')
  expect(within(bar()!).getByText('3 payouts selected')).toBeTruthy()
  await select('Select all 3')
  expect(bar()).toBeNull()
})

test('the payments are fetched again before copying: payouts that somebody else decided disappear from list and selection', async () => {
  const { user, bar, select, call, network } = await openPayouts()
  await select('Select all 3')
  await call('PUT', '/admin/referrals/payout/2/status', { status: 'completed', transaction_id: '0xa' })
  await user.click(within(bar()!).getByRole('button', { name: 'Copy list' }))
  await waitFor(() => expect(shownToasts()).toContain('Copied the 2 of 3 payouts that are still pending'))
  expect((await navigator.clipboard.readText()).split('\n').map((line) => line[0])).toEqual(['1', '3'])
  expect(within(bar()!).getByRole('status').textContent).toBe('2 payouts selectedBitcoin $4.00 (2)')
  await waitFor(() => expect(screen.queryByText('#2')).toBeNull())

  network.failNext(/GET .*status=pending$/)
  await call('PUT', '/admin/referrals/payout/3/status', { status: 'failed' })
  await user.click(within(bar()!).getByRole('button', { name: 'Copy list' }))
  await waitFor(() => expect(shownToasts()).toContain('Failed to copy the payouts'))
  // The clipboard keeps the earlier text, and no toast says that something was copied.
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(2)
  await user.click(within(bar()!).getByRole('button', { name: 'Copy list' }))
  await waitFor(() => expect(shownToasts()).toContain('Copied the 1 of 2 payouts that are still pending'))
})

test('a run is previewed, sent as one call, and disappears from the list; the history shows the transactions', async () => {
  const { user, bar, select, openRun, sent } = await openPayouts()
  await select('Select all 3')
  const { dialog, paste, submit, lines } = await openRun()
  expect(dialog.getByText('Send Bitcoin $6.00 (3), then paste the transaction IDs. All are completed, or none.')).toBeTruthy()
  expect(submit().disabled).toBe(true)
  await paste('0xa\n0xb')
  expect(dialog.getByText('2 of 3 payouts with a transaction ID')).toBeTruthy()
  expect(lines()).toEqual([
    '#1 mara$1.00Bitcoin bc1qexample0xa',
    '#2 mara$2.00Bitcoin bc1qexample0xb',
    '#3 mara$3.00Bitcoin bc1qexampleNo transaction ID yet',
  ])
  expect(submit().disabled).toBe(true)
  await paste('3 0xc\n1 0xa\n9 0xb')
  expect(dialog.getByText('Line 3: payout #9 is not selected')).toBeTruthy()
  expect(submit().disabled).toBe(true)
  await paste('3 0xc\n1 0xa\n2 0xb')
  await user.click(submit())
  await waitFor(() => expect(shownToasts()).toContain('Completed 3 payouts'))
  expect(await screen.findByText('No payouts found')).toBeTruthy()
  expect(bar()).toBeNull()
  expect(sent('POST', '/admin/referrals/payout-runs').map(({ url, body }) => [url, body])).toEqual([
    [
      '/admin/referrals/payout-runs',
      {
        payouts: [
          { id: 1, transaction_id: '0xa' },
          { id: 2, transaction_id: '0xb' },
          { id: 3, transaction_id: '0xc' },
        ],
      },
    ],
  ])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Completed')
  expect((await rowWith('#2')).getByText('0xb')).toBeTruthy()
})

test('payouts that the balance covers one by one but not together are warned of in bar, list to pay and dialog', async () => {
  const { user, bar, select, openRun } = await openPayouts(async ({ call, buyWith, addUser, askPayout }, userId) => {
    // Another user, whose balance covers what is asked for.
    const zed = await addUser('zed')
    await buyWith(zed.referral_code, { isCompleted: true })
    await askPayout(zed.id, 9.5)
    const order = await buyWith((await addUser('mara')).referral_code, { isCompleted: true })
    await askPayout(userId, 9)
    await call('POST', `/admin/purchases/orders/${order.id}/refund`)
  })
  await select('Select payout #5')
  await select('Select payout #4')
  expect(within(bar()!).queryByText(/no longer covers/)).toBeNull()
  await select('Select payout #1')
  expect(within(bar()!).getByText(/^The balance no longer covers 1 of them/)).toBeTruthy()
  await user.click(within(bar()!).getByRole('button', { name: 'Copy list' }))
  await waitFor(() => expect(shownToasts()).toContain('Copied 3 payouts'))
  const copied = (await navigator.clipboard.readText()).split('\n')
  expect(copied.map((line) => line.split('\t').at(-1))).toEqual(['1.00', '9.50', 'Balance too low'])
  const { lines } = await openRun()
  expect(lines().map((line) => line.includes('The balance of mara no longer covers it.'))).toEqual([false, false, true])
})

test('Complete… fetches the payouts again: one that was decided meanwhile is left out, and a failure opens nothing', async () => {
  const { user, bar, select, call, network } = await openPayouts()
  await select('Select all 3')
  await call('PUT', '/admin/referrals/payout/2/status', { status: 'failed' })
  network.failNext(/GET .*status=pending$/)
  const press = () => user.click(within(bar()!).getByRole('button', { name: 'Complete…' }))
  await press()
  await waitFor(() => expect(shownToasts()).toContain('Failed to fetch the payouts'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await press()
  expect(await screen.findByRole('dialog', { name: 'Complete 2 payouts' })).toBeTruthy()
  expect(shownToasts()).toContain('Continues with the 2 of 3 payouts that are still pending')
})

test('Complete… says so if all of them were decided meanwhile', async () => {
  const { user, bar, select, call } = await openPayouts()
  await select('Select all 3')
  for (const id of [1, 2, 3]) await call('PUT', `/admin/referrals/payout/${id}/status`, { status: 'failed' })
  await user.click(within(bar()!).getByRole('button', { name: 'Complete…' }))
  await waitFor(() => expect(shownToasts()).toContain('None of them is pending any more'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('one button uses one transaction for all', async () => {
  const { user, select, openRun, sent } = await openPayouts()
  await select('Select all 3')
  const { dialog, paste, submit } = await openRun()
  await paste('0xa')
  await user.click(dialog.getByRole('button', { name: 'Same for all 3' }))
  await user.click(submit())
  await waitFor(() => expect(shownToasts()).toContain('Completed 3 payouts'))
  const { payouts } = sent('POST', '/admin/referrals/payout-runs')[0]!.body as { payouts: object[] }
  expect(payouts).toEqual([1, 2, 3].map((id) => ({ id, transaction_id: '0xa' })))
})

test('a refused run shows the reason beside each payout and keeps the pasted text; refused payouts can be left out', async () => {
  const { user, select, openRun, call } = await openPayouts()
  await select('Select all 3')
  const { dialog, paste, submit, lines } = await openRun()
  await paste('2 0xb\n1 0xa\n3 0xc')
  await call('PUT', '/admin/referrals/payout/2/status', { status: 'failed' })
  await user.click(submit())
  expect(await dialog.findByText('Nothing was completed. The reason is beside each payout.')).toBeTruthy()
  expect(lines()[1]).toContain('Payout #2: This payout is already failed')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Transaction IDs').value).toBe('2 0xb\n1 0xa\n3 0xc')
  await user.click(dialog.getByRole('button', { name: 'Leave out' }))
  await paste('1 0xa\n3 0xc')
  await user.click(submit())
  await waitFor(() => expect(shownToasts()).toContain('Completed 2 payouts'))
})

test('a transaction that a completed payout has already gives a warning before a run, and in the dialog of one payout', async () => {
  const { user, select, openRun } = await openPayouts(async ({ call }) => {
    await call('PUT', '/admin/referrals/payout/1/status', { status: 'completed', transaction_id: '0xa' })
  })
  await select('Select all 2')
  const { dialog, paste, submit, lines } = await openRun()
  await paste('0xb\n0xa')
  expect(await dialog.findByText('1 with one that a completed payout has already')).toBeTruthy()
  expect(lines()[0]).not.toContain('already')
  expect(lines()[1]).toContain('Payout #1 has this transaction ID already.')
  // Only a warning, because one transfer may pay several payouts.
  expect(submit().disabled).toBe(false)
  await paste('0xb\n0xc')
  await waitFor(() => expect(dialog.queryByText(/has already/)).toBeNull())
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click((await rowWith('#3')).getByRole('button', { name: 'Complete' }))
  const one = within(await screen.findByRole('dialog', { name: 'Complete Payout' }))
  await user.type(one.getByLabelText('Transaction ID'), ' 0xa')
  expect(await one.findByText('Payout #1 has this transaction ID already.')).toBeTruthy()
})

test('a failed check of used transactions shows the failure, and Try again checks once more', async () => {
  const { user, network, select, openRun } = await openPayouts(async ({ call }) => {
    await call('PUT', '/admin/referrals/payout/1/status', { status: 'completed', transaction_id: '0xa' })
  })
  await select('Select all 2')
  const { dialog, paste } = await openRun()
  network.failNext(/used-transactions/)
  await paste('0xb\n0xa')
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to check whether a payout has this transaction ID already')
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('1 with one that a completed payout has already')).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('flags show in the list, and as sentences in the preview', async () => {
  const { select, openRun } = await openPayouts(async ({ call, store }, userId) => {
    await call('PUT', '/admin/referrals/payout/1/status', { status: 'completed', transaction_id: '0xa' })
    await store(`/users/${userId}/payouts`, { amount: 0.5, wallet_type: 'bitcoin', wallet_address: 'bc1qother' })
  })
  const row = await rowWith('#4')
  expect(row.getByText('Address changed')).toBeTruthy()
  await select('Select payout #4')
  const { lines } = await openRun()
  expect(lines()[0]).toContain('The last bitcoin payout to mara went to another address, or there was none.')
})
