import type { NewInvitation } from '@keydesk/contract'
import { createAdministrator, system } from '@keydesk/server'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startBeside } from '../../../test/start-beside.tsx'
import { TeamPanel } from './panel.tsx'

test('a refused invitation shows the reason at its field, and a failed team list can be fetched again', async () => {
  const { user, go, breakTable, sent } = await startBeside(<TeamPanel />, '/team')
  const mend = await breakTable('invitation')
  await go('/team')
  const failed = within(await screen.findByRole('alert'))
  expect(failed.getByText('Failed to fetch the invitations')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /admin@example.com/ })).toBeTruthy()
  await mend()
  await user.click(failed.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nobody is invited')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await user.type(await screen.findByLabelText('Email (optional)'), 'not an address')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('Email must be an email address')).toBeTruthy()
  expect(sent('POST')).toEqual([])

  await user.clear(screen.getByLabelText('Email (optional)'))
  await user.type(screen.getByLabelText('Email (optional)'), 'admin@example.com{Enter}')
  const reason = /^admin@example\.com is already the member admin/
  expect(await screen.findByRole('textbox', { name: 'Email (optional)', description: reason })).toBeTruthy()
  expect(screen.getByText('Nobody is invited')).toBeTruthy()
})

/** Two owners and sue, who is support; the other owner has made two working API keys and one that is revoked. */
async function startWithKeys() {
  const started = await startBeside(<TeamPanel />, '/team')
  const { server, call, go } = started
  const password = 'a good password'
  await createAdministrator(server.deps, system, { username: 'max', email: 'max@example.com', password, role: 'owner' })
  await createAdministrator(server.deps, system, { username: 'sue', email: 'sue@example.com', password, role: 'support' })
  const { token } = (await call('POST', '/auth/password-login', { identity: 'max', password }))['data'] as { token: string }
  const scopes = ['catalogue:read', 'orders:write']
  const make = async (name: string, by?: string) =>
    ((await call('POST', '/admin/api-keys', { name, scopes }, by))['data'] as { id: number; key: string }).key
  await make('mine')
  const made = { website: await make('website', token), kiosk: await make('kiosk', token) }
  await make('gone', token)
  await call('DELETE', '/admin/api-keys/4')
  await go('/team')
  const row = within(await screen.findByRole('row', { name: /max@example.com/ }))
  const statusWith = async (key: string) => (await server.call('GET', '/store/products', undefined, { token: `Bearer ${key}` })).status
  return { ...started, row, made, token, statusWith }
}

test('disabling a member lists the API keys that the member made, to rotate or revoke', async () => {
  const { user, row, made, statusWith } = await startWithKeys()
  await user.click(row.getByRole('button', { name: 'Disable max' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Disable max?' }))
  expect(
    dialog.getByText(/^max is signed out at once on every device.* Invitations that max made and that are still open are revoked\.$/),
  ).toBeTruthy()
  expect(dialog.getByText('max made these API keys and may know them. They go on working unless you rotate or revoke them.')).toBeTruthy()
  const keyRows = dialog.getAllByRole('listitem')
  expect(keyRows.map((item) => item.textContent)).toEqual([expect.stringMatching(/^kiosk/), expect.stringMatching(/^website/)])

  await user.click(dialog.getByRole('button', { name: 'Rotate website' }))
  const rotate = within(await screen.findByRole('dialog', { name: 'Rotate website?' }))
  expect(rotate.getByLabelText<HTMLSelectElement>(/^The old key stops working/).selectedOptions[0]!.text).toBe('At once')
  await user.click(rotate.getByRole('button', { name: 'Rotate' }))
  const shown = within(await screen.findByRole('dialog', { name: 'API key rotated' }))
  const { value } = shown.getByLabelText<HTMLInputElement>('API key')
  await user.click(shown.getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(keyRows[1]!.textContent).toMatch(/Rotated$/))
  await user.click(dialog.getByRole('button', { name: 'Revoke kiosk' }))
  await user.click(within(await screen.findByRole('alertdialog', { name: 'Revoke kiosk?' })).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(keyRows[0]!.textContent).toMatch(/Revoked$/))

  await user.click(dialog.getByRole('button', { name: 'Disable' }))
  expect(await screen.findByText('max is disabled')).toBeTruthy()
  expect(await row.findByText('Disabled')).toBeTruthy()
  expect(await Promise.all([made.website, made.kiosk, value].map(statusWith))).toEqual([401, 401, 200])
})

test('a member is disabled also if others have rotated the keys since, or if the keys cannot be fetched', async () => {
  const { user, row, call, breakTable } = await startWithKeys()
  for (const id of [2, 3]) await call('POST', `/admin/api-keys/${id}/rotate`, { overlap_hours: 0 })
  await user.click(row.getByRole('button', { name: 'Disable max' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable max?' }))
  expect(question.queryByText(/API keys/)).toBeNull()
  await user.click(question.getByRole('button', { name: 'Cancel' }))

  const mend = await breakTable('api_key')
  await user.click(row.getByRole('button', { name: 'Disable max' }))
  const unsure = within(await screen.findByRole('alertdialog', { name: 'Disable max?' }))
  expect(unsure.getByText(/The API keys could not be fetched: check them afterwards\.$/)).toBeTruthy()
  await user.click(unsure.getByRole('button', { name: 'Disable' }))
  expect(await row.findByText('Disabled')).toBeTruthy()
  await mend()
})

test('a member stops being an owner after a question about the open invitations; another role is asked about, too', async () => {
  const { user, row, call, token, sent } = await startWithKeys()
  await call('POST', '/admin/team/invitations', { role: 'stock' }, token)
  await user.selectOptions(row.getByLabelText('Role of max'), 'Manager')
  const question = within(await screen.findByRole('alertdialog', { name: 'Change the role of max?' }))
  expect(question.getByText('Invitations that max made and that are still open are revoked.')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Make Manager' }))
  expect(await screen.findByText('max now has the role Manager')).toBeTruthy()
  expect(await screen.findByText('Revoked')).toBeTruthy()

  const role = screen.getByLabelText<HTMLSelectElement>('Role of sue')
  await user.selectOptions(role, 'Manager')
  const more = within(await screen.findByRole('alertdialog', { name: 'Change the role of sue?' }))
  expect(more.getByText(/^What sue may then use: Everything but the team/)).toBeTruthy()
  await user.click(more.getByRole('button', { name: 'Cancel' }))
  expect(role.value).toBe('support')
  await user.selectOptions(role, 'Stock')
  expect(await screen.findByText('What sue may then use: Products, their variants and keys.')).toBeTruthy()
  expect(sent('PUT', '/admin/team/3')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Make Stock' }))
  expect(await screen.findByText('sue now has the role Stock')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Disable sue' }))
  const end = within(await screen.findByRole('alertdialog', { name: 'Disable sue?' }))
  expect(end.getByText(/^sue is signed out at once on every device.* Everything that sue did stays\.$/)).toBeTruthy()
  await user.click(end.getByRole('button', { name: 'Cancel' }))

  await user.selectOptions(screen.getByLabelText('Role of admin'), 'Manager')
  const own = within(await screen.findByRole('alertdialog', { name: 'Change the role of admin?' }))
  expect(own.getByText(/only another owner can undo this\. Invitations that you made and that are still open are revoked\.$/)).toBeTruthy()
})

test('an owner sets how often a member may replace and show keys; owners and roles without keys have no setting', async () => {
  const { user, go, call } = await startBeside(<TeamPanel />, '/team')
  for (const role of ['support', 'marketing']) {
    const { data }: { data: NewInvitation } = await call('POST', '/admin/team/invitations', { role })
    const token = data.url.split('#invitation=')[1]
    await call('POST', '/auth/accept-invitation', { token, username: role, email: `${role}@team.example`, password: 'a good password' })
  }
  await go('/team')
  const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`${name}@team.example`) }))
  expect(within(await screen.findByRole('row', { name: /admin@example.com/ })).getByText('No limit')).toBeTruthy()
  expect((await row('marketing')).getByText('None')).toBeTruthy()
  const choice = (await row('support')).getByLabelText('Keys an hour of support')
  expect(choice).toHaveProperty('value', '20')
  await user.selectOptions(choice, '50')
  expect(await screen.findByText('support can now replace and show keys 50 times an hour')).toBeTruthy()
  await go('/team')
  expect((await row('support')).getByLabelText('Keys an hour of support')).toHaveProperty('value', '50')
})

test('an owner takes amounts and keys from a member by one press each; a role has the switches that it can lose', async () => {
  const { user, go, call } = await startBeside(<TeamPanel />, '/team')
  for (const role of ['support', 'stock', 'marketing']) {
    const { data }: { data: NewInvitation } = await call('POST', '/admin/team/invitations', { role })
    const token = data.url.split('#invitation=')[1]
    await call('POST', '/auth/accept-invitation', { token, username: role, email: `${role}@team.example`, password: 'a good password' })
  }
  await go('/team')
  const may = async (name: string) => within(await screen.findByRole('group', { name: `${name} may` }))
  expect(within(await screen.findByRole('row', { name: /admin@example.com/ })).getByText('Everything')).toBeTruthy()
  const names = async (name: string) =>
    (await may(name)).getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels![0]!.textContent)
  expect(await names('support')).toEqual(['Amounts', 'Keys', 'Refunds'])
  expect(await names('stock')).toEqual(['Amounts', 'Keys'])
  expect(await names('marketing')).toEqual(['Amounts'])
  await user.click((await may('support')).getByRole('checkbox', { name: 'Amounts' }))
  expect(await screen.findByText('support may no longer see amounts of money')).toBeTruthy()
  await user.click((await may('support')).getByRole('checkbox', { name: 'Keys' }))
  expect(await screen.findByText('support may no longer reveal keys')).toBeTruthy()
  await go('/beside')
  await go('/team')
  const isOn = async (name: string) => (await may('support')).getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect([await isOn('Amounts'), await isOn('Keys'), await isOn('Refunds')]).toEqual([false, false, true])
})

test('after lost answers a change of a member is a success, and the panel shows the open invitation', async () => {
  const { user, row, network } = await startWithKeys()
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Amounts' })
  network.loseNext(/PUT .*team/)
  await user.click(box())
  expect(await screen.findByText('sue may no longer see amounts of money')).toBeTruthy()
  expect(box().checked).toBe(false)
  network.failNext(/PUT .*team/, 502)
  await user.click(box())
  expect(await screen.findByText('Failed to change the member')).toBeTruthy()
  expect(box().checked).toBe(false)
  expect(row.getByRole('button', { name: 'Disable max' })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await user.type(await screen.findByLabelText('Email (optional)'), 'joe@example.com')
  network.loseNext(/POST .*invitations/)
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached')
  const list = screen.getByRole('table', { name: 'Invitations', hidden: true })
  expect(await within(list).findByText('joe@example.com')).toBeTruthy()
})
