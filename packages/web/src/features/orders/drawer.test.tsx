import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Shop, startShop } from '../../../test/start-shop.tsx'
import { setViewportWidth } from '../../../test/viewport.ts'
import { OrdersPage } from './page.tsx'

const start = () => startShop(<OrdersPage />, '/purchases/orders')
const drawerOf = async (id: number) => within(await screen.findByRole('dialog', { name: `Order #${id}` }))
type Dialog = Awaited<ReturnType<typeof refundDialog>>
const choose = async (shop: Shop, dialog: Dialog, what: 'Whole order' | 'Some items') =>
  shop.user.click(dialog.getByRole('radio', { name: what }))
const button = (dialog: Dialog) => dialog.getByRole<HTMLButtonElement>('button', { name: /^Refund/ })
const refundDialog = async (id: number) => within(await screen.findByRole('dialog', { name: `Refund order #${id}?` }))
const completeDialog = async (id: number) => within(await screen.findByRole('dialog', { name: `Complete order #${id} by hand?` }))
const answer = async (shop: Shop, name: string) =>
  shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

/** A paid order of two lines with a coupon of 10 % and a referral of 5 %. */
async function sell(shop: Shop) {
  const { variants } = await shop.addProduct('Aurora', [
    { name: 'Day', price: 10, keys: ['DAY-SECRET-1', 'DAY-SECRET-2'] },
    { name: 'Month', price: 80, keys: ['MONTH-SECRET'] },
  ])
  await shop.addCoupon('SUMMER')
  const mira = await shop.store<{ referral_code: string }>('/users', { username: 'mira', email: 'mira@example.com' })
  const order = await shop.buy(
    [
      [variants[0]!.id, 2],
      [variants[1]!.id, 1],
    ],
    { coupon_code: 'SUMMER', referral_code: mira.referral_code },
  )
  await shop.complete(order.id, 'pay-4711')
  return order.id
}

async function reserve(shop: Shop) {
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1', 'DAY-2', 'DAY-3'] }])
  return (await shop.buy([[variants[0]!.id, 2]])).id
}

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
  await refundDialog(id)
  await shop.user.keyboard('k')
  await shop.user.keyboard('{Escape}')
  expect(await drawerOf(id)).toBeTruthy()
  await shop.user.keyboard('k')
  await drawerOf(other.id)
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
  await shop.user.click(drawer.getAllByRole('button', { name: 'Copy key' })[2]!)
  expect(await navigator.clipboard.readText()).toBe('MONTH-SECRET')
  expect(await drawer.findByRole('button', { name: 'Copied' })).toBeTruthy()
  await shop.user.click(drawer.getByRole('button', { name: 'Copy all keys' }))
  expect(await navigator.clipboard.readText()).toBe('DAY-SECRET-1\nDAY-SECRET-2\nMONTH-SECRET')

  await shop.user.click(drawer.getByRole('button', { name: 'Hide keys' }))
  expect(document.body.textContent).not.toContain('SECRET')
})

test('refunding a whole order names what is lost and updates every view', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Refund' }))
  const dialog = await refundDialog(id)
  expect(dialog.getByText('$85.50, bought by ann@example.com. This cannot be undone.')).toBeTruthy()
  // Nothing is chosen at first.
  expect([button(dialog).textContent, button(dialog).disabled]).toEqual(['Refund', true])
  await choose(shop, dialog, 'Whole order')
  expect(dialog.getByText(/^To be refunded/).textContent).toBe('To be refunded: $85.50')
  expect(
    dialog.getByText(/^The 3 keys are revoked for good: .* The commission of \$8\.55 for mira is rejected\. The order becomes refunded/),
  ).toBeTruthy()
  await shop.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect((await shop.order(id)).status).toBe('completed')

  await shop.user.click(drawer.getByRole('button', { name: 'Refund' }))
  const again = await refundDialog(id)
  await choose(shop, again, 'Whole order')
  await shop.user.click(again.getByRole('button', { name: 'Refund $85.50' }))
  expect(await screen.findByText('Order refunded successfully')).toBeTruthy()
  expect(await drawer.findByText('Refunded by admin')).toBeTruthy()
  expect(drawer.getAllByText('Revoked')).toHaveLength(3)
  expect(drawer.queryByRole('button', { name: 'Refund' })).toBeNull()
  const list = screen.getByRole('table', { name: 'Latest Orders', hidden: true })
  await waitFor(() => expect(within(list).getByText('refunded')).toBeTruthy())
})

test('one of three units is refunded with a reason: the dialog shows amount and key, the drawer the refund', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Refund' }))
  const dialog = await refundDialog(id)
  await choose(shop, dialog, 'Some items')
  expect(dialog.getAllByRole<HTMLInputElement>('spinbutton').map(({ value }) => value)).toEqual(['0', '0'])
  expect([button(dialog).textContent, button(dialog).disabled]).toEqual(['Refund', true])
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  expect(dialog.getByText(/^To be refunded/).textContent).toBe('To be refunded: $8.55')
  expect(dialog.getByText('••••••••ET-2').parentElement!.parentElement!.textContent).toBe('Revokes ••••••••ET-2')
  expect(dialog.getByText(/is reduced by its share\. The order stays completed/)).toBeTruthy()
  const units = dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Aurora - Day to refund' })
  await shop.user.clear(units)
  // Too many units, or no whole number, changes nothing.
  await shop.user.type(units, '9,')
  expect(units.value).toBe('0')
  await shop.user.type(units, '2')
  expect(units.value).toBe('2')
  await shop.user.click(dialog.getByRole('button', { name: 'Less: Aurora - Day to refund' }))
  expect(button(dialog).textContent).toBe('Refund $8.55')
  await shop.user.type(dialog.getByLabelText('Reason'), ' Wrong region {Enter}')

  expect(await screen.findByText('Items refunded successfully')).toBeTruthy()
  expect(await drawer.findByText('1 of 2 refunded')).toBeTruthy()
  expect(drawer.getByText('Refunded').nextElementSibling!.textContent).toBe('−$8.55')
  expect(drawer.getAllByText('Revoked')).toHaveLength(1)
  const happened = within(await drawer.findByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(happened.at(-1)!.textContent).toMatch(/^Partly refunded by admin.*2030.*\$8\.55 for Aurora - Day x1Reason: Wrong region$/)
  const list = screen.getByRole('table', { name: 'Latest Orders', hidden: true })
  await waitFor(() => expect(within(list).getByText('partly refunded')).toBeTruthy())
  // The rest can be refunded next.
  await shop.user.click(drawer.getByRole('button', { name: 'Refund' }))
  const next = await refundDialog(id)
  await choose(shop, next, 'Whole order')
  expect(next.getByText('1 of 2 left')).toBeTruthy()
  expect(next.getByText(/^To be refunded/).textContent).toBe('To be refunded: $76.95')
})

test('a refund is refused if somebody else was first; the dialog keeps the input', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  await shop.user.click(await (await drawerOf(id)).findByRole('button', { name: 'Refund' }))
  const dialog = await refundDialog(id)
  await choose(shop, dialog, 'Whole order')
  await shop.store(`/purchases/${id}/refund`, {})
  await shop.user.type(dialog.getByLabelText('Reason'), 'Bought twice')
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $85.50' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This order is already refunded')
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Bought twice')
  // Nothing is left of it.
  await waitFor(() => expect(dialog.getByText(/^To be refunded/).textContent).toBe('To be refunded: $0.00'))
  expect(button(dialog).disabled).toBe(true)
})

test('a refund is refused rather than reduced if somebody else refunded a part; the dialog shows the rest', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  await shop.user.click(await (await drawerOf(id)).findByRole('button', { name: 'Refund' }))
  const dialog = await refundDialog(id)
  await choose(shop, dialog, 'Whole order')
  await shop.store(`/purchases/${id}/refund`, { items: [{ id: 1, quantity: 1 }] })
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $85.50' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('left to refund')
  await waitFor(() => expect(button(dialog).textContent).not.toBe('Refund $85.50'))
  await shop.user.click(button(dialog))
  expect(await screen.findByText('Order refunded successfully')).toBeTruthy()
})

test('a pending order is cancelled after a question', async () => {
  const shop = await start()
  const id = await reserve(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  expect(await drawer.findByText('Reserved until')).toBeTruthy()
  await waitFor(() => expect(drawer.getAllByText('Reserved')).toHaveLength(2))
  await shop.user.click(drawer.getByRole('button', { name: 'Cancel order' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Its 2 reserved keys return to stock.')
  await answer(shop, 'Cancel order')
  expect(await screen.findByText('Order cancelled successfully')).toBeTruthy()
  expect(await drawer.findByText('Cancelled by admin')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('a pending order is completed by hand with a reason, which every view shows', async () => {
  const shop = await start()
  const id = await reserve(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Complete by hand' }))
  const dialog = await completeDialog(id)
  expect(dialog.getByText(/^\$20\.00, ordered by ann@example.com\. First check that the payment arrived/)).toBeTruthy()
  expect(dialog.getByText(/^The 2 reserved keys become the customer’s\./)).toBeTruthy()
  await shop.user.click(dialog.getByRole('button', { name: 'Complete order' }))
  expect(await dialog.findByText('Reason is required')).toBeTruthy()
  await shop.user.type(dialog.getByLabelText(/^Reason/), 'Paid by bank transfer')
  await shop.user.type(dialog.getByLabelText(/^Payment reference/), 'SEPA-17')
  await shop.user.click(dialog.getByRole('button', { name: 'Complete order' }))

  expect(await screen.findByText('Order completed successfully')).toBeTruthy()
  expect(await drawer.findByText('SEPA-17')).toBeTruthy()
  expect(drawer.getByText('By hand').nextElementSibling!.textContent).toBe('Paid by bank transfer')
  expect(drawer.queryByText('Reserved')).toBeNull()
  const happened = within(await drawer.findByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(happened.at(-1)!.textContent).toMatch(/^Completed by hand by admin.*2030.*Reason: Paid by bank transfer$/)
  expect(drawer.getByRole('button', { name: 'Refund' })).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Complete by hand' })).toBeNull()
  const list = screen.getByRole('table', { name: 'Latest Orders', hidden: true })
  await waitFor(() => expect(within(list).getByText('by hand')).toBeTruthy())
})

test('a cancelled order can be completed while keys are in stock; otherwise the dialog says why and keeps the input', async () => {
  const shop = await start()
  const id = await reserve(shop)
  await shop.store(`/purchases/${id}/cancel`, {})
  const { id: other } = await shop.buy([[1, 2]])
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  await shop.user.click(await drawer.findByRole('button', { name: 'Complete by hand' }))
  const dialog = await completeDialog(id)
  expect(drawer.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  expect(dialog.getByText(/^2 keys are taken from stock again, and the customer pays what the order says: \$20\.00\./)).toBeTruthy()
  await shop.user.type(dialog.getByLabelText(/^Reason/), 'Paid late')
  await shop.user.click(dialog.getByRole('button', { name: 'Complete order' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Only 1 of Aurora - Day left in stock')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Paid late')
  await shop.store(`/purchases/${other}/cancel`, {})
  await shop.user.click(dialog.getByRole('button', { name: 'Complete order' }))
  expect(await screen.findByText('Order completed successfully')).toBeTruthy()
  expect(await drawer.findByRole('button', { name: 'Reveal keys' })).toBeTruthy()
  expect((await shop.order(id)).keys).toHaveLength(2)
})

test("a change by somebody else shows the server's message, and the drawer is refreshed", async () => {
  const shop = await start()
  const id = await reserve(shop)
  await shop.go({ order: id })
  const drawer = await drawerOf(id)
  const cancel = await drawer.findByRole('button', { name: 'Cancel order' })
  await shop.complete(id)
  await shop.user.click(cancel)
  await answer(shop, 'Cancel order')
  expect(await screen.findByText('An order that is completed cannot become cancelled')).toBeTruthy()
  expect(await drawer.findByRole('button', { name: 'Refund' })).toBeTruthy()
  expect(screen.queryByText('Order cancelled successfully')).toBeNull()
})

test('a cancellation without a server shows our message', async () => {
  const shop = await start()
  const id = await reserve(shop)
  await shop.go({ order: id })
  const press = await (await drawerOf(id)).findByRole('button', { name: 'Cancel order' })
  await shop.server.close()
  await shop.user.click(press)
  await answer(shop, 'Cancel order')
  expect(await screen.findByText('Failed to cancel order')).toBeTruthy()
})

test('a refund without a server shows our message', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  await shop.user.click(await (await drawerOf(id)).findByRole('button', { name: 'Refund' }))
  const dialog = await refundDialog(id)
  await choose(shop, dialog, 'Whole order')
  await shop.server.close()
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $85.50' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
})

test('a refund with a lost connection keeps the chosen items, and a second press works', async () => {
  const shop = await start()
  const id = await sell(shop)
  await shop.go({ order: id })
  await shop.user.click(await (await drawerOf(id)).findByRole('button', { name: 'Refund' }))
  const dialog = await refundDialog(id)
  await choose(shop, dialog, 'Some items')
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  shop.network.failNext(/refund/)
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $8.55' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
  await shop.user.click(await dialog.findByRole('button', { name: 'Refund $8.55' }))
  expect(await screen.findByText('Items refunded successfully')).toBeTruthy()
})

test('an unknown order says so', async () => {
  const shop = await start()
  await shop.go({ order: 99 })
  expect(await (await drawerOf(99)).findByText('Order not found')).toBeTruthy()
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
