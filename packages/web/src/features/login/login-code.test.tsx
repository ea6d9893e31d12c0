import { testAdmin } from '@keydesk/server/testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { renderApp } from '../../../test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { codeOf, turnOnTwoFactor } from '../../../test/two-factor.ts'

type Page = Pick<Awaited<ReturnType<typeof renderApp>>, 'user'>

async function signIn({ user }: Page, password: string = testAdmin.password) {
  await user.type(await screen.findByLabelText('Username or Email'), testAdmin.username)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

const codeField = () => screen.findByLabelText<HTMLInputElement>('Code')

test('the code is asked for only when it is needed, and what was typed stays', async () => {
  const page = await renderApp('/login', { signedIn: false })
  const { secret } = await turnOnTwoFactor(page)
  expect(screen.queryByLabelText('Code')).toBeNull()
  await signIn(page)
  const field = await codeField()
  expect(document.activeElement).toBe(field)
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric'])
  expect(screen.getByText('Enter the code from your authenticator app.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Username or Email').value).toBe(testAdmin.username)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(testAdmin.password)

  await page.user.type(field, `${codeOf(page, secret, 1)}{Enter}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  const credentials = { identity: testAdmin.username, password: testAdmin.password }
  expect(
    page.requests
      .filter(({ method }) => method === 'POST')
      .slice(0, 2)
      .map(({ url, body }) => [url, body]),
  ).toEqual([
    ['/auth/password-login', credentials],
    ['/auth/password-login', { ...credentials, code: codeOf(page, secret, 1) }],
  ])
})

test('a wrong, a used and a missing code show a message at the field, which is ready for another one', async () => {
  const page = await renderApp('/login', { signedIn: false })
  const { secret } = await turnOnTwoFactor(page)
  await signIn(page)
  const field = await codeField()
  // The current code was used to turn it on.
  for (const [code, message] of [
    ['000000', 'That code is not right. Please try again.'],
    [codeOf(page, secret), 'That code cannot be used again. Wait for the next one.'],
  ] as const) {
    await page.user.type(field, code)
    await page.user.click(screen.getByRole('button', { name: 'Login' }))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    await waitFor(() => expect(field.selectionEnd).toBe(6))
    expect(document.activeElement).toBe(field)
    await page.user.clear(field)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Enter the code from your authenticator app.'))
  }
  expect(localStorage.getItem('token')).toBeNull()
})

test('a recovery code works too', async () => {
  const page = await renderApp('/login', { signedIn: false })
  const { recoveryCodes } = await turnOnTwoFactor(page)
  await signIn(page)
  await codeField()
  await page.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Recovery code')
  expect(document.activeElement).toBe(field)
  expect(field.inputMode).toBe('text')
  await page.user.type(field, `${recoveryCodes[0]}{Enter}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
})

test('a wrong password shows one message, and no code is asked for', async () => {
  const page = await renderApp('/login', { signedIn: false })
  await turnOnTwoFactor(page)
  await signIn(page, 'wrong')
  expect(await screen.findByText('Invalid credentials. Please try again.')).toBeTruthy()
  expect(screen.queryByLabelText('Code')).toBeNull()
})

test('wrong codes are throttled like wrong passwords', async () => {
  const page = await renderApp('/login', { signedIn: false })
  await turnOnTwoFactor(page)
  for (let failure = 0; failure < 10; failure += 1) {
    const body = { identity: testAdmin.username, password: testAdmin.password, code: '000000' }
    await page.server.call('POST', '/auth/password-login', body, { token: null })
  }
  await signIn(page)
  expect(await screen.findByText('Too many attempts. Please try again in 15 minutes.')).toBeTruthy()
  expect(screen.queryByLabelText('Code')).toBeNull()
})

test('signing in works on a foreign host, which never asks for a code', async () => {
  const refusal = new Response('{"message":"two_factor_required? never heard of it"}', { status: 401 })
  const page = await renderForeign(<LoginPage />, { url: '/login', answers: { 'POST /auth/password-login': refusal } })
  await signIn(page)
  expect(await screen.findByText('Invalid credentials. Please try again.')).toBeTruthy()
  expect(screen.queryByLabelText('Code')).toBeNull()
})
