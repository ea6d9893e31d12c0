import { testAdmin } from '@keydesk/server/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'
import { choose, codeOf, turnOnTwoFactor } from '../../../test/two-factor.ts'
import { makeToken } from '../../../test/make-token.ts'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

const next = 'a new and longer password'
const signIn = (page: Awaited<ReturnType<typeof renderApp>>, password: string) =>
  page.server.call('POST', '/auth/password-login', { identity: testAdmin.username, password }, { token: null })

async function fill(page: Awaited<ReturnType<typeof renderApp>>, current: string, wanted: string) {
  for (const [label, text] of [
    ['Current password', current],
    ['New password', wanted],
  ] as const) {
    await page.user.clear(await screen.findByLabelText(label))
    await page.user.type(screen.getByLabelText(label), text)
  }
  await page.user.click(screen.getByRole('button', { name: 'Change password' }))
}

test('the menu has the entries of the account, with Log out at the end', async () => {
  const { user } = await renderApp('/coupons')
  await user.click(await screen.findByRole('button', { name: /Account menu/ }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Light theme',
    'Settings',
    'Import a shop',
    'Held after a restore',
    'Activity',
    'Sessions',
    'Two-factor sign-in',
    'Change password',
    'View as…',
    'Log out everywhere',
    'Log out',
  ])
})

test('changing the password ends the other sessions; this one stays, with its unsaved edits', async () => {
  const page = await renderApp('/coupons')
  await page.user.type(await screen.findByRole('searchbox'), 'half')
  const before = localStorage.getItem('token')
  await choose(page.user, 'Change password')
  await fill(page, testAdmin.password, next)
  expect(await screen.findByText('Password changed; every other session was ended')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const after = localStorage.getItem('token')
  expect(after).not.toBe(before)
  expect((await page.server.call('GET', '/games-list', undefined, { token: after })).status).toBe(200)
  expect((await page.server.call('GET', '/games-list', undefined, { token: before })).status).toBe(401)
  expect(page.router.state.location.pathname).toBe('/coupons')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('half')
  expect((await signIn(page, next)).status).toBe(200)
})

test('problems of the passwords show beside them, and the passwords can be shown', async () => {
  const page = await renderApp('/coupons')
  await choose(page.user, 'Change password')
  await fill(page, 'wrong', 'too short')
  expect(await screen.findByText('The password must have at least 10 characters')).toBeTruthy()
  await fill(page, 'wrong', next)
  expect(await screen.findByText('That password is not right.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
  expect(screen.getByLabelText('New password').getAttribute('type')).toBe('password')
  await page.user.click(screen.getByLabelText('Show the passwords'))
  expect(screen.getByLabelText('New password').getAttribute('type')).toBe('text')
  expect((await signIn(page, testAdmin.password)).status).toBe(200)
})

test('with two-factor sign-in on, changing the password needs a code', async () => {
  const page = await renderApp('/coupons')
  const { secret } = await turnOnTwoFactor(page)
  await choose(page.user, 'Change password')
  const code = await screen.findByRole('textbox', { name: 'Code' })
  await fill(page, testAdmin.password, next)
  expect(await screen.findByText('Enter the code from your authenticator app.')).toBeTruthy()
  await page.user.type(code, '000000{Enter}')
  expect(await screen.findByText('That code is not right. Please try again.')).toBeTruthy()
  expect(document.activeElement).toBe(code)
  await page.user.clear(code)
  await page.user.type(code, `${codeOf(page, secret, 1)}{Enter}`)
  expect(await screen.findByText('Password changed; every other session was ended')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the dialog asks for a code if two-factor sign-in was turned on elsewhere meanwhile', async () => {
  const page = await renderApp('/coupons')
  await choose(page.user, 'Change password')
  await screen.findByLabelText('Current password')
  const { secret } = await turnOnTwoFactor(page)
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
  await fill(page, testAdmin.password, next)
  const code = await screen.findByRole('textbox', { name: 'Code' })
  expect(document.activeElement).toBe(code)
  expect(await screen.findByText('Enter the code from your authenticator app.')).toBeTruthy()
  await page.user.type(code, `${codeOf(page, secret, 1)}{Enter}`)
  expect(await screen.findByText('Password changed; every other session was ended')).toBeTruthy()
})

test('a host that does not know the account call is never sent a code', async () => {
  const changed = { data: { token: makeToken({}) } }
  const page = await renderForeign(<ChangePasswordDialog onClose={() => undefined} />, {
    url: '/coupons',
    answers: { 'POST /auth/password': changed },
  })
  await page.user.type(await screen.findByLabelText('Current password'), 'the old password')
  await page.user.type(screen.getByLabelText('New password'), next)
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Change password' }))
  const sent = { current_password: 'the old password', new_password: next }
  await waitFor(() => expect(page.bodies('POST /auth/password')).toEqual([sent]))
})

test('logging out everywhere asks first, ends every session, and shows the login page', async () => {
  const page = await renderApp('/coupons')
  const { body } = await signIn(page, testAdmin.password)
  const { data }: { data: { token: string } } = body
  await choose(page.user, 'Log out everywhere')
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect((await page.server.call('GET', '/games-list')).status).toBe(200)

  await choose(page.user, 'Log out everywhere')
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(localStorage.getItem('token')).toBeNull()
  for (const token of [data.token, page.server.token]) {
    expect((await page.server.call('GET', '/games-list', undefined, { token })).status).toBe(401)
  }
})

test('an unreachable server leaves the session as it is, and shows the failure', async () => {
  const page = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  await page.server.app.close()
  await choose(page.user, 'Log out everywhere')
  await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }))
  expect(await screen.findByText('Failed to log out everywhere')).toBeTruthy()
  expect(localStorage.getItem('token')).not.toBeNull()
})
