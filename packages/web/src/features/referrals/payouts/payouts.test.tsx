import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDate } from '../../../kit/text/format.ts'
import { cellsOf, heads, rowWith, startReferrals } from '../testing.tsx'

async function openPayout() {
  const started = await startReferrals()
  const mara = await started.addUser('mara')
  await started.buyWith(mara.referral_code, { isCompleted: true })
  const { id } = await started.askPayout(mara.id, 9.5)
  await started.open('payouts')
  const row = await rowWith('mara')
  const press = async (name: string) => started.user.click((await rowWith('#1')).getByRole('button', { name }))
  return { ...started, id, row, press, url: `/admin/referrals/payout/${id}/status` }
}

test('a pending payout shows, and the tab shows the number of payouts', async () => {
  const { row } = await openPayout()
  expect(cellsOf(row)).toEqual([
    '#1',
    'mara',
    '$9.50',
    'Bitcoin',
    'bc1qexample',
    'pending',
    formatDate('2030-01-01T00:00:00.000Z'),
    'Complete',
  ])
  expect(row.getByText('pending').parentElement!.className).toContain('text-yellow')
  // An address is shown whole.
  const address = row.getByText('bc1qexample')
  expect([address.className, address.closest('td')!.hasAttribute('data-cut')]).toEqual([expect.stringContaining('break-all'), false])
  expect(heads()).toEqual(['ID', 'User', 'Amount', 'Wallet Type', 'Wallet Address', 'Status', 'Created Date', 'Actions'])
  expect(screen.getByRole('tab', { name: 'Pending Payouts', description: '1' })).toBeTruthy()
})

test('completing needs a transaction ID, and sends it', async () => {
  const { user, press, sent, url } = await openPayout()
  await press('Complete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete Payout' }))
  expect(dialog.getByText('bc1qexample')).toBeTruthy()
  expect(await dialog.findByText('Send $9.50 to mara, then enter the transaction.')).toBeTruthy()
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Complete Payout' })
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Transaction ID'), '   {Enter}')
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Transaction ID'), ' 0xabc ')
  expect(button.disabled).toBe(false)
  await user.click(button)
  expect(await screen.findByText('Payout status updated to completed')).toBeTruthy()
  expect(await screen.findByText('No payouts found')).toBeTruthy()
  expect(sent('PUT').map((request) => [request.url, request.body])).toEqual([[url, { status: 'completed', transaction_id: '0xabc' }]])
})

test('rejecting asks first, with amount and user, and sends a reason only if one was typed', async () => {
  const { user, press, sent, url } = await openPayout()
  await press('Reject')
  const question = within(await screen.findByRole('dialog', { name: 'Reject payout of $9.50?' }))
  expect(question.getByText(/to mara is marked as failed/)).toBeTruthy()
  expect(question.queryByText(/do not reject it/)).toBeNull()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent('PUT')).toEqual([])
  await press('Reject')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject Payout' }))
  expect(await screen.findByText('Payout status updated to failed')).toBeTruthy()
  expect(sent('PUT').map((request) => [request.url, request.body])).toEqual([[url, { status: 'failed' }]])
})

test('a reason shows in the list of failed payouts', async () => {
  const { user, press, sent, open } = await openPayout()
  await press('Reject')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), ' Wrong network ')
  await user.click(dialog.getByRole('button', { name: 'Reject Payout' }))
  expect(await screen.findByText('No payouts found')).toBeTruthy()
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ status: 'failed', reason: 'Wrong network' }])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed')
  const row = await rowWith('mara')
  expect(row.getByText('Wrong network')).toBeTruthy()
  expect(heads()).toEqual(['ID', 'User', 'Amount', 'Wallet Type', 'Wallet Address', 'Status', 'Created Date', 'Reason', 'Decided'])
  expect(row.queryByRole('checkbox')).toBeNull()
  await open('payouts')
  expect(await screen.findByText('No payouts found')).toBeTruthy()
})

test("a payout without balance after a refund shows that, Reject warns of one that was sent, and Complete shows the server's refusal", async () => {
  const { user, addUser, buyWith, askPayout, open, call } = await startReferrals()
  const mara = await addUser('mara')
  const order = await buyWith(mara.referral_code, { isCompleted: true })
  await askPayout(mara.id, 9.5)
  await call('POST', `/admin/purchases/orders/${order.id}/refund`)
  await open('payouts')
  const row = await rowWith('mara')
  expect(row.getByText('Balance too low')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Reject' }))
  const sent = /^If you have sent it already, do not reject it: \$9\.50 would be paid twice\. Leave it pending/
  expect(within(await screen.findByRole('dialog', { name: 'Reject payout of $9.50?' })).getByText(sent)).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(row.getByRole('button', { name: 'Complete' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Do not send $9.50: the balance of mara no longer covers it.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Transaction ID'), '0xabc{Enter}')
  expect(await dialog.findByText('The balance of mara no longer covers this payout: $0.00 is left')).toBeTruthy()
  expect(screen.getByText('Failed to update payout status')).toBeTruthy()
})

test('a payout of a referrer who was disabled after asking shows that in list and dialog', async () => {
  const { user, press, open } = await openPayout()
  expect((await rowWith('mara')).queryByText('Referrals disabled')).toBeNull()
  await open('users')
  await user.click((await rowWith('mara@example.com')).getByRole('button', { name: 'Settings' }))
  const settings = within(await screen.findByRole('dialog', { name: 'Referral Settings' }))
  await user.click(settings.getByLabelText('Enable Referrals'))
  await user.click(settings.getByRole('button', { name: 'Save' }))
  await screen.findByText('Referral settings updated successfully')
  await open('payouts')
  expect(await (await rowWith('#1')).findByText('Referrals disabled')).toBeTruthy()
  await press('Complete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete Payout' }))
  const sentence = 'Referrals of mara were disabled after this payout was asked for. Find out why before you send.'
  expect(dialog.getByText(sentence)).toBeTruthy()
})

test('completing a payout shows in list, selection and dialog that the balance does not cover another one any more', async () => {
  const { user, addUser, buyWith, askPayout, open, call, queries } = await startReferrals()
  const mara = await addUser('mara')
  await buyWith(mara.referral_code, { isCompleted: true })
  const refunded = await buyWith(mara.referral_code, { isCompleted: true })
  for (const amount of [5, 4.25, 9.25]) await askPayout(mara.id, amount)
  await call('POST', `/admin/purchases/orders/${refunded.id}/refund`)
  await open('payouts')
  const complete = async (id: string) => {
    await user.click((await rowWith(id)).getByRole('button', { name: 'Complete' }))
    return within(await screen.findByRole('dialog', { name: 'Complete Payout' }))
  }
  // The balance of $9.50 covers each of them alone.
  expect((await rowWith('#3')).queryByText('Balance too low')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select payout #3' }))
  await user.type((await complete('#1')).getByLabelText('Transaction ID'), '0xabc{Enter}')
  expect(await (await rowWith('#3')).findByText('Balance too low')).toBeTruthy()
  expect(await screen.findByText(/^The balance no longer covers 1 of them/)).toBeTruthy()
  expect(await (await complete('#3')).findByText('Do not send $9.25: the balance of mara no longer covers it.')).toBeTruthy()
  await user.keyboard('{Escape}')

  const dialog = await complete('#2')
  expect(await dialog.findByText(/^Send \$4\.25 to mara/)).toBeTruthy()
  await call('POST', '/admin/purchases/orders/1/refund')
  await queries.invalidateQueries({ queryKey: ['referrals'] })
  expect(await dialog.findByText('Do not send $4.25: the balance of mara no longer covers it.')).toBeTruthy()
})

test('Complete fetches the payout first: it asks to pay nothing that a colleague has paid, and says so if one pays it meanwhile', async () => {
  const { user, press, call, url, network, queries } = await openPayout()
  const open = async () => {
    await press('Complete')
    return within(await screen.findByRole('dialog', { name: 'Complete Payout' }))
  }
  const again = () => queries.invalidateQueries({ queryKey: ['referrals'] })
  const send = 'Send $9.50 to mara, then enter the transaction.'
  const doNotSend = 'Do not send $9.50: this payout is no longer pending.'
  const release = network.holdNext(/GET .*status=pending$/)
  const first = await open()
  expect(first.getByText('Checking whether this payout is still pending...')).toBeTruthy()
  expect(first.queryByText(send)).toBeNull()
  release()
  expect(await first.findByText(send)).toBeTruthy()
  await user.keyboard('{Escape}')

  network.failNext(/GET .*status=pending$/)
  const failed = await open()
  expect((await failed.findByRole('alert')).textContent).toContain('Failed to check whether this payout is still pending')
  expect(failed.getByText('Do not send $9.50 before this is checked.')).toBeTruthy()
  await user.click(failed.getByRole('button', { name: 'Try again' }))
  expect(await failed.findByText(send)).toBeTruthy()
  expect(failed.queryByRole('alert')).toBeNull()

  await call('PUT', url, { status: 'completed', transaction_id: '0xben' })
  await again()
  expect(await failed.findByText(doNotSend)).toBeTruthy()
  expect(failed.queryByText(send)).toBeNull()
  expect(failed.getByText('bc1qexample')).toBeTruthy()
})

test('a payout that a colleague has paid since the list was loaded is not to be paid, and leaves the list', async () => {
  const { user, press, call, url } = await openPayout()
  await call('PUT', url, { status: 'completed', transaction_id: '0xben' })
  await press('Complete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete Payout' }))
  expect(await dialog.findByText('Do not send $9.50: this payout is no longer pending.')).toBeTruthy()
  expect(await screen.findByText('No payouts found')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a completion whose answer is lost is a success, also if that is found out only by the second press', async () => {
  const { user, press, network, sent, url } = await openPayout()
  network.loseNext(/^PUT /)
  network.failNext(/^GET .*status=completed&q=0xabc$/)
  await press('Complete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Complete Payout' }))
  await user.type(dialog.getByLabelText('Transaction ID'), '0xabc{Enter}')
  expect(await screen.findByText('Failed to update payout status')).toBeTruthy()
  expect(await dialog.findByText('Do not send $9.50: this payout is no longer pending.')).toBeTruthy()
  // With another transaction it is another completion, which is refused.
  await user.type(dialog.getByLabelText('Transaction ID'), 'd{Enter}')
  expect(await dialog.findByText('This payout is already completed')).toBeTruthy()
  expect(screen.queryByText('Payout status updated to completed')).toBeNull()
  await user.type(dialog.getByLabelText('Transaction ID'), '{Backspace}{Enter}')
  expect(await screen.findByText('Payout status updated to completed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('No payouts found')).toBeTruthy()
  const ids = sent('PUT', url).map(({ body }) => (body as { transaction_id: string }).transaction_id)
  expect(ids).toEqual(['0xabc', '0xabcd', '0xabc'])
})

test.each([
  ['Complete', 'Complete Payout', 'Transaction ID', 'completed'],
  ['Reject', 'Reject Payout', 'Reason', 'failed'],
])('%s is a success at the first press if the connection is back at once', async (action, submit, label, status) => {
  const { user, press, network, sent } = await openPayout()
  network.loseNext(/^PUT /)
  await press(action)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(label), 'wrong network')
  await user.click(dialog.getByRole('button', { name: submit }))
  expect(await screen.findByText(`Payout status updated to ${status}`)).toBeTruthy()
  expect(await screen.findByText('No payouts found')).toBeTruthy()
  expect(screen.queryByText('Failed to update payout status')).toBeNull()
  expect(sent('PUT')).toHaveLength(1)
})

test('a payout that somebody else decided shows a toast, and the reason in the dialog', async () => {
  const { user, press, call, url } = await openPayout()
  await press('Complete')
  const dialog = within(await screen.findByRole('dialog'))
  await call('PUT', url, { status: 'failed' })
  await user.type(dialog.getByLabelText('Transaction ID'), '0xabc{Enter}')
  expect(await screen.findByText('Failed to update payout status')).toBeTruthy()
  await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''))
  expect(dialog.getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('0xabc')
})

test('a payout that a colleague has decided meanwhile leaves the list after the refusal', async () => {
  const { user, press, call, url } = await openPayout()
  await press('Reject')
  await call('PUT', url, { status: 'completed', transaction_id: '0xabc' })
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject Payout' }))
  expect(await screen.findByText('Failed to update payout status')).toBeTruthy()
  expect(await screen.findByText('No payouts found')).toBeTruthy()
})
