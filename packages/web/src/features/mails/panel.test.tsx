import { type Mails, defaultMails } from '@keydesk/contract'
import { startMailbox } from '@keydesk/stand-in'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '../../../test/start-shop.tsx'
import { MailsPanel } from './panel.tsx'

async function start({ isOn = true } = {}) {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const shop = await startShop(<MailsPanel />, '/coupons', isOn ? { smtpUrl: mailbox.url } : {})
  return { ...shop, mailbox }
}

type Started = Awaited<ReturnType<typeof start>>

async function edit({ user }: Started, name = 'Keys of an order') {
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  return within(await screen.findByRole('dialog', { name }))
}

test('a kind of mail gets a text of its own, with fields from chips, and can be turned off', async () => {
  const shop = await start()
  await shop.go()
  const row = within(await screen.findByRole('row', { name: /Keys of an order/ }))
  expect(row.getByText('On').className).toContain('text-green')
  expect(row.getByText('Default')).toBeTruthy()
  expect(screen.queryByText(/ since /)).toBeNull()
  expect(screen.getByText('A mail that is on is sent automatically. One that is off is sent only by hand.')).toBeTruthy()
  const dialog = await edit(shop)
  const body = dialog.getByLabelText('Text')
  await shop.user.clear(body)
  await shop.user.type(body, 'Dear ')
  await shop.user.click(dialog.getByRole('button', { name: '{{customer}}' }))
  await shop.user.type(body, ', enjoy')
  await shop.user.click(dialog.getByRole('switch', { name: 'Send automatically' }))
  await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Mail saved')).toBeTruthy()
  expect(shop.sent('PUT', '/admin/mails/order_completed')[0]?.body).toEqual({ enabled: false, body: 'Dear {{customer}}, enjoy' })
  await waitFor(() => expect(within(screen.getByRole('row', { name: /Keys of an order/ })).getByText('Off')).toBeTruthy())
  expect(within(screen.getByRole('row', { name: /Keys of an order/ })).getByText('Your own')).toBeTruthy()
})

test("a save leaves a colleague's change of another field", async () => {
  const shop = await start()
  await shop.go()
  const dialog = await edit(shop, 'Refund')
  await shop.user.type(dialog.getByLabelText('Subject'), '!')
  await shop.call('PUT', '/admin/mails/order_refunded', { enabled: false, body: 'From a colleague' })
  await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Mail saved')).toBeTruthy()
  const { data }: Mails = await shop.call('GET', '/admin/mails')
  const subject = `${defaultMails.order_refunded.subject}!`
  expect(data.find(({ kind }) => kind === 'order_refunded')).toMatchObject({ subject, body: 'From a colleague', enabled: false })
})

test('the panel says how many mails wait for a mail server that refuses them, and why', async () => {
  const shop = await start()
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-1', 'DAY-2'] }])
  shop.mailbox.fail(() => ({ is: 'answer', code: 450, text: '4.7.1 Try again later' }))
  for (let sold = 0; sold < 2; sold += 1) await shop.complete((await shop.buy([[variants[0]!.id, 1]])).id)
  await expect.poll(async () => ((await shop.call('GET', '/admin/mails')) as Mails).meta.retries?.count).toBe(2)
  await shop.go()
  const notice = await screen.findByText(/^2 mails wait since /)
  expect(notice.textContent).toMatch(/^2 mails wait since .*\d:\d\d [AP]M: The mail server answered: 450 4\.7\.1 Try again later\.$/)
})

test('a text that was half written when the session ended is offered again', async () => {
  const shop = await start()
  await shop.go()
  await shop.user.type((await edit(shop)).getByLabelText('Subject'), ', with thanks')
  // Like a lost session: no question.
  await shop.router.navigate({ to: '/purchases/orders', search: {}, ignoreBlocker: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await shop.router.navigate({ to: '/coupons', search: {} })
  const dialog = await edit(shop)
  await shop.user.click(await dialog.findByRole('button', { name: 'Restore' }))
  expect(dialog.getByLabelText('Subject')).toHaveProperty('value', `${defaultMails.order_completed.subject}, with thanks`)
})

test('a text by which the customer gets no keys says so, and can be saved', async () => {
  const shop = await start()
  await shop.go()
  const dialog = await edit(shop, 'Replaced key')
  const body = dialog.getByLabelText('Text')
  const warning = /^The customer gets no keys by this mail/
  expect(dialog.queryByText(warning)).toBeNull()
  await shop.user.clear(body)
  await shop.user.type(body, 'We have a new key for you. ')
  expect((await dialog.findByText(warning)).className).toContain('text-yellow')
  for (const field of ['{{keys}}', '{{link}}']) {
    await shop.user.click(dialog.getByRole('button', { name: field }))
    expect(dialog.queryByText(warning)).toBeNull()
    await shop.user.clear(body)
    await shop.user.type(body, 'Ask us for it')
  }
  await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Mail saved')).toBeTruthy()
  const refund = await edit(shop, 'Refund')
  await shop.user.clear(refund.getByLabelText('Text'))
  await shop.user.type(refund.getByLabelText('Text'), 'Your money is back')
  expect(refund.queryByText(warning)).toBeNull()
})

test('an unknown field is refused as it is typed', async () => {
  const shop = await start()
  await shop.go()
  const dialog = await edit(shop)
  const subject = dialog.getByLabelText('Subject')
  await shop.user.clear(subject)
  await shop.user.type(subject, 'For {{{{custommer}}')
  expect(await dialog.findByText('There is no field {{custommer}}')).toBeTruthy()
  expect(subject.getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send a test to me' }).disabled).toBe(true)
  await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(shop.sent('PUT')).toEqual([])
  await shop.user.click(dialog.getByRole('radio', { name: 'Preview' }))
  expect(await dialog.findByText('There is no field {{custommer}}')).toBeTruthy()
})

test('the preview has the data of the newest order, wide and narrow, in both themes', async () => {
  const shop = await start()
  const { variants } = await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: ['DAY-SECRET-1'] }])
  const { id } = await shop.buy([[variants[0]!.id, 1]])
  await shop.complete(id)
  await shop.go()
  const dialog = await edit(shop)
  await shop.user.click(dialog.getByRole('radio', { name: 'Preview' }))
  expect(await dialog.findByText(`Your keys for order #${id}`)).toBeTruthy()
  const frames = ['Preview, wide', 'Preview, narrow'].map((title) => dialog.getByTitle<HTMLIFrameElement>(title))
  for (const frame of frames) {
    expect(frame.srcdoc).toContain('Aurora - Day')
    expect(frame.srcdoc).not.toContain('DAY-SECRET')
    expect(frame.getAttribute('sandbox')).toBe('')
    expect(frame.style.colorScheme).toBe('light')
  }
  await shop.user.click(dialog.getByRole('radio', { name: 'Dark' }))
  expect(frames.map((frame) => frame.style.colorScheme)).toEqual(['dark', 'dark'])
})

test('a test of an unsaved text goes to oneself, and a failure says why', async () => {
  const shop = await start()
  await shop.go()
  const dialog = await edit(shop, 'Refund')
  const subject = dialog.getByLabelText('Subject')
  await shop.user.clear(subject)
  await shop.user.type(subject, 'Only a test')
  await shop.user.click(dialog.getByRole('button', { name: 'Send a test to me' }))
  expect(await screen.findByText('The test is in your mailbox soon')).toBeTruthy()
  expect(shop.mailbox.mails).toMatchObject([{ recipient: 'admin@example.com', subject: 'Only a test' }])
  shop.mailbox.fail(() => ({ is: 'answer', code: 550, text: '5.7.1 Not allowed' }))
  await shop.user.click(dialog.getByRole('button', { name: 'Send a test to me' }))
  expect(await screen.findByText('The test failed. The mail server answered: 550 5.7.1 Not allowed')).toBeTruthy()
})

test('without a mail server the panel says that mail is off, no mail that is on is green, and no test can be sent', async () => {
  const shop = await start({ isOn: false })
  await shop.go()
  expect(await screen.findByText(/^Mail is off: nothing is sent/)).toBeTruthy()
  for (const state of screen.getAllByText('On')) expect(state.className).not.toContain('text-green')
  const dialog = await edit(shop)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send a test to me' }).disabled).toBe(true)
})
