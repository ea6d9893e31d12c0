import { type Product, defaultMails } from '@keydesk/contract'
import { createApiKey, system } from '@keydesk/server'
import { startMailbox } from '@keydesk/stand-in'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderApp } from '../../test/render-page.tsx'

const off = { amounts: false, reveal: false, refund: false }

/** A paid order of 20 dollars, and somebody of the team with switches off. */
async function start(url: string, options: Parameters<typeof renderApp>[1]) {
  const app = await renderApp('/beside-all', options)
  const { server } = app
  const { key } = await createApiKey(server.deps, system, 'storefront')
  const product = {
    name: 'Aurora',
    description: '',
    variants: [{ name: 'Day', price: 10, keys: ['DAY-SECRET-1', 'DAY-SECRET-2', 'DAY-3', 'DAY-4'] }],
  }
  const { data } = (await server.call('POST', '/admin/products', product)).body as { data: Product }
  const token = `Bearer ${key}`
  const order = { customer_email: 'ann@example.com', items: [{ variant_id: data.variants[0]!.id, quantity: 2 }] }
  await server.call('POST', '/store/purchases', order, { token })
  await server.call('POST', '/store/purchases/1/complete', {}, { token })
  await app.router.navigate({ to: url })
  return app
}

test('a support person without switches sees no amount, no key and no way to give either away', async () => {
  const { router } = await start('/purchases/orders', { role: 'support', switches: off })
  const row = await screen.findByRole('row', { name: /ann@example.com/ })
  expect(row.textContent).not.toContain('$')
  expect(screen.queryByRole('columnheader', { name: 'Total' })).toBeNull()
  await router.navigate({ to: '/purchases/orders', search: { order: 1 } })
  const drawer = within(await screen.findByRole('dialog', { name: 'Order #1' }))
  expect(await drawer.findByText('Aurora - Day')).toBeTruthy()
  expect(drawer.getByText('x2')).toBeTruthy()
  expect(await drawer.findByText('Order created by storefront')).toBeTruthy()
  const dialog = screen.getByRole('dialog', { name: 'Order #1' })
  expect(dialog.textContent).not.toMatch(/\$|Total|Subtotal/)
  for (const name of ['Reveal keys', 'Replace', 'Refund', 'Copy page link', 'New link', 'Send to another address'])
    expect(drawer.queryByRole('button', { name }), name).toBeNull()
  expect(screen.queryByText('Customer’s page')).toBeNull()
  await router.navigate({ to: '/purchases/orders', search: { customer: 'order-1' } })
  const customer = await screen.findByRole('dialog', { name: 'ann@example.com' })
  expect(await within(customer).findAllByText('#1')).not.toHaveLength(0)
  expect(customer.textContent).not.toMatch(/\$|Total spent/)
})

test('amounts that are taken while a drawer is open are gone from the next press, and come back; none is shown as $0.00', async () => {
  const { router, server } = await start('/purchases/orders', { role: 'support' })
  const { key } = await createApiKey(server.deps, system, 'other')
  const order = { customer_email: 'bob@example.com', items: [{ variant_id: 1, quantity: 1 }] }
  await server.call('POST', '/store/purchases', order, { token: `Bearer ${key}` })
  await router.navigate({ to: '/purchases/orders', search: { order: 1 } })
  const first = await screen.findByRole('dialog', { name: 'Order #1' })
  await waitFor(() => expect(first.textContent).toContain('$20.00'))
  const wrong: string[] = []
  const observer = new MutationObserver(() => void wrong.push(...(document.body.textContent.match(/\$0\.00|\$NaN/g) ?? [])))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  const set = (amounts: boolean) => server.call('PUT', '/admin/team/2', { switches: { amounts, reveal: true, refund: true } })

  await set(false)
  await router.navigate({ to: '/purchases/orders', search: { order: 2 } })
  const second = await screen.findByRole('dialog', { name: 'Order #2' })
  expect(await within(second).findByText('Aurora - Day')).toBeTruthy()
  await waitFor(() => expect(document.body.textContent).not.toContain('$'))
  await router.navigate({ to: '/purchases/orders', search: { customer: 'order-1' } })
  const customer = await screen.findByRole('dialog', { name: 'ann@example.com' })
  expect(await within(customer).findAllByText('#1')).not.toHaveLength(0)
  expect(customer.textContent).not.toMatch(/\$|Total spent/)
  expect(wrong).toEqual([])

  await set(true)
  await router.navigate({ to: '/purchases/orders', search: { order: 1 } })
  await screen.findByRole('dialog', { name: 'Order #1' })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(document.body.textContent).toContain('$20.00'))
  expect(wrong).toEqual([])
})

test('the orders of a customer are not those of a customer whose email begins in the same way', async () => {
  const { router, server, user } = await start('/purchases/orders', {})
  const { key } = await createApiKey(server.deps, system, 'other')
  const order = { customer_email: 'ann@example.com.au', items: [{ variant_id: 1, quantity: 1 }] }
  await server.call('POST', '/store/purchases', order, { token: `Bearer ${key}` })
  await router.navigate({ to: '/purchases/orders', search: { customer: 'order-1' } })
  const customer = within(await screen.findByRole('dialog', { name: 'ann@example.com' }))
  await user.click(await customer.findByRole('link', { name: 'Show in Orders' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('row', { name: /ann@example\.com/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('row', { name: /ann@example\.com\.au/ })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search orders' }).value).toBe('"ann@example.com"')
})

test('the link of the customer’s page is copied within the keys an hour, and the timeline has who copied it', async () => {
  const { router, server, user } = await start('/purchases/orders', { role: 'support' })
  const allow = (keys_per_hour: number) => server.call('PUT', '/admin/team/2', { keys_per_hour })
  await allow(0)
  await router.navigate({ to: '/purchases/orders', search: { order: 1 } })
  const drawer = within(await screen.findByRole('dialog', { name: 'Order #1' }))
  const part = within(await drawer.findByRole('region', { name: 'Customer’s page' }))
  await user.click(part.getByRole('button', { name: 'Copy page link' }))
  expect(await screen.findByText(/^You have replaced and shown as many keys as you may within an hour/)).toBeTruthy()
  expect(part.queryByRole('link')).toBeNull()
  await allow(1)
  await user.click(part.getByRole('button', { name: 'Copy page link' }))
  const link = await part.findByRole<HTMLAnchorElement>('link')
  expect(await navigator.clipboard.readText()).toBe(link.href)
  expect(await screen.findByText('Link copied')).toBeTruthy()
  expect(document.activeElement).toBe(part.getByRole('button', { name: 'Copy page link' }))
  expect(await drawer.findByText('Page link copied by the-support')).toBeTruthy()
})

test('the orders of somebody without amounts have the same columns while they load', async () => {
  const { network, router } = await start('/products', { role: 'support', switches: off })
  const titles = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
  const shown = ['Order ID', 'Customer', 'Status', 'Items', 'Date']
  // The loader fails, so the page fetches again.
  network.failNext(/GET \/admin\/purchases\/orders/)
  const release = network.holdNext(/GET \/admin\/purchases\/orders/)
  await router.navigate({ to: '/purchases/orders' })
  await screen.findByRole('searchbox', { name: 'Search orders' })
  expect(titles()).toEqual(shown)
  expect(screen.queryByRole('table')).toBeNull()
  release()
  await screen.findByRole('row', { name: /ann@example.com/ })
  expect(titles()).toEqual(shown)
})

test('with refunds alone, the dialog refunds without naming an amount', async () => {
  const { router, user } = await start('/purchases/orders', { role: 'support', switches: { ...off, refund: true } })
  await router.navigate({ to: '/purchases/orders', search: { order: 1 } })
  const drawer = within(await screen.findByRole('dialog', { name: 'Order #1' }))
  await user.click(await drawer.findByRole('button', { name: 'Refund' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund order #1?' })
  await user.click(within(dialog).getByRole('radio', { name: 'Whole order' }))
  expect(dialog.textContent).not.toContain('$')
  await user.click(within(dialog).getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Order refunded successfully')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Order #1' }).textContent).toContain('Refunded by'))
  expect(screen.getByRole('dialog', { name: 'Order #1' }).textContent).not.toContain('$')
})

test.each([
  { mail: 'on', hasPages: true, says: 'The customer gets it by mail, and finds it on the order’s page.' },
  { mail: 'on', hasPages: false, says: 'The customer gets it by mail.' },
  { mail: 'off', hasPages: true, says: 'The customer finds it on the order’s page.' },
  { mail: 'off for replaced keys', hasPages: false, says: 'Nothing sends it to the customer. Ask a member who may see keys to send it.' },
])('with mail $mail, and pages: $hasPages, who replaces a key without seeing it reads how the customer gets it', async (shop) => {
  const { mail, hasPages, says } = shop
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const options = { role: 'support', switches: { ...off, refund: true }, ...(mail !== 'off' && { smtpUrl: mailbox.url }) } as const
  const { router, user, server } = await start('/purchases/orders', options)
  Object.assign(server.deps, { customerPages: { orders: hasPages, lost: hasPages } })
  const enabled = mail !== 'off for replaced keys'
  if (!enabled) {
    // The mail about an earlier key says nothing about this one.
    await server.call('POST', '/admin/purchases/orders/1/keys/1/replace', { reason: 'not_working' })
    server.clock.at = new Date(server.clock.at.getTime() + 1_000)
  }
  await server.call('PUT', '/admin/mails/key_replaced', { ...defaultMails.key_replaced, enabled })
  await router.navigate({ to: '/purchases/orders', search: { order: 1 } })
  const drawer = within(await screen.findByRole('dialog', { name: 'Order #1' }))
  await user.click((await drawer.findAllByRole('button', { name: 'Replace' }))[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace key' }))
  await user.click(dialog.getByRole('button', { name: 'Replace key' }))
  const done = within(await screen.findByRole('dialog', { name: 'Key replaced' }))
  expect(done.getByText(says)).toBeTruthy()
})

test('a manager without amounts and keys has no Dashboard, and edits a product without its variants’ keys', async () => {
  const { router, user } = await start('/', { role: 'manager', switches: { amounts: false, reveal: false } })
  await waitFor(() => expect(router.state.location.pathname).toBe('/products'))
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
  await router.navigate({ to: '/products/$id', params: { id: 1 } })
  await user.click(await screen.findByRole('button', { name: /^Day/, expanded: false }))
  expect(await screen.findByText(/which you may not see/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('DAY-3')
  expect(screen.queryByRole('button', { name: 'Add Variant' })).toBeNull()
  await router.navigate({ to: '/referrals' })
  expect(await screen.findByRole('tab', { name: 'Users' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: /Payouts/ })).toBeNull()
})
