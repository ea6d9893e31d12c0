import { createAdministrator, system } from '@keydesk/server'
import { testAdmin } from '@keydesk/server/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
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
    'Change email',
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

test('after a lost answer the dialog says which password may be the right one', async () => {
  const page = await renderApp('/coupons')
  await choose(page.user, 'Change password')
  page.network.loseNext(/POST \/auth\/password$/)
  await fill(page, testAdmin.password, next)
  const sentence = 'The password may have been changed. If you are signed out, sign in with the new one.'
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
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

test('changing the email shows it in the menu at once, also in another tab, and unsaved edits stay', async () => {
  const page = await renderApp('/coupons')
  await createAdministrator(page.server.deps, system, { ...testAdmin, username: 'sue', email: 'sue@example.com' })
  await page.user.type(await screen.findByRole('searchbox'), 'half')
  await screen.findByText('No coupons match')
  await choose(page.user, 'Change email')
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
  expect(email.value).toBe(testAdmin.email)
  await page.user.clear(email)
  await page.user.type(email, 'sue@example.com')
  await page.user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByText('That password is not right.')).toBeTruthy()
  await page.user.clear(screen.getByLabelText('Password'))
  await page.user.type(screen.getByLabelText('Password'), `${testAdmin.password}{Enter}`)
  expect(await screen.findByRole('textbox', { name: 'Email', description: 'This email is already in use' })).toBe(document.activeElement)
  await page.user.clear(email)
  const lists = page.requests.filter(({ url }) => url.startsWith('/admin/coupons')).length
  await page.user.type(email, 'owner@shop.example{Enter}')
  expect(await screen.findByText('Email changed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('owner@shop.example')).toBeTruthy()
  expect(screen.queryByText(testAdmin.email)).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('half')
  expect(page.requests.filter(({ url }) => url.startsWith('/admin/coupons'))).toHaveLength(lists)

  // Another tab has changed it back.
  localStorage.setItem('user', localStorage.getItem('user')!.replace('owner@shop.example', testAdmin.email))
  act(() => page.session.check())
  expect(await screen.findByText(testAdmin.email)).toBeTruthy()
})

test('a member with a referral code is told that the storefront finds it by the email', async () => {
  const page = await renderApp('/coupons')
  const hint = /^The storefront finds your referral account by your email/
  await choose(page.user, 'Change email')
  expect(await screen.findByRole('textbox', { name: 'Email', description: '' })).toBeTruthy()
  await page.user.keyboard('{Escape}')
  const code = { referral_code: 'MINE', referral_code_key: 'mine' }
  await page.server.deps.db.updateTable('app_user').set(code).where('username', '=', testAdmin.username).execute()
  await choose(page.user, 'Change email')
  expect(await screen.findByRole('textbox', { name: 'Email', description: hint })).toBeTruthy()
})

test('with two-factor sign-in on, changing the email needs a code', async () => {
  const page = await renderApp('/coupons')
  const { secret } = await turnOnTwoFactor(page)
  await choose(page.user, 'Change email')
  await page.user.clear(await screen.findByRole('textbox', { name: 'Email' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'owner@shop.example')
  await page.user.type(screen.getByLabelText('Password'), testAdmin.password)
  await page.user.type(await screen.findByRole('textbox', { name: 'Code' }), `${codeOf(page, secret, 1)}{Enter}`)
  expect(await screen.findByText('Email changed')).toBeTruthy()
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
