import { startMailbox } from '@keydesk/stand-in'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '../../../test/start-shop.tsx'
import { shownToasts } from '../../../test/toasts.ts'
import { useSearchParams } from '../../kit/search-params.ts'
import { CustomerDrawer } from './drawer.tsx'

/** The customer in the address. */
function Page() {
  const { customer } = useSearchParams()
  return customer === undefined ? null : <CustomerDrawer key={customer} named={customer} onClose={() => undefined} />
}

test('a note that was added to the customer of an order shows when the same customer is opened as a user', async () => {
  const shop = await startShop(<Page />, '/purchases/orders')
  const user = await shop.store<{ id: number }>('/users', { username: 'ann', email: 'ann@example.com' })
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1'] }])
  const order = await shop.buy([[variants[0]!.id, 1]])
  const open = async (customer: string) => {
    await shop.go({ customer })
    return within(await screen.findByRole('dialog', { name: 'ann@example.com' }))
  }
  expect(await (await open(`user-${user.id}`)).findByText(/^No notes yet/)).toBeTruthy()
  const ofOrder = await open(`order-${order.id}`)
  await shop.user.click(await ofOrder.findByRole('button', { name: 'Add note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }))
  await shop.user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Pays late')
  await shop.user.click(dialog.getByRole('button', { name: 'Add note' }))
  expect(await ofOrder.findByText('Pays late')).toBeTruthy()
  const ofUser = await open(`user-${user.id}`)
  expect(await ofUser.findByText('Pays late')).toBeTruthy()
  await shop.user.click(ofUser.getByRole('button', { name: 'Delete note' }))
  await shop.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await ofUser.findByText(/^No notes yet/)).toBeTruthy()
  // Tab goes on from the notes.
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^No notes yet/))
})

test('a note that was half written when the session ended is offered again', async () => {
  const shop = await startShop(<Page />, '/purchases/orders')
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1'] }])
  const order = await shop.buy([[variants[0]!.id, 1]])
  const open = async () => {
    await shop.go({ customer: `order-${order.id}` })
    await shop.user.click(await screen.findByRole('button', { name: 'Add note' }))
    return within(await screen.findByRole('dialog', { name: 'Add note' }))
  }
  await shop.user.type((await open()).getByRole('textbox', { name: 'Note' }), 'Pays late')
  // Like a lost session: no question.
  await shop.router.navigate({ to: '/purchases/orders', search: {}, ignoreBlocker: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const dialog = await open()
  await shop.user.click(await dialog.findByRole('button', { name: 'Restore' }))
  expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Pays late')
})

test('a note whose answer was lost is not stored again: it is looked for, if need be by the next press', async () => {
  const shop = await startShop(<Page />, '/purchases/orders')
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1'] }])
  const order = await shop.buy([[variants[0]!.id, 1]])
  await shop.go({ customer: `order-${order.id}` })
  const open = async () => {
    await shop.user.click(await screen.findByRole('button', { name: 'Add note' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }))
    await shop.user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Pays late ')
    return () => shop.user.click(dialog.getByRole('button', { name: 'Add note' }))
  }
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add note' })).toBeNull())
  const notes = () => screen.getAllByText('Pays late')
  const press = await open()
  shop.network.loseNext(/POST .*notes/)
  shop.network.failNext(/GET .*customers/)
  await press()
  await waitFor(() => expect(shownToasts()).toContain('Failed to add the note'))
  await press()
  await closed()
  expect(notes()).toHaveLength(1)
  // The same text again, on purpose, is another note.
  const again = await open()
  shop.network.loseNext(/POST .*notes/)
  await again()
  await closed()
  await waitFor(() => expect(notes()).toHaveLength(2))
})

test('a note about an order whose email is corrected while it is written shows at the order', async () => {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const shop = await startShop(<Page />, '/purchases/orders', { smtpUrl: mailbox.url })
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1'] }])
  const { id } = await shop.buy([[variants[0]!.id, 1]], { customer_email: 'byuer@example.com' })
  await shop.complete(id)
  await shop.go({ customer: `order-${id}` })
  await shop.user.click(await screen.findByRole('button', { name: 'Add note' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add note' }))
  await shop.user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Pays late')
  await shop.call('POST', `/admin/purchases/orders/${id}/mails`, { to: 'buyer@example.com' })
  await shop.user.click(dialog.getByRole('button', { name: 'Add note' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'buyer@example.com' }))
  expect(await drawer.findByText('Pays late')).toBeTruthy()
})
