import { startMailbox } from '@keydesk/stand-in'
import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '../../../test/start-shop.tsx'
import { useApi } from '../../api/context.tsx'
import { orderQuery } from '../orders/data.ts'
import { OrderMails } from './order-mails.tsx'

/** The part of the drawer of an order. */
function Mails({ id }: { readonly id: number }) {
  const { data } = useQuery(orderQuery(useApi(), id))
  return (
    data && (
      <>
        <p>{`Order #${id}`}</p>
        <OrderMails order={data} />
      </>
    )
  )
}

async function start({ isOn = true, shown = 1 } = {}) {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const shop = await startShop(<Mails id={shown} />, '/purchases/orders', isOn ? { smtpUrl: mailbox.url } : {})
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-SECRET-1'] }])
  const { id } = await shop.buy([[variants[0]!.id, 1]], { customer_email: 'ann@exmaple.com' })
  return { ...shop, mailbox, id }
}

const section = async () => within(await screen.findByRole('region', { name: 'Mails' }))

test('the drawer shows what was mailed, and mails it again with one press', async () => {
  const shop = await start()
  await shop.complete(shop.id)
  await shop.go()
  const mails = await section()
  expect(await mails.findByText('Sent')).toBeTruthy()
  expect(mails.getByText('ann@exmaple.com')).toBeTruthy()
  await shop.user.click(mails.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText('The mail “Keys of an order” to ann@exmaple.com is on its way')).toBeTruthy()
  await expect.poll(async () => (await section()).getAllByText('Sent').length, { timeout: 5_000 }).toBe(2)
  expect(shop.mailbox.mails).toHaveLength(2)
})

test('a mail whose answer was lost is not sent again: it is looked for, if need be by the next press', async () => {
  const shop = await start()
  await shop.complete(shop.id)
  await shop.go()
  const mails = await section()
  expect(await mails.findByText('Sent')).toBeTruthy()
  const resend = () => shop.user.click(mails.getByRole('button', { name: 'Resend' }))
  shop.network.loseNext(/POST .*mails/)
  await resend()
  expect(await screen.findByText('The mail “Keys of an order” to ann@exmaple.com is on its way')).toBeTruthy()
  await expect.poll(() => mails.getAllByText('Sent').length, { timeout: 5_000 }).toBe(2)

  await shop.user.click(mails.getByRole('button', { name: 'Send to another address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to another address' }))
  await shop.user.clear(dialog.getByLabelText('Email'))
  await shop.user.type(dialog.getByLabelText('Email'), 'ann@example.com')
  shop.network.loseNext(/POST .*mails/)
  shop.network.failNext(/GET .*orders/)
  await shop.user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Failed to mail the order')).toBeTruthy()
  await shop.user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The mail “Keys of an order” to ann@example.com is on its way')).toBeTruthy()
  await expect.poll(() => mails.getAllByText('Sent').length, { timeout: 5_000 }).toBe(3)
  expect(shop.mailbox.mails.map((mail) => mail.recipient)).toEqual(['ann@exmaple.com', 'ann@exmaple.com', 'ann@example.com'])
})

test('a mail whose answer was lost is not taken for a later one', async () => {
  const shop = await start()
  await shop.complete(shop.id)
  await shop.go()
  const mails = await section()
  expect(await mails.findByText('Sent')).toBeTruthy()
  const lose = (find: RegExp) => {
    shop.network.loseNext(/POST .*mails/)
    shop.network.failNext(find)
  }
  const resend = () => shop.user.click(mails.getByRole('button', { name: 'Resend' }))
  lose(/GET .*orders/)
  await resend()
  expect(await screen.findByText('Failed to mail the order')).toBeTruthy()
  // The list has the lost one by now.
  await expect.poll(() => mails.getAllByText('Sent').length, { timeout: 5_000 }).toBe(2)
  await resend()
  expect(await screen.findByText('The mail “Keys of an order” to ann@exmaple.com is on its way')).toBeTruthy()
  await expect.poll(() => mails.getAllByText('Sent').length, { timeout: 5_000 }).toBe(3)

  await shop.user.click(mails.getByRole('button', { name: 'Send to another address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to another address' }))
  await shop.user.clear(dialog.getByLabelText('Email'))
  await shop.user.type(dialog.getByLabelText('Email'), 'ann@example.com')
  lose(/GET .*orders/)
  await shop.user.click(dialog.getByRole('button', { name: 'Send' }))
  await expect.poll(() => shop.mailbox.mails.length, { timeout: 5_000 }).toBe(4)
  await shop.user.clear(dialog.getByLabelText('Email'))
  await shop.user.type(dialog.getByLabelText('Email'), 'ann@exmaple.com')
  await shop.user.click(dialog.getByRole('button', { name: 'Send' }))
  await expect
    .poll(() => shop.mailbox.mails.map((mail) => mail.recipient), { timeout: 5_000 })
    .toEqual(['ann@exmaple.com', 'ann@exmaple.com', 'ann@exmaple.com', 'ann@example.com', 'ann@exmaple.com'])
})

test('an order that somebody refunded meanwhile is not mailed: the drawer says so, and shows it as it is', async () => {
  const shop = await start()
  await shop.complete(shop.id)
  await shop.go()
  const mails = await section()
  expect(await mails.findByText('Sent')).toBeTruthy()
  await shop.call('POST', `/admin/purchases/orders/${shop.id}/refund`, {})
  await expect.poll(() => shop.mailbox.mails.length).toBe(2)
  await shop.user.click(mails.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText('This order is refunded now. Look at it again.')).toBeTruthy()
  expect(await mails.findByText('Refund')).toBeTruthy()
  await shop.user.click(mails.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText('The mail “Refund” to ann@exmaple.com is on its way')).toBeTruthy()
  await expect.poll(() => shop.mailbox.mails.length).toBe(3)
})

test('a mail that failed says why, and goes to another address, which becomes the order’s', async () => {
  const shop = await start()
  shop.mailbox.fail(({ to }) => (to === 'ann@exmaple.com' ? { is: 'answer', code: 550, text: '5.1.2 Bad domain' } : null))
  await shop.complete(shop.id)
  await shop.go()
  const mails = await section()
  expect(await mails.findByText('Failed')).toBeTruthy()
  expect(mails.getByText('The mail server answered: 550 5.1.2 Bad domain')).toBeTruthy()
  await shop.user.click(mails.getByRole('button', { name: 'Send to another address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to another address' }))
  const email = dialog.getByLabelText('Email')
  expect((email as HTMLInputElement).value).toBe('ann@exmaple.com')
  await shop.user.clear(email)
  await shop.user.type(email, 'ann@example')
  await shop.user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText('Email must be an email address')).toBeTruthy()
  await shop.user.type(email, '.com')
  await shop.user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await (await section()).findByText('Sent')).toBeTruthy()
  expect(shop.mailbox.mails.map((mail) => mail.recipient)).toEqual(['ann@example.com'])
  expect((await shop.order(shop.id)).customer_email).toBe('ann@example.com')
})

test('a mail is read as it was sent, with masked keys', async () => {
  const shop = await start()
  await shop.complete(shop.id)
  await shop.go()
  await shop.user.click(await (await section()).findByRole('button', { name: 'Read' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys of an order' }))
  expect(await dialog.findByText(`Your keys for order #${shop.id}`)).toBeTruthy()
  const { srcdoc } = dialog.getByTitle<HTMLIFrameElement>('The mail')
  expect(srcdoc).toContain('Aurora - Day')
  expect(srcdoc).not.toContain('DAY-SECRET')
})

test('without a mail server the drawer says that mail is off, and offers nothing', async () => {
  const shop = await start({ isOn: false })
  await shop.complete(shop.id)
  await shop.go()
  const mails = await section()
  expect(mails.getByText('Mail is off: nothing is sent.')).toBeTruthy()
  expect(mails.queryByRole('button')).toBeNull()
})

test('a past order without keys offers nothing to mail until it is refunded', async () => {
  const shop = await start({ shown: 2 })
  await shop.importOrders('Date,Email,Product,Amount\n2029-05-05,bob@example.com,Aurora,10')
  await shop.go()
  expect(await screen.findByText('Order #2')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Mails' })).toBeNull()
  await shop.call('POST', '/admin/purchases/orders/2/refund', {})
  await shop.queries.invalidateQueries()
  expect(await (await section()).findByRole('button', { name: 'Resend' })).toBeTruthy()
})
