import { act, screen, waitFor, within } from '@testing-library/react'
import { account, signIn } from '@keydesk/contract'
import { testAdmin } from '@keydesk/server/testing'
import { expect, test } from 'vitest'
import { shownToasts } from '../../test/toasts.ts'
import { renderApp } from '../../test/render-page.tsx'
import { addMember } from '../../test/start-server.ts'
import { makeToken } from '../../test/make-token.ts'

test('an expired token is removed and leads to the login page, without a message', async () => {
  const { router, session } = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  localStorage.setItem('token', makeToken({ exp: 1 }))
  session.check()
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a rejected token ends the session like an expired one', async () => {
  const { server, router, user } = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  await server.call('POST', '/auth/logout')
  // A screen whose data is not loaded yet.
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(shownToasts()).toEqual([])
})

test('after a lost session the login page says that drafts are kept; after a logout it says nothing', async () => {
  const { server, user } = await renderApp('/products')
  const type = async (text: string) => {
    await user.click(await screen.findByRole('button', { name: 'Add New Product' }))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), text)
  }
  await type('Aurora')
  await server.call('POST', '/auth/logout')
  await user.click(screen.getByRole('button', { name: 'Save Product' }))
  expect(await screen.findByText('Your session has ended. Your drafts are kept, except key values.')).toBeTruthy()
  expect(shownToasts()).toEqual([])

  await user.type(screen.getByLabelText('Username or Email'), testAdmin.username)
  await user.type(screen.getByLabelText('Password'), testAdmin.password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText(/^Restore unsaved changes to a new product/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: /^admin/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  expect(await screen.findByText('Sign in to run your store')).toBeTruthy()
  expect(screen.queryByText(/drafts are kept/)).toBeNull()
})

test('a password change in another tab keeps this tab signed in, even if its next call uses the old token', async () => {
  const { server, router, user, session } = await renderApp('/coupons')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  const passwords = { current_password: testAdmin.password, new_password: 'a new and longer password' }
  const { body } = await server.call('POST', account.changePassword.path, passwords)
  const { data }: { data: { token: string } } = body
  // The other tab has stored it, but this tab has received no storage event yet.
  localStorage.setItem('token', data.token)
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await waitFor(() => expect(session.get()?.token).toBe(data.token))
  expect(await screen.findByRole('heading', { level: 1, name: 'Latest Orders' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/purchases/orders')
  expect(localStorage.getItem('token')).toBe(data.token)
})

test('a user who was stored without permissions has everything fetched once', async () => {
  const { requests } = await renderApp('/purchases/orders?status=pending', { storesNoRights: true })
  await screen.findByRole('heading', { level: 1, name: 'Latest Orders' })
  await screen.findByText('No orders match')
  const lists = requests.map(({ url }) => url).filter((url) => url.startsWith('/admin/purchases/orders'))
  expect(lists).toEqual(['/admin/purchases/orders?status=pending'])
})

test('a host that does not send the permissions of a stored user delays no screen', async () => {
  const { network, requests } = await renderApp('/coupons', { storesNoRights: true })
  const answer = network.holdNext(/GET \/auth\/me/)
  expect(await screen.findByRole('heading', { level: 1, name: 'Coupons' }, { timeout: 5_000 })).toBeTruthy()
  // The answer was held the whole time.
  expect(requests.filter(({ url }) => url === '/auth/me')).toHaveLength(1)
  expect(localStorage.getItem('user')).not.toContain('permissions')
  answer()
})

test('somebody else who signs in in another tab gets nothing of what is typed here; its author does', async () => {
  const { server, user, session } = await renderApp('/products')
  const author = { user: localStorage.getItem('user')!, token: localStorage.getItem('token')! }
  const { identity, password } = await addMember(server, 'manager')
  const { body } = await server.call('POST', signIn.login.path, { identity, password }, { token: null })
  const manager = (body as { data: { user: object; token: string } }).data
  const become = (stored: typeof author) => {
    localStorage.setItem('user', stored.user)
    localStorage.setItem('token', stored.token)
    act(() => session.check())
  }
  await user.click(await screen.findByRole('button', { name: 'Add New Product' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add New Product' })
  await user.type(within(dialog).getByLabelText('Name'), 'Aurora')
  become({ user: JSON.stringify(manager.user), token: manager.token })
  expect(dialog.isConnected).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Add New Product' }))
  expect(within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Name').value).toBe('')
  expect(screen.queryByText(/^Restore unsaved changes/)).toBeNull()
  become(author)
  expect(await screen.findByText(/^Restore unsaved changes to a new product/)).toBeTruthy()
})

test('a sign-in in another tab leads from the login page back to the screen; a link there stays', async () => {
  const { router, session } = await renderApp('/coupons?q=half')
  await screen.findByRole('heading', { level: 1, name: 'Coupons' })
  const stored = { user: localStorage.getItem('user')!, token: localStorage.getItem('token')! }
  const signInThere = () => {
    localStorage.setItem('user', stored.user)
    localStorage.setItem('token', stored.token)
    act(() => session.check())
  }
  localStorage.removeItem('token')
  act(() => session.check())
  await screen.findByRole('heading', { name: 'Welcome back' })
  signInThere()
  expect(await screen.findByRole('heading', { level: 1, name: 'Coupons' })).toBeTruthy()
  expect(router.state.location.href).toBe('/coupons?q=half')

  localStorage.removeItem('token')
  act(() => session.check())
  await screen.findByRole('heading', { name: 'Welcome back' })
  await act(() => router.navigate({ to: '/login', hash: 'invitation=a-token' }))
  const link = router.state.location.href
  signInThere()
  await act(() => router.load())
  expect(router.state.location.href).toBe(link)
})
