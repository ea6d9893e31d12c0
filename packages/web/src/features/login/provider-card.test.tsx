import { startOpenId } from '@keydesk/stand-in'
import { testAdmin } from '@keydesk/server/testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'
import { codeOf, turnOnTwoFactor } from '../../../test/two-factor.ts'

/** The login page of a server with a provider; `comeBack` does what the browser does at the provider. */
async function openWithGoogle(url = '/login') {
  const { issuer, clientId, clientSecret, choose, close } = await startOpenId({ people: [{ email: testAdmin.email }] })
  onTestFinished(close)
  const google = { issuer, clientId, clientSecret, patienceMs: 5_000 }
  const page = await renderApp(url, { signedIn: false, signInProviders: { google } })
  const { app, deps } = page.server
  await deps.db.updateTable('app_user').set({ email_confirmed_at: deps.now().toISOString() }).execute()
  const ask = async (address: string) => {
    const answer = await app.inject({ url: address, headers: { cookie: page.network.cookie } })
    page.network.cookie = answer.headers['set-cookie']!.toString().split(';')[0]!
    return answer.headers.location!
  }
  const comeBack = async () => {
    const { pathname, search } = new URL(await choose(await ask('/auth/providers/google/start'), testAdmin.email))
    const location = await ask(pathname + search)
    await page.router.navigate({ to: '/login', hash: location.split('#')[1]! })
  }
  return { ...page, comeBack }
}

test('somebody whom the provider has confirmed is signed in without a press', async () => {
  const { comeBack, router } = await openWithGoogle()
  await comeBack()
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  expect(router.state.location.href).toBe('/')
  expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ username: 'admin' })
})

test('the page that was asked for opens', async () => {
  const { comeBack } = await openWithGoogle()
  sessionStorage.setItem('asked-for', '/coupons')
  await comeBack()
  expect(await screen.findByRole('heading', { level: 1, name: 'Coupons' })).toBeTruthy()
  expect(sessionStorage.getItem('asked-for')).toBeNull()
})

test('two-factor sign-in is asked for; a wrong code says so', async () => {
  const page = await openWithGoogle()
  const { secret } = await turnOnTwoFactor(page)
  await page.comeBack()
  const field = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(field)
  await page.user.type(field, '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('That code is not right. Please try again.')
  await page.user.clear(field)
  await page.user.type(field, `${codeOf(page, secret, 1)}{Enter}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
})

test('a sign-in that is over leads back to the form and says why', async () => {
  const { router } = await openWithGoogle('/login#provider=google')
  expect((await screen.findByRole('alert')).textContent).toBe('The sign-in with Google took too long or was used already. Try again.')
  expect(screen.getByLabelText('Password')).toBeTruthy()
  expect(router.state.location.hash).toBe('provider=google&problem=over')
})

test('a server that does not answer shows a message, and the person may try again', async () => {
  const { comeBack, network, user } = await openWithGoogle()
  network.failNext(/sign-in/, 503)
  await comeBack()
  expect(await screen.findByRole('alert')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
})

test.each([
  ['google&problem=unknown', 'No member has confirmed this Google email. Reset your password by mail first.'],
  ['apple&problem=cancelled', 'The sign-in with Apple was cancelled.'],
  ['meta&problem=unavailable', 'Meta does not answer right now. Try again, or use your password.'],
])('a refusal shows in the form: %s', async (fragment, text) => {
  await renderApp(`/login#provider=${fragment}`, { signedIn: false })
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test.each(['google&problem=constructor', 'evil&problem=unknown', 'google&problem=<b>You+won</b>'])(
  'a made-up refusal shows nothing: %s',
  async (fragment) => {
    await renderApp(`/login#provider=${fragment}`, { signedIn: false })
    expect(await screen.findByText('Sign in to run your store')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('a press shows that it works, and a failure shows in the form', async () => {
  const { user, network } = await renderApp('/login', { signedIn: false })
  network.failNext(/providers/, 503)
  const release = network.holdNext(/providers/)
  const google = await screen.findByRole('button', { name: 'Continue with Google' })
  await user.click(google)
  expect(await screen.findByRole('alert')).toBeTruthy()
  await user.click(google)
  await waitFor(() => expect(google.getAttribute('aria-busy')).toBe('true'))
  release()
  await waitFor(() => expect(google.getAttribute('aria-busy')).toBeNull())
})
