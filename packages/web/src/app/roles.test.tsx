import { type Product, type Role, permissionsOf, roles } from '@keydesk/contract'
import { changeMember, createApiKey, system } from '@keydesk/server'
import type { TestApp } from '@keydesk/server/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addMember } from '../../test/start-server.ts'
import { renderApp } from '../../test/render-page.tsx'
import { shownToasts } from '../../test/toasts.ts'

const noAccess = () => screen.findByText('You do not have access')
const entries = async () => {
  const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
  return nav.getAllByRole('link').map((link) => link.textContent)
}
const supportEntries = ['Products', 'Orders']
const idOf = async ({ deps }: TestApp, role: Role) =>
  (await deps.db.selectFrom('app_user').select('id').where('username', '=', `the-${role}`).executeTakeFirstOrThrow()).id

test.each([
  ['/coupons', 'support'],
  ['/discord', 'stock'],
  ['/purchases/orders?order=1', 'marketing'],
] as const)('%s shows the role %s that it has no access, and fetches none of its data', async (url, role) => {
  const { requests, user, router } = await renderApp(url, { role })
  await noAccess()
  expect(screen.getByText('Ask an owner if you need this screen.')).toBeTruthy()
  expect(screen.queryByText('Loading...')).toBeNull()
  await waitFor(() => expect(requests.map((request) => request.url)).toContain('/auth/me'))
  // The sidebar fetches the bot's status for roles that may see it.
  expect(requests.map((request) => request.url).filter((path) => !/^\/auth\/me|^\/admin\/discord\/bot\/status/.test(path))).toEqual([])
  const home = role === 'marketing' ? 'Dashboard' : 'Products'
  await user.click(screen.getByRole('link', { name: `Go to ${home}` }))
  expect(await screen.findByRole('heading', { level: 1, name: home })).toBeTruthy()
  expect(router.state.location.pathname).toBe(home === 'Dashboard' ? '/' : '/products')
})

test('the address / leads a role without the Dashboard to its first screen', async () => {
  const { router } = await renderApp('/', { role: 'support' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/products')
  await act(() => router.navigate({ to: '/' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/products'))
  expect(screen.queryByText('You do not have access')).toBeNull()
})

test('a role without the Dashboard starts on its first screen, and the bot status is not fetched', async () => {
  const { server, user, router, requests } = await renderApp('/', { signedIn: false })
  const { identity, password } = await addMember(server, 'support')
  await user.type(await screen.findByLabelText('Username or Email'), identity)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/products')
  expect(await entries()).toEqual(supportEntries)
  await waitFor(() => expect(requests.map(({ url }) => url)).toContain('/auth/me'))
  expect(requests.filter(({ url }) => url.startsWith('/admin/discord'))).toEqual([])
})

/** A pending order, which may also be completed. */
async function order(server: TestApp, complete?: 'complete'): Promise<void> {
  const { key } = await createApiKey(server.deps, system, 'storefront')
  const product = { name: 'Aurora', description: '', variants: [{ name: 'Day', price: 10, keys: ['DAY-1'] }] }
  const made = (await server.call('POST', '/admin/products', product)).body as { data: Product }
  const cart = { customer_email: 'ann@example.com', items: [{ variant_id: made.data.variants[0]!.id, quantity: 1 }] }
  await server.call('POST', '/store/purchases', cart, { token: `Bearer ${key}` })
  if (complete) await server.call('POST', '/store/purchases/1/complete', {}, { token: `Bearer ${key}` })
}

test('a changed role takes effect at the next navigation', async () => {
  const { server, user } = await renderApp('/products', { role: 'manager' })
  expect(await entries()).toHaveLength(7)
  const id = await idOf(server, 'manager')
  await changeMember(server.deps, system, id, { role: 'support' })
  await user.click(screen.getByRole('link', { name: 'Coupons' }))
  await noAccess()
  expect(await entries()).toEqual(supportEntries)
  await changeMember(server.deps, system, id, { role: 'marketing' })
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await screen.findByRole('link', { name: 'Coupons' })
  await noAccess()
  await user.click(screen.getByRole('link', { name: 'Coupons' }))
  expect(await screen.findByRole('button', { name: 'Create Coupon' })).toBeTruthy()
})

test('a changed role takes effect when the tab gets focus, also after rights could not be fetched once', async () => {
  const { server, network, requests } = await renderApp('/products', { role: 'manager' })
  network.failNext(/\/auth\/me/)
  await waitFor(() => expect(requests.map(({ url }) => url)).toContain('/auth/me'))
  expect(await entries()).toHaveLength(7)
  await changeMember(server.deps, system, await idOf(server, 'manager'), { role: 'support' })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(async () => expect(await entries()).toEqual(supportEntries))
})

test('a changed role takes effect after the refusal of a form', async () => {
  const { server, user } = await renderApp('/products?panel=api-keys', { role: 'owner' })
  await user.click((await screen.findAllByRole('button', { name: 'Create API key' }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }))
  await user.type(dialog.getByLabelText(/^Name/), 'storefront')
  await changeMember(server.deps, system, await idOf(server, 'owner'), { role: 'support' })
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(async () => expect(await entries()).toEqual(supportEntries))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull())
})

test('an act that a changed role refuses says why', async () => {
  const { server, user } = await renderApp('/coupons', { role: 'owner' })
  const coupon = {
    ...{ code: 'WELCOME', discount_type: 'percentage', discount_value: 10, expiration_date: '2031-01-01T00:00:00.000Z' },
    ...{ max_usage: 0, max_usage_per_user: 1, applicable_to_all: true, applicable_products: [] },
  }
  const made = await server.call('POST', '/admin/coupons', coupon)
  expect(made.status).toBe(200)
  await user.click(await screen.findByRole('button', { name: /^More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('alertdialog'))
  await changeMember(server.deps, system, await idOf(server, 'owner'), { role: 'support' })
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(shownToasts()).toEqual(['You may not do this. Ask an owner.']))
})

test('a refund that was opened without amounts shows none when the right is given meanwhile', async () => {
  const { server, user, router } = await renderApp('/products', { role: 'manager' })
  const id = await idOf(server, 'manager')
  const switches = { amounts: false, reveal: true, refund: true }
  await changeMember(server.deps, system, id, { switches })
  await order(server, 'complete')
  await act(() => router.navigate({ to: '/purchases/orders', search: { order: 1 } }))
  await user.click(await screen.findByRole('button', { name: 'Refund' }))
  const dialog = await screen.findByRole('dialog', { name: /^Refund order #1/ })
  await user.click(within(dialog).getByRole('radio', { name: 'Whole order' }))
  await changeMember(server.deps, system, id, { switches: { ...switches, amounts: true } })
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findAllByText('$10.00')
  expect(dialog.textContent).not.toContain('$')
})

test('a changed role takes effect after a refused completion by hand', async () => {
  const { server, user, router } = await renderApp('/products', { role: 'manager' })
  await order(server)
  await act(() => router.navigate({ to: '/purchases/orders', search: { order: 1 } }))
  await user.click(await screen.findByRole('button', { name: 'Complete by hand' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Complete order #1/ }))
  await user.type(dialog.getByLabelText(/^Reason/), 'Paid by bank transfer')
  await changeMember(server.deps, system, await idOf(server, 'manager'), { role: 'stock' })
  await user.click(dialog.getByRole('button', { name: 'Complete order' }))
  await waitFor(async () => expect(await entries()).toEqual(['Products']))
})

test('rights that arrive for the first time refetch nothing and repeat no failure', async () => {
  const { server, requests } = await renderApp('/coupons', { storesNoRights: true })
  await server.deps.db.schema.alterTable('coupon_product').renameTo('away').execute()
  expect(await screen.findByRole('button', { name: 'Create Coupon' })).toBeTruthy()
  await waitFor(() => expect(shownToasts()).toEqual(['Failed to fetch coupons']))
  await waitFor(() => expect(localStorage.getItem('user')).toContain('coupons:write'))
  const fetched = requests.filter(({ url }) => url.startsWith('/admin/products'))
  expect(fetched).toHaveLength(1)
  expect(shownToasts()).toEqual(['Failed to fetch coupons'])
})

test('an owner viewing as a role sees no link that the role cannot follow', async () => {
  const { server, session } = await renderApp('/referrals?customer=user-2')
  const { key } = await createApiKey(server.deps, system, 'storefront')
  const mara = { username: 'mara', email: 'mara@example.com' }
  await server.call('POST', '/store/users', mara, { token: `Bearer ${key}` })
  expect(await screen.findByRole('dialog', { name: /Customer|mara/ })).toBeTruthy()
  // The open drawer hides the list from the accessibility tree.
  expect(await screen.findByRole('link', { name: 'mara@example.com', hidden: true })).toBeTruthy()
  act(() => session.viewAs({ role: 'marketing', name: 'Marketing', permissions: permissionsOf.marketing }))
  expect(await screen.findByText('You are viewing as Marketing. Nothing can be changed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('mara')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'mara@example.com' })).toBeNull()
})

test('an owner views as each role, can change nothing, and stops viewing', async () => {
  const { server, user, requests, session } = await renderApp('/products')
  await server.call('POST', '/admin/announcements', { title: 'News', content: 'Words' })
  const choose = async (role: string) => {
    await user.click(await screen.findByRole('button', { name: /account menu/i }))
    await user.click(await screen.findByRole('menuitem', { name: 'View as…' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: new RegExp(`^${role}`) }))
  }
  await choose('Support')
  expect(await screen.findByText('You are viewing as Support. Nothing can be changed.')).toBeTruthy()
  expect(await entries()).toEqual(supportEntries)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add New Product' })).toBeNull())

  await choose('Marketing')
  await user.click(await screen.findByRole('link', { name: 'Notifications' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(shownToasts()).toEqual(['You are viewing as Marketing: nothing can be changed.']))
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'keydesk-view-as': 'marketing' } })
  expect(screen.getByText('News')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Stop viewing' }))
  await waitFor(() => expect(screen.queryByText(/You are viewing/)).toBeNull())
  expect(await entries()).toHaveLength(7)
  expect(session.get()?.viewing).toBeNull()
})

test('the viewed role ends when another tab logs out, for an owner who then signs in here or there', async () => {
  const { server, user, session } = await renderApp('/products')
  const { identity, password } = await addMember(server, 'owner')
  const first = { user: localStorage.getItem('user')!, token: localStorage.getItem('token')! }
  const viewAsSupport = async () => {
    act(() => session.viewAs({ role: 'support', name: 'Support', permissions: permissionsOf.support }))
    expect(await screen.findByText(/You are viewing/)).toBeTruthy()
  }
  await screen.findByRole('heading', { level: 1, name: 'Products' })
  await viewAsSupport()
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  act(() => session.check())
  await user.type(await screen.findByLabelText('Username or Email'), identity)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByRole('heading', { level: 1, name: 'Products' })
  expect(screen.queryByText(/You are viewing/)).toBeNull()

  await viewAsSupport()
  localStorage.setItem('user', first.user)
  localStorage.setItem('token', first.token)
  act(() => session.check())
  await waitFor(() => expect(screen.queryByText(/You are viewing/)).toBeNull())
  expect(session.get()?.user.username).not.toBe(identity)
})

test.each(roles.filter((role) => role !== 'owner'))('the role %s cannot view as another', async (role) => {
  const { user } = await renderApp('/products', { role })
  await user.click(await screen.findByRole('button', { name: /account menu/i }))
  await screen.findByRole('menuitem', { name: 'Log out' })
  expect(screen.queryByRole('menuitem', { name: 'View as…' })).toBeNull()
})
