import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { Shop } from '../../../test/start-shop.tsx'
import { drawerOf, reserve, sell, start } from './testing.tsx'

/** An order, open in its drawer. */
async function open(make: (shop: Shop) => Promise<number>, options?: Parameters<typeof start>[0]) {
  const shop = await start(options)
  const id = await make(shop)
  await shop.go({ order: id })
  return { shop, id, drawer: await drawerOf(id) }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Presses a button of the drawer, which opens a dialog. */
async function ask({ shop, drawer }: Opened, name: string, title: string) {
  await shop.user.click(await drawer.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: title }))
}
const askToRefund = (opened: Opened) => ask(opened, 'Refund', `Refund order #${opened.id}?`)
const askToComplete = (opened: Opened) => ask(opened, 'Complete by hand', `Complete order #${opened.id} by hand?`)

type Dialog = Awaited<ReturnType<typeof ask>>
type Scope = 'Whole order' | 'Everything left' | 'Some items'
const choose = (shop: Shop, dialog: Dialog, what: Scope) => shop.user.click(dialog.getByRole('radio', { name: what }))

/** Opens the dialog and chooses what to refund. */
async function chooseRefund(opened: Opened, what: Scope) {
  const dialog = await askToRefund(opened)
  await choose(opened.shop, dialog, what)
  return dialog
}
const button = (dialog: Dialog) => dialog.getByRole<HTMLButtonElement>('button', { name: /^Refund/ })

/** Presses Cancel order in the drawer, and again in the question. */
async function cancel({ shop, drawer }: Opened) {
  await shop.user.click(await drawer.findByRole('button', { name: 'Cancel order' }))
  await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }))
}

test('refunding a whole order names what is lost and updates every view', async () => {
  const opened = await open(sell)
  const { shop, id, drawer } = opened
  const dialog = await askToRefund(opened)
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

  const again = await chooseRefund(opened, 'Whole order')
  await shop.user.click(again.getByRole('button', { name: 'Refund $85.50' }))
  expect(await screen.findByText('Order refunded successfully')).toBeTruthy()
  expect(await drawer.findByText('Refunded by admin')).toBeTruthy()
  expect(drawer.getAllByText('Revoked')).toHaveLength(3)
  expect(drawer.queryByRole('button', { name: 'Refund' })).toBeNull()
  const list = screen.getByRole('table', { name: 'Latest Orders', hidden: true })
  await waitFor(() => expect(within(list).getByText('refunded')).toBeTruthy())
})

test('a refund of a past order says what becomes of the keys that it has', async () => {
  const opened = await open(async (shop) => {
    await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: [] }])
    const titles = 'Order,Date,Email,Product,Quantity,Amount,Key'
    await shop.importOrders(
      [titles, '1,2029-05-05,ann@example.com,Aurora,3,30,OLD-1', '2,2029-05-06,ann@example.com,Aurora,2,20,'].join('\n'),
    )
    return 1
  })
  const { shop, id } = opened
  const dialog = await chooseRefund(opened, 'Whole order')
  expect(dialog.getByText(/^The key is revoked for good: /)).toBeTruthy()
  await shop.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await shop.go({ order: id + 1 })
  const withoutKeys = await chooseRefund({ ...opened, id: id + 1, drawer: await drawerOf(id + 1) }, 'Whole order')
  expect(withoutKeys.getByText(/^The order becomes refunded/)).toBeTruthy()
})

test('one of three units is refunded with a reason: the dialog shows amount and key, the drawer the refund', async () => {
  const opened = await open(sell)
  const { shop, drawer } = opened
  const dialog = await chooseRefund(opened, 'Some items')
  expect(dialog.getAllByRole<HTMLInputElement>('spinbutton').map(({ value }) => value)).toEqual(['0', '0'])
  expect([button(dialog).textContent, button(dialog).disabled]).toEqual(['Refund', true])
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  expect(dialog.getByText(/^To be refunded/).textContent).toBe('To be refunded: $8.55')
  expect(dialog.getByText('••••••••ET-2').parentElement!.parentElement!.textContent).toBe('Revokes ••••••••ET-2')
  expect(dialog.getByText(/is reduced by its share\. The order stays completed/)).toBeTruthy()
  const units = dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Aurora - Day to refund' })
  await shop.user.clear(units)
  await shop.user.type(units, '1')
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
  const next = await chooseRefund(opened, 'Everything left')
  expect(next.getByText('$76.95 left of $85.50, bought by ann@example.com. This cannot be undone.')).toBeTruthy()
  expect(next.getByText('1 of 2 left')).toBeTruthy()
  expect(next.getByText(/^To be refunded/).textContent).toBe('To be refunded: $76.95')
})

/** An order of four units, whose first key was replaced by a fifth, in the dialog of a refund of one unit. */
async function refundOneOfFour() {
  const opened = await open(async (shop) => {
    const keys = ['DAY-SECRET-0001', 'DAY-SECRET-0002', 'DAY-SECRET-0003', 'DAY-SECRET-0004', 'DAY-SECRET-0005', 'DAY-SECRET-0006']
    const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys }])
    const { id } = await shop.buy([[variants[0]!.id, 4]])
    await shop.complete(id)
    await shop.call('POST', `/admin/purchases/orders/${id}/keys/1/replace`, { reason: 'not_working' })
    return id
  })
  const dialog = await chooseRefund(opened, 'Some items')
  await opened.shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  const key = (end: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name: `••••••••${end}` })
  const revokes = () => dialog.getByText('Revokes').textContent
  return { ...opened, dialog, key, revokes }
}
const statesOf = async (shop: Shop, id: number) => (await shop.order(id)).keys.map(({ id: key, state }) => `${key} ${state}`)

test('the keys that a refund of some items revokes can be chosen', async () => {
  const { shop, id, dialog, key, revokes } = await refundOneOfFour()
  expect(revokes()).toBe('Revokes ••••••••0005')
  await shop.user.click(dialog.getByRole('button', { name: 'Choose keys of Aurora - Day' }))
  expect(['0002', '0003', '0004', '0005'].map((end) => key(end).checked)).toEqual([false, false, false, true])
  await shop.user.click(key('0002'))
  expect(revokes()).toBe('Revokes ••••••••0002')
  expect(['0002', '0003', '0004', '0005'].map((end) => key(end).checked)).toEqual([true, false, false, false])
  // The next unit takes the next key of the rule, until another is chosen.
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  expect(revokes()).toBe('Revokes ••••••••0002, ••••••••0005')
  await shop.user.click(key('0003'))
  expect(revokes()).toBe('Revokes ••••••••0003, ••••••••0002')
  await shop.user.click(key('0002'))
  expect(revokes()).toBe('Revokes ••••••••0003, ••••••••0005')
  await shop.user.click(key('0005'))
  await shop.user.click(key('0002'))
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $20.00' }))
  expect(await screen.findByText('Items refunded successfully')).toBeTruthy()
  expect(await statesOf(shop, id)).toEqual(['2 revoked', '3 revoked', '4 sold', '5 sold'])
})

test('a refund whose chosen key was replaced meanwhile is refused, and no other key takes its place unseen', async () => {
  const { shop, id, dialog, key } = await refundOneOfFour()
  await shop.user.click(dialog.getByRole('button', { name: 'Choose keys of Aurora - Day' }))
  await shop.user.click(key('0002'))
  await shop.call('POST', `/admin/purchases/orders/${id}/keys/2/replace`, { reason: 'other' })
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $10.00' }))
  const message = 'One of these keys was replaced or refunded already (id 2). Look at the order again.'
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Aurora - Day to refund' }).value).toBe('0')
  expect(button(dialog).disabled).toBe(true)
  expect(await statesOf(shop, id)).toEqual(['3 sold', '4 sold', '5 sold', '6 sold'])
})

test('typed units that cannot be refunded stay as typed, and nothing is refunded until they are right', async () => {
  const opened = await open(sell)
  const { shop, id } = opened
  const dialog = await chooseRefund(opened, 'Some items')
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Month to refund' }))
  const units = dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Aurora - Day to refund' })
  const wrong = [
    ['22', 'At most 2'],
    ['-2', 'Must be a whole number'],
    ['2,0', 'Must be a whole number'],
  ] as const
  for (const [text, error] of wrong) {
    await shop.user.tripleClick(units)
    await shop.user.keyboard(`${text}{Enter}`)
    expect([units.value, dialog.getByRole('alert').textContent]).toEqual([text, error])
    expect([units.getAttribute('aria-invalid'), units.getAttribute('aria-describedby')]).toEqual(['true', dialog.getByRole('alert').id])
    expect(dialog.getByText(/^To be refunded/).textContent).toBe('To be refunded: $68.40')
    expect([button(dialog).textContent, button(dialog).disabled]).toEqual(['Refund', true])
  }
  expect((await shop.order(id)).refunds).toEqual([])
  await shop.user.tripleClick(units)
  await shop.user.keyboard('22{ArrowUp}')
  expect([units.value, dialog.queryByRole('alert')]).toEqual(['2', null])
  await shop.user.keyboard('{ArrowUp}')
  expect([units.value, button(dialog).textContent]).toEqual(['2', 'Refund $85.50'])
  await shop.user.click(dialog.getByRole('button', { name: 'Less: Aurora - Day to refund' }))
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $76.95' }))
  expect(await screen.findByText('Items refunded successfully')).toBeTruthy()
})

test('a refund is refused if somebody else was first; the dialog keeps the input', async () => {
  const opened = await open(sell)
  const { shop, id } = opened
  const dialog = await chooseRefund(opened, 'Whole order')
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
  const opened = await open(sell)
  const { shop, id } = opened
  const dialog = await chooseRefund(opened, 'Whole order')
  await shop.store(`/purchases/${id}/refund`, { items: [{ id: 1, quantity: 1 }] })
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $85.50' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('left to refund')
  await waitFor(() => expect(button(dialog).textContent).not.toBe('Refund $85.50'))
  await shop.user.click(button(dialog))
  expect(await screen.findByText('Order refunded successfully')).toBeTruthy()
})

test('a refund of one unit does not follow one of somebody else unseen; the dialog shows what is left', async () => {
  const opened = await open(sell)
  const { shop, id } = opened
  const dialog = await chooseRefund(opened, 'Some items')
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  await shop.store(`/purchases/${id}/refund`, { items: [{ id: 1, quantity: 1 }] })
  // The dialog does not wait for the list behind it.
  onTestFinished(shop.network.holdNext(/GET \/admin\/purchases\/orders\?/))
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $8.55' }))
  const message = '1 of Aurora - Day left to refund now, not 2. Look at the order again.'
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  expect(await dialog.findByText('1 of 2 left')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Aurora - Day to refund' }).value).toBe('0')
  expect(button(dialog).disabled).toBe(true)
})

test('a pending order is cancelled after a question', async () => {
  const { shop, drawer } = await open(reserve)
  expect(await drawer.findByText('Reserved until')).toBeTruthy()
  await waitFor(() => expect(drawer.getAllByText('Reserved')).toHaveLength(2))
  await shop.user.click(drawer.getByRole('button', { name: 'Cancel order' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Its 2 reserved keys return to stock.')
  await shop.user.click(within(question).getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText('Order cancelled successfully')).toBeTruthy()
  expect(await drawer.findByText('Cancelled by admin')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: 'Cancel order' })).toBeNull()
})

test('a pending order is completed by hand with a reason, which every view shows', async () => {
  const opened = await open(reserve)
  const { shop, drawer } = opened
  const dialog = await askToComplete(opened)
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

test.each([
  [{}, /If none serves the storefront, send the customer the keys yourself\.$/],
  [{ smtpUrl: 'smtp://127.0.0.1:9' }, /The customer is mailed the keys, unless that mail is turned off\.$/],
])('the dialog of a completion by hand says how the keys reach the customer, %#', async (options, text) => {
  const dialog = await askToComplete(await open(reserve, options))
  expect(dialog.getByText(text)).toBeTruthy()
})

test('a cancelled order can be completed while keys are in stock; otherwise the dialog says why and keeps the input', async () => {
  let other = 0
  const opened = await open(async (shop) => {
    const id = await reserve(shop)
    await shop.store(`/purchases/${id}/cancel`, {})
    other = (await shop.buy([[1, 2]])).id
    return id
  })
  const { shop, id, drawer } = opened
  const dialog = await askToComplete(opened)
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
  const opened = await open(reserve)
  const { shop, id, drawer } = opened
  await drawer.findByRole('button', { name: 'Cancel order' })
  await shop.complete(id)
  await cancel(opened)
  expect(await screen.findByText('An order that is completed cannot become cancelled')).toBeTruthy()
  expect(await drawer.findByRole('button', { name: 'Refund' })).toBeTruthy()
  expect(screen.queryByText('Order cancelled successfully')).toBeNull()
})

test('a cancellation without a server shows our message', async () => {
  const opened = await open(reserve)
  await opened.drawer.findByRole('button', { name: 'Cancel order' })
  await opened.shop.server.close()
  await cancel(opened)
  expect(await screen.findByText('Failed to cancel order')).toBeTruthy()
})

test('a refund without a server shows our message', async () => {
  const opened = await open(sell)
  const { shop } = opened
  const dialog = await chooseRefund(opened, 'Whole order')
  await shop.server.close()
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $85.50' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
})

test('a refund with a lost connection keeps the chosen items, and a second press works', async () => {
  const opened = await open(sell)
  const { shop } = opened
  const dialog = await chooseRefund(opened, 'Some items')
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  shop.network.failNext(/refund/)
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $8.55' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
  await shop.user.click(await dialog.findByRole('button', { name: 'Refund $8.55' }))
  expect(await screen.findByText('Items refunded successfully')).toBeTruthy()
})

/** Chooses one unit of Aurora - Day and presses Refund. */
async function refundOne(opened: Opened) {
  const dialog = await chooseRefund(opened, 'Some items')
  await opened.shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  await opened.shop.user.click(dialog.getByRole('button', { name: 'Refund $8.55' }))
  return dialog
}

/** Loses the answers to the refetch after a failed press, and to its repeat. */
function loseRefetch({ shop, id }: Opened) {
  for (let count = 0; count < 2; count += 1) shop.network.loseNext(new RegExp(`GET /admin/purchases/orders/${id}$`))
}

/** Only one refund was made, and the dialog shows what is left. */
async function seesOneRefund({ shop, id }: Opened, dialog: Dialog) {
  expect(await dialog.findByText('1 of Aurora - Day left to refund now, not 2. Look at the order again.')).toBeTruthy()
  expect(dialog.getByText('1 of 2 left')).toBeTruthy()
  expect([button(dialog).textContent, button(dialog).disabled]).toEqual(['Refund', true])
  expect((await shop.order(id)).refunds).toHaveLength(1)
}

test('a refund whose answer was lost is a success if the order has it', async () => {
  const opened = await open(sell)
  const { shop, id, drawer } = opened
  shop.network.loseNext(/POST .*refund/)
  await refundOne(opened)
  expect(await screen.findByText('Items refunded successfully')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: `Refund order #${id}?` })).toBeNull()
  expect(await drawer.findByText('1 of 2 refunded')).toBeTruthy()
  expect((await shop.order(id)).refunds).toHaveLength(1)
})

test('an equal refund by somebody else is no success of a refund that did not reach the server', async () => {
  const opened = await open(sell)
  const { shop, id } = opened
  const dialog = await chooseRefund(opened, 'Some items')
  await shop.user.click(dialog.getByRole('button', { name: 'More: Aurora - Day to refund' }))
  await shop.store(`/purchases/${id}/refund`, { items: [{ id: 1, quantity: 1 }] })
  shop.network.failNext(/POST .*refund/)
  await shop.user.click(dialog.getByRole('button', { name: 'Refund $8.55' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
  expect(await dialog.findByText('1 of 2 left')).toBeTruthy()
})

test('a refund whose answer and refetch were lost is not made again', async () => {
  const opened = await open(sell)
  opened.shop.network.loseNext(/POST .*refund/)
  loseRefetch(opened)
  const dialog = await refundOne(opened)
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
  await opened.shop.user.click(await dialog.findByRole('button', { name: 'Refund $8.55' }))
  await seesOneRefund(opened, dialog)
})

test('a refund that is stored only after the refetch is not made again', async () => {
  const opened = await open(sell)
  const { shop, id } = opened
  shop.network.failNext(/POST .*refund/, 504)
  const dialog = await refundOne(opened)
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
  await shop.store(`/purchases/${id}/refund`, { items: [{ id: 1, quantity: 1 }] })
  await shop.user.click(await dialog.findByRole('button', { name: 'Refund $8.55' }))
  await seesOneRefund(opened, dialog)
})

test('a refund whose answer was lost is not made again in a dialog that was opened again', async () => {
  const opened = await open(sell)
  const { user, network } = opened.shop
  network.loseNext(/POST .*refund/)
  loseRefetch(opened)
  const dialog = await refundOne(opened)
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund order')
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
  await seesOneRefund(opened, await refundOne(opened))
})

test('a completion whose answer was lost is a success if the order has it, and the list shows it, too', async () => {
  const opened = await open(reserve)
  const { shop, id, drawer } = opened
  const dialog = await askToComplete(opened)
  await shop.user.type(dialog.getByLabelText(/^Reason/), 'Paid by bank transfer')
  const press = () => shop.user.click(dialog.getByRole('button', { name: 'Complete order' }))
  shop.network.failNext(/POST .*complete/, 502)
  await press()
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to complete order')
  shop.network.loseNext(/POST .*complete/)
  await press()
  expect(await screen.findByText('Order completed successfully')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: `Complete order #${id} by hand?` })).toBeNull()
  expect(drawer.getByText('Completed by hand by admin')).toBeTruthy()
  const list = screen.getByRole('table', { name: 'Latest Orders', hidden: true })
  await waitFor(() => expect(within(list).getByText('by hand')).toBeTruthy())
})

test('another reason after a lost answer is no success: the order has the first one', async () => {
  const opened = await open(reserve)
  const { shop } = opened
  const dialog = await askToComplete(opened)
  const press = () => shop.user.click(dialog.getByRole('button', { name: 'Complete order' }))
  await shop.user.type(dialog.getByLabelText(/^Reason/), 'Paid by bank transfer')
  shop.network.loseNext(/POST .*complete/)
  shop.network.failNext(/GET .*orders/)
  await press()
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to complete order')
  await shop.user.type(dialog.getByLabelText(/^Reason/), ', late')
  await press()
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/completed/))
  expect(screen.queryByText('Order completed successfully')).toBeNull()
})

test('a cancellation whose answer was lost is a success if the order has it', async () => {
  const { shop, drawer } = await open(reserve)
  await shop.user.click(await drawer.findByRole('button', { name: 'Cancel order' }))
  shop.network.loseNext(/POST .*cancel/)
  await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText('Order cancelled successfully')).toBeTruthy()
  expect(await drawer.findByText('Cancelled by admin')).toBeTruthy()
})
