import { type ReferralUser, referralUser } from '@keydesk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rowWith, startReferrals } from './testing.tsx'

async function openDialog(button: 'Settings' | 'Code', title: string) {
  const started = await startReferrals()
  const user = await started.addUser('mara')
  await started.open()
  await started.user.click((await rowWith('mara')).getByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const stored = async (): Promise<ReferralUser> =>
    referralUser.parse(((await started.call('GET', '/admin/referrals/users-with-stats'))['data'] as unknown[])[0])
  return { ...started, mara: user, dialog, stored }
}

const input = (dialog: Awaited<ReturnType<typeof openDialog>>['dialog'], label: string) => dialog.getByLabelText<HTMLInputElement>(label)
const commission = 'Custom Commission Rate (%)'
const discount = 'Referral Discount (%)'

test('Settings shows the user, and accepts digits with one decimal point', async () => {
  const { user, dialog } = await openDialog('Settings', 'Referral Settings')
  expect(input(dialog, 'Username').value).toBe('mara')
  expect(input(dialog, 'Username').readOnly).toBe(true)
  expect(dialog.getByRole('switch', { name: 'Enable Referrals', checked: true })).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Enable Referrals'))
  expect(input(dialog, commission).value).toBe('')
  await user.type(input(dialog, commission), '-1e2.a5.x')
  expect(input(dialog, commission).value).toBe('12.5')
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(input(dialog, commission).value).toBe('12.6')
})

test('Settings says a balance that differs from the commission in the list', async () => {
  const { user, open, addUser, buyWith, askPayout, call } = await startReferrals()
  const [mara, zed] = [await addUser('mara'), await addUser('zed')]
  await addUser('quiet')
  await buyWith(mara.referral_code, { isCompleted: true })
  const order = await buyWith(zed.referral_code, { isCompleted: true })
  await askPayout(mara.id, 6)
  await askPayout(zed.id, 2)
  await call('POST', `/admin/purchases/orders/${order.id}/refund`)
  await open()
  for (const [name, said] of [
    ['mara', 'Balance: $3.50. The rest was paid out or asked for.'],
    ['zed', 'Balance: −$2.00. An order was refunded after its commission was asked for.'],
    ['quiet', undefined],
  ] as const) {
    await user.click((await rowWith(name)).getByRole('button', { name: 'Settings' }))
    const field = within(await screen.findByRole('dialog', { name: 'Referral Settings' })).getByLabelText('Username')
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(said)
    await user.keyboard('{Escape}')
  }
})

test('a character that a rate does not accept is reported until the field is empty', async () => {
  const { user, dialog } = await openDialog('Settings', 'Referral Settings')
  const notice = 'Only digits and one decimal point are accepted: the other characters were left out'
  await user.type(input(dialog, discount), '7.5')
  expect(dialog.queryByText(notice)).toBeNull()
  await user.type(input(dialog, commission), '-5')
  expect(input(dialog, commission).value).toBe('5')
  expect(dialog.getByRole('alert').textContent).toBe(notice)
  expect(input(dialog, commission).getAttribute('aria-invalid')).toBe('true')
  await user.clear(input(dialog, commission))
  await waitFor(() => expect(dialog.queryByText(notice)).toBeNull())
})

test('a comma in a rate is its decimal point: 7,5 is not saved as 75', async () => {
  const { user, dialog, sent } = await openDialog('Settings', 'Referral Settings')
  await user.type(input(dialog, commission), '7,5')
  await user.click(input(dialog, discount))
  await user.paste('12,5')
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Referral settings updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ enabled: true, custom_commission: 7.5, referral_discount: 12.5 }])
})

test('Settings sends filled fields and leaves out empty ones', async () => {
  const { user, dialog, mara, sent, stored } = await openDialog('Settings', 'Referral Settings')
  await user.click(dialog.getByLabelText('Enable Referrals'))
  await user.type(input(dialog, discount), '7.5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Referral settings updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ url, body }) => [url, body])).toEqual([
    [`/admin/referrals/settings/${mara.id}`, { enabled: false, referral_discount: 7.5 }],
  ])
  expect(await stored()).toMatchObject({ referral_enabled: false, commission_rate: null, referral_discount: 7.5 })
  await waitFor(async () => expect((await rowWith('mara')).getByText('Disabled')).toBeTruthy())
})

test("Settings takes in a colleague's change, under what is edited, and the save does not undo it", async () => {
  const { user, dialog, mara, call, queries, stored } = await openDialog('Settings', 'Referral Settings')
  await user.type(input(dialog, discount), '7.5')
  await call('PUT', `/admin/referrals/settings/${mara.id}`, { enabled: false, custom_commission: 20 })
  // The window's focus does the same.
  await queries.invalidateQueries({ queryKey: ['referrals'] })
  await waitFor(() => expect(input(dialog, commission).value).toBe('20'))
  expect(input(dialog, discount).value).toBe('7.5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Referral settings updated successfully')).toBeTruthy()
  expect(await stored()).toMatchObject({ referral_enabled: false, commission_rate: 20, referral_discount: 7.5 })
})

test("Settings asks before a save over a colleague's change that is not on screen, and applies the edits on top", async () => {
  const { user, dialog, mara, call, sent, stored } = await openDialog('Settings', 'Referral Settings')
  await call('PUT', `/admin/referrals/settings/${mara.id}`, { enabled: true, custom_commission: 15 })
  await user.type(input(dialog, discount), '8')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Another save changed this user' }))
  expect(question.getByText(commission)).toBeTruthy()
  expect(question.queryByText('Edited by you too')).toBeNull()
  expect(sent('PUT')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Apply mine on top' }))
  expect(await screen.findByText('Referral settings updated successfully')).toBeTruthy()
  expect(await stored()).toMatchObject({ referral_enabled: true, commission_rate: 15, referral_discount: 8 })
})

test('Settings asks about a rate that a colleague changed too, also after the list is refetched', async () => {
  const { user, dialog, mara, call, queries, sent, stored } = await openDialog('Settings', 'Referral Settings')
  await user.type(input(dialog, commission), '12')
  await call('PUT', `/admin/referrals/settings/${mara.id}`, { enabled: false, custom_commission: 15 })
  await queries.invalidateQueries({ queryKey: ['referrals'] })
  expect(await (await rowWith('mara')).findByText('Disabled')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Another save changed this user' }))
  expect(question.getByText(`Enable Referrals and ${commission}`)).toBeTruthy()
  expect(question.getByText(commission)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(input(dialog, commission).value).toBe('15'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Referral settings updated successfully')).toBeTruthy()
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ enabled: false, custom_commission: 15 }])
  expect(await stored()).toMatchObject({ referral_enabled: false, commission_rate: 15 })
})

test('a rate above 100 is refused at its field', async () => {
  const { user, dialog, sent } = await openDialog('Settings', 'Referral Settings')
  await user.type(input(dialog, commission), '100.1')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Custom commission rate must be a number from 0 to 100 with at most 1 decimal')).toBeTruthy()
  expect(sent('PUT')).toEqual([])
})

test('a failure to save settings shows a toast, and the reason in the dialog', async () => {
  const { user, dialog, breakTable } = await openDialog('Settings', 'Referral Settings')
  await breakTable('activity')
  await user.click(dialog.getByLabelText('Enable Referrals'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to update referral settings')).toBeTruthy()
  expect((await dialog.findByRole('alert')).textContent).not.toBe('')
})

test('Custom Code shows the current code, and checks the typed one', async () => {
  const { user, dialog, mara, sent, call, queries } = await openDialog('Code', 'Custom Code')
  expect(input(dialog, 'Username').value).toBe('mara')
  expect(input(dialog, 'Current Code').value).toBe(mara.referral_code)
  expect(input(dialog, 'Current Code').readOnly).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please enter a custom code')).toBeTruthy()
  for (const wrong of ['ab', 'a b c', 'x'.repeat(21)]) {
    await user.clear(input(dialog, 'Custom Code'))
    await user.type(input(dialog, 'Custom Code'), wrong)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Code must be 3-20 characters and contain only letters, numbers, underscores or hyphens')).toBeTruthy()
  }
  expect(sent('PUT')).toEqual([])
  await call('PUT', `/admin/referrals/code/${mara.id}/custom`, { code: 'COLLEAGUE' })
  await queries.invalidateQueries({ queryKey: ['referrals'] })
  await waitFor(() => expect(input(dialog, 'Current Code').value).toBe('COLLEAGUE'))
  await user.clear(input(dialog, 'Custom Code'))
  await user.type(input(dialog, 'Custom Code'), 'MARA_10')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Custom referral code set successfully')).toBeTruthy()
  expect(sent('PUT').map(({ url, body }) => [url, body])).toEqual([[`/admin/referrals/code/${mara.id}/custom`, { code: 'MARA_10' }]])
  await waitFor(async () => expect((await rowWith('mara')).getByText('MARA_10')).toBeTruthy())
})

test("a code that is taken shows a toast, and the server's message in the dialog", async () => {
  const { user, dialog, call, addUser } = await openDialog('Code', 'Custom Code')
  const zed = await addUser('zed')
  await call('PUT', `/admin/referrals/code/${zed.id}/custom`, { code: 'taken' })
  await user.type(input(dialog, 'Custom Code'), 'TAKEN')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to set custom referral code')).toBeTruthy()
  expect(await dialog.findByText('This code is already taken')).toBeTruthy()
})
