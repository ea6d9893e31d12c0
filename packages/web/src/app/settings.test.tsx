import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/render-page.tsx'
import { isAskedOnClose, openTab } from '../../test/tab.ts'
import { choose } from '../../test/two-factor.ts'

const sections = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))
type Stored = { readonly data: { readonly id: number } }
const titles = async () => (await sections()).getAllByRole('link').map((link) => link.textContent)

test('the settings are one drawer; each section has its address, and the drawer stays while the section changes', async () => {
  const { user, router } = await renderApp('/coupons?q=ten')
  await choose(user, 'Settings')
  const drawer = await screen.findByRole('dialog', { name: 'Settings' })
  expect(await titles()).toEqual(['Team', 'API keys', 'Webhooks', 'Mails', 'Shop'])
  expect(router.state.location.search).toEqual({ q: 'ten', panel: 'team' })
  expect(await screen.findByRole('table', { name: 'Members' })).toBeTruthy()
  await user.click((await sections()).getByRole('link', { name: 'API keys' }))
  expect(await screen.findByText('No API keys yet')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Settings' })).toBe(drawer)
  expect(router.state.location.search).toEqual({ q: 'ten', panel: 'api-keys' })
  expect((await sections()).getByRole('link', { current: 'page' }).textContent).toBe('API keys')
})

test('a section opens from its address; a role sees the sections that it may use', async () => {
  await renderApp('/coupons?panel=shop', { role: 'manager' })
  expect(await screen.findByLabelText('Shop name')).toBeTruthy()
  expect(await titles()).toEqual(['Mails', 'Shop'])
})

test('unsaved details are asked about before another section or the screen takes their place', async () => {
  const { user, router } = await renderApp('/coupons?panel=shop')
  await user.type(await screen.findByLabelText('Shop name'), 'Half')
  await user.click((await sections()).getByRole('link', { name: 'Mails' }))
  await user.click(within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText<HTMLInputElement>('Shop name').value).toBe('Half')
  await user.click(within(screen.getByRole('dialog', { name: 'Settings' })).getByRole('button', { name: 'Close' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({})
})

test('Ctrl+S saves the form that is in front: the shop over a product, and neither while a dialog is over it', async () => {
  const { user, router, server, requests } = await renderApp('/coupons')
  const created = (await server.call('POST', '/admin/products', { name: 'Aurora', description: '', variants: [] })).body as Stored
  await router.navigate({ to: '/products/$id', params: { id: created.data.id } })
  const saves = () => requests.flatMap(({ method, url }) => (method === 'PUT' ? [url] : []))
  const press = () => user.keyboard('{Control>}s{/Control}')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' II')
  await choose(user, 'Settings')
  await user.click((await sections()).getByRole('link', { name: 'Shop' }))
  await user.type(await screen.findByLabelText('Shop name'), 'Aurora Keys')
  await user.click(within(screen.getByRole('dialog', { name: 'Settings' })).getByRole('button', { name: 'Close' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await press()
  await user.click(question.getByRole('button', { name: 'Stay' }))
  expect(saves()).toEqual([])
  await press()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save shop' }).disabled).toBe(true))
  expect(saves()).toEqual(['/admin/shop'])
  await user.click(within(screen.getByRole('dialog', { name: 'Settings' })).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press()
  expect(await screen.findByText('Product updated successfully')).toBeTruthy()
  expect(saves()).toEqual(['/admin/shop', `/admin/products/${created.data.id}`])
})

test('Back and closing the tab ask before they lose a key that is shown only once', async () => {
  const { user } = await renderApp('/coupons?panel=api-keys', {}, openTab('/coupons', '/coupons?panel=api-keys'))
  await user.click(await screen.findByRole('button', { name: 'Create API key' }))
  await user.type(within(await screen.findByRole('dialog', { name: 'Create API key' })).getByLabelText('Name'), 'Website{Enter}')
  const shown = async () =>
    within(await screen.findByRole('dialog', { name: 'API key created' })).getByLabelText<HTMLInputElement>('API key')
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Close without copying it?' }))
  const { value } = await shown()
  expect(isAskedOnClose()).toBe(true)
  window.history.back()
  await user.click((await question()).getByRole('button', { name: 'Keep it open' }))
  expect((await shown()).value).toBe(value)
  await waitFor(() => expect(window.location.search).toBe('?panel=api-keys'))
  window.history.back()
  await user.click((await question()).getByText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('')
  expect(isAskedOnClose()).toBe(false)
})

test('Back closes the deliveries of a webhook alone', async () => {
  const { user, server } = await renderApp('/coupons', {}, openTab('/coupons'))
  await server.call('POST', '/admin/webhooks', { url: 'https://shop.example/hook', events: ['order.completed'], active: true })
  await choose(user, 'Settings')
  await user.click((await sections()).getByRole('link', { name: 'Webhooks' }))
  await user.click(await screen.findByRole('button', { name: 'Deliveries' }))
  const drawer = await screen.findByRole('dialog', { name: 'Deliveries to shop.example' })
  window.history.back()
  await waitFor(() => expect(drawer.isConnected).toBe(false))
  expect((await sections()).getByRole('link', { current: 'page' }).textContent).toBe('Webhooks')
  expect(await screen.findByRole('table', { name: 'Webhooks' })).toBeTruthy()
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Back during a rotation waits for the new secret, which is shown', async () => {
  const { user, server, network, requests } = await renderApp('/coupons', {}, openTab('/coupons'))
  await server.call('POST', '/admin/webhooks', { url: 'https://shop.example/hook', events: ['order.completed'], active: true })
  await choose(user, 'Settings')
  await user.click((await sections()).getByRole('link', { name: 'Webhooks' }))
  await user.click(await screen.findByRole('button', { name: 'Rotate secret' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate the secret of shop.example?' }))
  expect(dialog.getByText(/^The receiver needs the new secret within 24 hours/)).toBeTruthy()
  const answer = network.holdNext(/rotate-secret/)
  await user.click(dialog.getByRole('button', { name: 'Rotate' }))
  expect(await dialog.findByRole('button', { name: 'Rotating...' })).toBeTruthy()
  const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await back
  await waitFor(() => expect(window.location.search).toBe('?panel=webhooks'))
  await user.keyboard('{Escape}')
  answer()
  const rotated = within(await screen.findByRole('dialog', { name: 'Secret rotated' }))
  expect(rotated.getByLabelText<HTMLInputElement>('Secret').value).toMatch(/^whsec_/)
  expect(requests.find(({ url }) => url.endsWith('/rotate-secret'))?.body).toEqual({ previous_secret_until: null })
})
