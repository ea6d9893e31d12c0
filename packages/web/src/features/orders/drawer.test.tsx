import { startMailbox } from '@keydesk/stand-in'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { setViewportWidth } from '../../../test/viewport.ts'
import { drawerOf, reserve, sell, start } from './testing.tsx'

test('a row opens the drawer by a link; opening and closing keep the filters', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ status: 'completed' })
  const link = await screen.findByRole('link', { name: `#${id}` })
  expect(link.getAttribute('href')).toBe(`/purchases/orders?status=completed&order=${id}`)
  await shop.user.click(link)
  await drawerOf(id)
  await shop.user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shop.router.state.location.search).toEqual({ status: 'completed' })
})

const rowOf = (id: number) => screen.getByRole('link', { name: `#${id}` }).closest('tr')!
const focused = () => document.activeElement?.textContent

test('in a wide window the list stays usable beside the drawer, and keys, buttons and rows lead from order to order', async () => {
  const shop = await start()
  const { variants } = await shop.addProduct('Aurora', [
    { name: 'Day', price: 10, keys: ['DAY-1', 'DAY-2', 'DAY-3', 'DAY-4', 'DAY-5', 'DAY-6'] },
  ])
  for (const units of [1, 2, 3]) await shop.buy([[variants[0]!.id, units]], { customer_email: 'jo@example.com' })
  await shop.go()
  await shop.user.click(await screen.findByRole('link', { name: '#3' }))
  const drawer = await drawerOf(3)
  await waitFor(() => expect(focused()).toBe('Order #3'))
  expect(drawer.getByRole('button', { name: 'Previous order' }).ariaDisabled).toBe('true')

  await shop.user.keyboard('jj')
  const last = await drawerOf(1)
  expect(screen.getByRole('dialog', { description: /^\$10\.00 *pending/ })).toBeTruthy()
  expect(screen.getAllByRole('row', { current: true })).toEqual([rowOf(1)])
  await shop.user.keyboard('j')
  await shop.user.click(last.getByRole('button', { name: 'Next order' }))
  await shop.user.click(last.getByRole('button', { name: 'Previous order' }))
  await drawerOf(2)
  expect(rowOf(2).ariaCurrent).toBe('true')

  await shop.user.click(screen.getByRole('link', { name: '#3' }))
  await drawerOf(3)
  await waitFor(() => expect(focused()).toBe('Order #3'))
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search orders' })
  await shop.user.keyboard('/')
  expect(document.activeElement).toBe(search)
  await shop.user.keyboard('j')
  expect(search.value).toBe('j')
  await shop.user.keyboard('{Escape}')
  expect(search.value).toBe('')
  expect(await drawerOf(3)).toBeTruthy()

  search.blur()
  await shop.user.keyboard('j')
  await drawerOf(2)
  await shop.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('#2'))
})

test('keys step in a modal drawer too, but not while a dialog lies over it', async () => {
  setViewportWidth(1_000)
  const shop = await start()
  const id = await sell(shop)
  const { variants } = await shop.addProduct('Basalt', [{ name: 'Day', price: 10, keys: ['BASALT-1'] }])
  const other = await shop.buy([[variants[0]!.id, 1]])
  await shop.go({ order: other.id })
  await drawerOf(other.id)
  expect(await screen.findByRole('table', { hidden: true })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  await shop.user.keyboard('j')
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Refund' }))
  await screen.findByRole('dialog', { name: `Refund order #${id}?` })
  await shop.user.keyboard('k')
  await shop.user.keyboard('{Escape}')
  expect(await drawerOf(id)).toBeTruthy()
  await shop.user.keyboard('k')
  await drawerOf(other.id)
})

test('steps go on from an order that has left the list', async () => {
  const shop = await start()
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1', 'DAY-2', 'DAY-3', 'DAY-4'] }])
  for (const name of ['ann', 'bo', 'cy', 'di']) await shop.buy([[variants[0]!.id, 1]], { customer_email: `${name}@example.com` })
  await shop.go({ status: 'pending', order: 4 })
  const cancel = async (id: number) => {
    const drawer = await drawerOf(id)
    await screen.findByRole('link', { name: `#${id}` })
    await shop.user.click(await drawer.findByRole('button', { name: 'Cancel order' }))
    await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: `#${id}` })).toBeNull())
    return drawer
  }
  const first = await cancel(4)
  expect(first.getByRole('button', { name: 'Previous order' }).ariaDisabled).toBe('true')
  await shop.user.keyboard('jj')
  await drawerOf(2)
  const middle = await cancel(2)
  await shop.user.click(middle.getByRole('button', { name: 'Previous order' }))
  await drawerOf(3)
  await shop.user.keyboard('j')
  const last = await cancel(1)
  expect(last.getByRole('button', { name: 'Next order' }).ariaDisabled).toBe('true')
  await shop.user.keyboard('k')
  await cancel(3)
  await shop.user.keyboard('jk')
  expect(await drawerOf(3)).toBeTruthy()
})

test('the drawer keeps the focus when its order leaves the list behind it', async () => {
  const shop = await start()
  const id = await reserve(shop)
  await shop.go({ status: 'pending' })
  await shop.user.click(await screen.findByRole('link', { name: `#${id}` }))
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Cancel order' }))
  await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: `#${id}` })).toBeNull())
  await waitFor(() => expect(drawer.queryByRole('button', { name: /^Cancel/ })).toBeNull())
  expect(document.activeElement).toBe(drawer.getByRole('group', { name: 'Actions' }))
})

test('the drawer shows items, discounts, coupon, referral, payment and timeline', async () => {
  const shop = await start()
  const id = await sell(shop)
  const stored = await shop.order(id)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  await drawer.findByText('pay-4711')
  const lines = drawer.getAllByRole('listitem').map((line) => line.textContent)
  const money = (amount: number) => `$${amount.toFixed(2)}`
  expect(lines[0]).toBe(`Aurora - Day2 × $10.00, −${money(20 - stored.items[0]!.paid!)} discount${money(stored.items[0]!.paid!)}`)
  expect(drawer.getByText('Subtotal').nextElementSibling!.textContent).toBe('$100.00')
  expect(drawer.getByText('Coupon SUMMER').nextElementSibling!.textContent).toBe('−$10.00')
  expect(drawer.getByText(/^Referral /).nextElementSibling!.textContent).toBe('−$4.50')
  expect(drawer.getByText('Total').nextElementSibling!.textContent).toBe('$85.50')
  expect(drawer.getByText('Referred by').nextElementSibling!.textContent).toBe('miraearns $8.55completed')
  expect(drawer.getByRole('link', { name: 'ann@example.com' }).getAttribute('href')).toContain('customer=order-1')
  const timeline = within(await drawer.findByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(timeline.map((entry) => entry.textContent)).toEqual([
    expect.stringMatching(/^Order created by storefront.*2030/),
    expect.stringMatching(/^Completed.*2030/),
  ])
})

test('what a past order cost less than its prices is no coupon of this shop', async () => {
  const shop = await start()
  await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: [] }])
  await shop.importOrders('Date,Email,Product,Unit price,Amount,Coupon\n2029-05-05,ann@example.com,Aurora,20,15,TEN')
  await shop.go({ order: 1 })
  const drawer = await drawerOf(1)
  await drawer.findByText('Subtotal')
  const figures = drawer.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling!.textContent])
  expect(figures).toEqual(
    expect.arrayContaining([
      ['Old coupon', 'TEN'],
      ['Subtotal', '$20.00'],
      ['Discount', '−$5.00'],
      ['Total', '$15.00'],
    ]),
  )
})

test('keys are masked until revealed, can be copied, and the timeline records the reveal', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  const reveal = await drawer.findByRole('button', { name: 'Reveal keys' })
  expect(document.body.textContent).not.toContain('SECRET')
  expect(drawer.queryByRole('button', { name: 'Copy key' })).toBeNull()

  await shop.user.click(reveal)
  expect(await drawer.findByText('MONTH-SECRET')).toBeTruthy()
  expect(await drawer.findByText('Keys revealed by admin')).toBeTruthy()
  for (const name of ['Replace', 'Show key history'])
    expect(drawer.getAllByRole('button', { name, description: 'MONTH-SECRET' })).toHaveLength(1)
  await shop.user.click(drawer.getByRole('button', { name: 'Copy key', description: 'MONTH-SECRET' }))
  expect(await navigator.clipboard.readText()).toBe('MONTH-SECRET')
  expect(await drawer.findByRole('button', { name: 'Copied' })).toBeTruthy()
  await shop.user.click(drawer.getByRole('button', { name: 'Copy all keys' }))
  expect(await navigator.clipboard.readText()).toBe('DAY-SECRET-1\nDAY-SECRET-2\nMONTH-SECRET')

  await shop.user.click(drawer.getByRole('button', { name: 'Hide keys' }))
  expect(document.body.textContent).not.toContain('SECRET')
})

test('the button that reveals and hides keys keeps the focus', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  ;(await drawer.findByRole('button', { name: 'Reveal keys' })).focus()
  await shop.user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Hide keys'))
  await shop.user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Reveal keys'))
})

test('all keys are copied without those that were refunded', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.store(`/purchases/${id}/refund`, { items: [{ id: 1, quantity: 1 }] })
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Reveal keys' }))
  expect(await drawer.findByText('DAY-SECRET-2')).toBeTruthy()
  await shop.user.click(drawer.getByRole('button', { name: 'Copy all keys' }))
  expect(await navigator.clipboard.readText()).toBe('DAY-SECRET-1\nMONTH-SECRET')
})

test('all keys are copied only once a key that a colleague has put in place of another is revealed, too', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.call('POST', '/admin/variants/1/key-imports', { name: 'more.txt', values: ['DAY-SECRET-3'] })
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Reveal keys' }))
  expect(await drawer.findByText('DAY-SECRET-1')).toBeTruthy()
  await shop.call('POST', `/admin/purchases/orders/${id}/keys/1/replace`, { reason: 'not_working' })
  await shop.queries.invalidateQueries({ queryKey: ['orders'] })
  const reveal = await drawer.findByRole('button', { name: 'Reveal keys' })
  expect(drawer.queryByRole('button', { name: 'Copy all keys' })).toBeNull()
  expect(drawer.getByRole('button', { name: 'Hide keys' })).toBeTruthy()
  await shop.user.click(reveal)
  await shop.user.click(await drawer.findByRole('button', { name: 'Copy all keys' }))
  expect((await navigator.clipboard.readText()).split('\n').toSorted()).toEqual(['DAY-SECRET-2', 'DAY-SECRET-3', 'MONTH-SECRET'])
  expect(drawer.queryByRole('button', { name: 'Reveal keys' })).toBeNull()
})

test('the keys of a pending order cannot be revealed before it is completed', async () => {
  const shop = await start()
  const id = await reserve(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  expect(await drawer.findAllByText('Reserved')).toHaveLength(2)
  expect(drawer.queryByRole('button', { name: 'Reveal keys' })).toBeNull()
})

test('an unknown order says so', async () => {
  const shop = await start()
  await shop.go({ order: 99 })
  const drawer = await drawerOf(99)
  expect(await drawer.findByText('Order not found')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test("a failure to load the details shows beside the list's data; Try again and reopening load them", async () => {
  const shop = await start()
  const paid = await sell(shop)
  const pending = await reserve(shop)
  await shop.go()
  const open = async (id: number) => {
    await shop.user.click(await screen.findByRole('link', { name: `#${id}` }))
    return drawerOf(id)
  }
  const openFailing = async (id: number) => {
    shop.network.failNext(new RegExp(`GET /admin/purchases/orders/${id}$`))
    const drawer = await open(id)
    expect((await drawer.findByRole('alert')).textContent).toContain('Failed to fetch order')
    expect(drawer.getByText('Aurora - Day')).toBeTruthy()
    return drawer
  }
  const first = await openFailing(paid)
  await shop.user.click(first.getByRole('button', { name: 'Try again' }))
  expect(await first.findByText('pay-4711')).toBeTruthy()
  expect(first.getByRole('button', { name: 'Refund' })).toBeTruthy()
  expect(first.queryByRole('alert')).toBeNull()
  await shop.user.click(first.getByRole('button', { name: 'Close' }))

  const second = await openFailing(pending)
  await shop.user.click(second.getByRole('button', { name: 'Close' }))
  const again = await open(pending)
  expect(await again.findByRole('button', { name: 'Cancel order' })).toBeTruthy()
  expect(again.queryByRole('alert')).toBeNull()
})

test('revealed keys are kept in memory only while they are shown', async () => {
  const shop = await start()
  const id = await sell(shop)
  const held = () =>
    JSON.stringify(
      shop.queries
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    )
  await shop.go({ order: id })
  for (const leave of ['Hide keys', 'Close']) {
    const drawer = await drawerOf(id)
    await shop.user.click(await drawer.findByRole('button', { name: 'Reveal keys' }))
    expect(await drawer.findByText('MONTH-SECRET')).toBeTruthy()
    await shop.user.click(drawer.getByRole('button', { name: leave }))
    await waitFor(() => expect(screen.queryByText('MONTH-SECRET')).toBeNull())
    await waitFor(() => expect(held()).not.toContain('SECRET'))
  }
})

test('a copied link is no longer shown if the answer to a new one was lost: it has ended', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  const page = within(await (await drawerOf(id)).findByRole('region', { name: 'Customer’s page' }))
  await shop.user.click(page.getByRole('button', { name: 'Copy page link' }))
  expect(await page.findByRole('link')).toBeTruthy()
  shop.network.loseNext(/POST .*page-link/)
  await shop.user.click(page.getByRole('button', { name: 'New link' }))
  await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new link' }))
  expect(await screen.findByText('Failed to make a new link')).toBeTruthy()
  await waitFor(() => expect(page.queryByRole('link')).toBeNull())
})

/** Opens a sold order in a shop that mails its customers. */
async function openWithMail() {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const shop = await start({ smtpUrl: mailbox.url })
  const id = await sell(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  return { shop, id, drawer }
}

test('a copied link is no longer shown once the order has another email: it has ended', async () => {
  const { shop, drawer } = await openWithMail()
  const page = within(await drawer.findByRole('region', { name: 'Customer’s page' }))
  await shop.user.click(page.getByRole('button', { name: 'Copy page link' }))
  expect(await page.findByRole('link')).toBeTruthy()
  await shop.user.click(drawer.getByRole('button', { name: 'Send to another address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to another address' }))
  await shop.user.clear(dialog.getByLabelText('Email'))
  await shop.user.type(dialog.getByLabelText('Email'), 'bo@example.com{Enter}')
  expect(await drawer.findByRole('link', { name: 'bo@example.com' })).toBeTruthy()
  const now = within(drawer.getByRole('region', { name: 'Customer’s page' }))
  expect(now.getByRole('button', { name: 'Copy page link' })).toBeTruthy()
  expect(now.queryByRole('link')).toBeNull()
})

test('a mail that is sent again does not wait for the list', async () => {
  const { shop, id, drawer } = await openWithMail()
  await screen.findByRole('link', { name: `#${id}` })
  const resend = await drawer.findByRole('button', { name: 'Resend' })
  const release = shop.network.holdNext(/GET \/admin\/purchases\/orders\?/)
  await shop.user.click(resend)
  expect(await screen.findByText('The mail “Keys of an order” to ann@example.com is on its way')).toBeTruthy()
  await waitFor(() => expect(drawer.getByRole('button', { name: 'Resend' })).toBeTruthy())
  release()
})

test('a past order without keys has no link to copy before somebody makes one', async () => {
  const shop = await start()
  await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: [] }])
  await shop.importOrders('Date,Email,Product,Amount\n2029-05-05,ann@example.com,Aurora,10')
  await shop.go({ order: 1 })
  const drawer = await drawerOf(1)
  const page = within(await drawer.findByRole('region', { name: 'Customer’s page' }))
  expect(page.queryByRole('button', { name: 'Copy page link' })).toBeNull()
  await shop.user.click(page.getByRole('button', { name: 'New link' }))
  await shop.user.click(await page.findByRole('button', { name: 'Copy page link' }))
  expect(await screen.findByText('Link copied')).toBeTruthy()
})
