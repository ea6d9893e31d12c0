import { startMailbox } from '@keydesk/stand-in'
import { testAdmin } from '@keydesk/server/testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderForeign } from '../../../test/render-foreign.tsx'
import { renderApp } from '../../../test/render-page.tsx'
import { LoginPage } from './login-page.tsx'

const next = 'a new and longer password'

async function openMailing(url: string) {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  return { ...(await renderApp(url, { signedIn: false, smtpUrl: mailbox.url })), mailbox }
}

test('a forgotten password is set anew by a mailed link', async () => {
  const { user, mailbox, router, requests } = await openMailing('/login')
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeTruthy()
  const email = await screen.findByLabelText('Email')
  expect(document.activeElement).toBe(email)
  await user.type(email, 'admin{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Email must be an email address')
  await user.type(email, '@example.com{Enter}')
  expect(await screen.findByText(/If a member of the team has this address, a link is on its way/)).toBeTruthy()

  await waitFor(() => expect(mailbox.mails).toHaveLength(1))
  const [, token] = /#reset=([\w-]+)/.exec(mailbox.mails[0]!.text)!
  await router.navigate({ to: '/login', hash: `reset=${token}` })
  await user.type(await screen.findByLabelText('New password'), 'short{Enter}')
  expect(await screen.findByText('The password must have at least 10 characters')).toBeTruthy()
  await user.clear(screen.getByLabelText('New password'))
  await user.type(screen.getByLabelText('New password'), next)
  await user.click(screen.getByLabelText('Show the password'))
  expect(screen.getByLabelText('New password').getAttribute('type')).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your password is changed, and every session of your account has ended.')).toBeTruthy()
  expect(requests.filter(({ url }) => url.includes(token!))).toEqual([])

  await user.click(screen.getByRole('link', { name: 'Go to the login' }))
  await user.type(await screen.findByLabelText('Username or Email'), testAdmin.username)
  await user.type(screen.getByLabelText('Password'), `${next}{Enter}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
})

test('a link that is over says so and leads to a new one', async () => {
  const { user } = await openMailing('/login#reset=nothing')
  await user.type(await screen.findByLabelText('New password'), `${next}{Enter}`)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link has expired/)
  await user.click(screen.getByRole('link', { name: 'Ask for a new link' }))
  expect(await screen.findByLabelText('Email')).toBeTruthy()
})

test('too many requests are refused with the time to wait, and a server that does not answer with a message', async () => {
  const { user, server } = await openMailing('/login#forgot')
  for (let request = 0; request < 10; request += 1)
    await server.call('POST', '/auth/forgot-password', { email: testAdmin.email }, { token: null })
  await user.type(await screen.findByLabelText('Email'), `${testAdmin.email}{Enter}`)
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please try again in 15 minutes.')
  await server.app.close()
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^The server cannot be reached/))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(testAdmin.email)
})

test('without a mail server the page says who can set a password, and how', async () => {
  const { user } = await renderApp('/login#forgot', { signedIn: false })
  expect(await screen.findByText('keydesk admin reset-password NAME')).toBeTruthy()
  expect(screen.queryByLabelText('Email')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Back to the login' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
})

test('a foreign host that does not know the call gets the same advice', async () => {
  const { user } = await renderForeign(<LoginPage />, { url: '/login', answers: {} })
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
  expect(await screen.findByText('keydesk admin reset-password NAME')).toBeTruthy()
})

test('a foreign host has no providers', async () => {
  const { user } = await renderForeign(<LoginPage />, { url: '/login', answers: {} })
  await user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Not set up here'))
})

test('signing up says that an owner invites', async () => {
  const { user } = await renderApp('/login', { signedIn: false })
  await user.click(await screen.findByRole('link', { name: 'Sign up' }))
  expect(await screen.findByText(/^An owner of the team invites you/)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Back to the login' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
})

test('somebody who is signed in can use a link; the session ends', async () => {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const { user, server, router } = await renderApp('/coupons', { smtpUrl: mailbox.url })
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  await server.call('POST', '/auth/forgot-password', { email: testAdmin.email }, { token: null })
  await waitFor(() => expect(mailbox.mails).toHaveLength(1))
  const [, token] = /#reset=([\w-]+)/.exec(mailbox.mails[0]!.text)!
  await router.navigate({ to: '/login', hash: `reset=${token}` })
  await user.type(await screen.findByLabelText('New password'), `${next}{Enter}`)
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  // Until the app has shown what it shows to people who are signed out.
  await router.load()
  expect(screen.getByText('Your password is changed, and every session of your account has ended.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Go to the login' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
})
