import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { testAdmin } from '@keydesk/server/testing'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'
import { ApiError } from '../../api/error.ts'
import { loginFailure } from './login.ts'

async function signIn(user: UserEvent, identity: string, password: string) {
  await user.type(await screen.findByLabelText('Username or Email'), identity)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

test('the page has all its parts', async () => {
  const { user, router } = await renderApp('/login', { signedIn: false })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeTruthy()
  expect(screen.getByLabelText('Username or Email').getAttribute('aria-required')).toBe('true')
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  expect(document.title).toBe('Login · Keydesk')
  for (const name of ['Forgot your password?', 'Sign up']) expect(screen.getByRole('link', { name })).toBeTruthy()
  expect(screen.getByText(/Terms of Service and Privacy Policy/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Terms of Service' })).toBeNull()
  for (const name of ['Apple', 'Google', 'Meta']) {
    await user.click(screen.getByRole('button', { name: `Continue with ${name}` }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Not set up here'))
  }
  expect(screen.queryByRole('alert')).toBeNull()
  expect(router.state.location.href).toBe('/login')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('the terms and the privacy notice open where the owner has put them', async () => {
  const { server, router, requests } = await renderApp('/login', { signedIn: false })
  await waitFor(() => expect(requests.map(({ url }) => url)).toEqual(['/auth/shop']))
  const settings = { name: '', reply_to: '', terms_url: 'https://shop.example/terms', privacy_url: '', books_zone: '' }
  expect((await server.call('PUT', '/admin/shop', settings)).status).toBe(200)
  await router.options.context.queries.invalidateQueries()
  const terms = await screen.findByRole('link', { name: 'Terms of Service' })
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['https://shop.example/terms', '_blank'])
  expect(screen.queryByRole('link', { name: 'Privacy Policy' })).toBeNull()
})

test('both fields are required, and the first empty one gets the focus', async () => {
  const { user, requests } = await renderApp('/login', { signedIn: false })
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  expect(await screen.findByText('Username or email is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Username or Email'))

  await user.type(screen.getByLabelText('Username or Email'), 'admin{Enter}')
  await waitFor(() => expect(screen.queryByText('Username or email is required')).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('correct credentials store the session and open the dashboard', async () => {
  const { user, router, requests } = await renderApp('/login', { signedIn: false })
  await signIn(user, testAdmin.username, testAdmin.password)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    method: 'POST',
    url: '/auth/password-login',
    body: { identity: testAdmin.username, password: testAdmin.password },
  })
  expect(localStorage.getItem('token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ username: 'admin', email: 'admin@example.com' })
})

test('during the call the button shows that and cannot be pressed', async () => {
  const { user } = await renderApp('/login', { signedIn: false })
  const signing = signIn(user, testAdmin.username, 'a wrong password')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Logging in...' }).disabled).toBe(true))
  await signing
  expect(await screen.findByText('Invalid credentials. Please try again.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(false)
})

test('wrong credentials show a message in the form, and what was typed stays', async () => {
  const { user, router } = await renderApp('/login', { signedIn: false })
  await signIn(user, testAdmin.username, 'a wrong password')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Invalid credentials. Please try again.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Username or Email').value).toBe(testAdmin.username)
  expect(localStorage.getItem('token')).toBeNull()
  expect(router.state.location.pathname).toBe('/login')
})

test('after ten failures the page shows how long to wait', async () => {
  const { user, server } = await renderApp('/login', { signedIn: false })
  for (let failure = 0; failure < 10; failure += 1) {
    await server.call('POST', '/auth/password-login', { identity: testAdmin.username, password: 'wrong' }, { token: null })
  }
  await signIn(user, testAdmin.username, testAdmin.password)
  expect(await screen.findByText('Too many attempts. Please try again in 15 minutes.')).toBeTruthy()
})

test('a server that does not answer shows a message', async () => {
  const { user, server } = await renderApp('/login', { signedIn: false })
  await screen.findByLabelText('Password')
  await server.app.close()
  await signIn(user, testAdmin.username, testAdmin.password)
  expect(await screen.findByText('The server cannot be reached. Check the connection and try again.')).toBeTruthy()
})

test('a signed-in person is sent to the dashboard', async () => {
  const { router } = await renderApp('/login')
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
})

test('each kind of failure has its own message', () => {
  const refused = (status: number, retryAfter: number | null = null) =>
    loginFailure(new ApiError('A sentence', { code: 'x', status, retryAfter }))
  expect([400, 401, 403, 422].map((status) => refused(status))).toEqual(Array<string>(4).fill('Invalid credentials. Please try again.'))
  expect(refused(503)).toBe('A sentence')
  expect(refused(429)).toBe('Too many attempts. Please wait a while and try again.')
  expect(refused(429, 1)).toBe('Too many attempts. Please try again in 1 second.')
  expect(refused(429, 61)).toBe('Too many attempts. Please try again in 2 minutes.')
})
