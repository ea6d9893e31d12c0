import { startMailbox, type Mailbox } from '@keydesk/stand-in'
import { expectNoAxeViolations, expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { takePicture } from './support/guide.ts'
import { chooseAccount } from './support/screens.ts'
import { startKeydesk, type Keydesk } from './support/server.ts'
import { stockProduct } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

const mailboxes = new WeakMap<Keydesk, Mailbox>()

/** On a server of its own, with a mailbox that lives as long as the server. */
const test = onOwnServer(undefined, async () => {
  const mailbox = await startMailbox()
  const server = await startKeydesk({ SMTP_URL: mailbox.url, MAIL_FROM: 'Aurora Keys <keys@shop.example>' })
  const stop = async () => {
    await server.stop()
    await mailbox.close()
  }
  const keydesk = { ...server, stop }
  mailboxes.set(keydesk, mailbox)
  return keydesk
}).extend<{ mailbox: Mailbox }>({ mailbox: async ({ keydesk }, use) => use(mailboxes.get(keydesk)!) })
test.describe.configure({ mode: 'serial' })

test('a customer gets the keys in a mail that leads to the order’s page', async ({ page, keydesk, mailbox }) => {
  await stockProduct(keydesk, { name: 'Northlight', keys: 3, sold: 1 })
  await expect.poll(() => mailbox.mails.length).toBe(1)
  await page.goto(mailbox.pageUrl)
  await page.getByRole('link', { name: /Your keys for order #1/ }).click()
  await expect(page.getByText('"Aurora Keys" <keys@shop.example>')).toBeVisible()
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('NORTHLIGHT-0001', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  const link = (await mail.getByRole('link', { name: 'View your order' }).getAttribute('href'))!
  expect(link).toContain(`${keydesk.url}/o/`)
  const answer = await page.request.get(link)
  expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining('Northlight')])
})

test('a mail to a misspelled address is sent to another one, in three presses', async ({ page, keydesk, mailbox }) => {
  mailbox.fail(({ to }) => (to.endsWith('@exmaple.com') ? { is: 'answer', code: 550, text: '5.1.2 Bad destination' } : null))
  const before = mailbox.mails.length
  const { id } = (await keydesk.store('POST', '/store/purchases', {
    customer_email: 'bob@exmaple.com',
    items: [{ variant_id: 1, quantity: 1 }],
  })) as { id: number }
  await keydesk.store('POST', `/store/purchases/${id}/complete`, {})
  await signIn(page, keydesk, `/purchases/orders?order=${id}`)
  const mails = page.getByRole('region', { name: 'Mails' })
  await expect(mails).toContainText('The mail server answered: 550 5.1.2 Bad destination', { timeout: 15_000 })
  await expectNoAxeViolationsAtBothWidths(page)
  await mails.scrollIntoViewIfNeeded()
  await takePicture(page.getByRole('dialog', { name: `Order #${id}` }), 'mail-failed', { height: 860 })
  await mails.getByRole('button', { name: 'Send to another address' }).click()
  await page.getByRole('dialog', { name: 'Send to another address' }).getByLabel('Email').fill('bob@example.com')
  await page.keyboard.press('Enter')
  await expect(mails.getByText('Sent')).toBeVisible()
  await expect(page.getByRole('dialog', { name: `Order #${id}` }).getByRole('link', { name: 'bob@example.com' })).toBeVisible()
  expect(mailbox.mails.slice(before).map((mail) => mail.recipient)).toEqual(['bob@example.com'])
  // The mail as it was sent, without the key.
  await mails.getByRole('button', { name: 'Read' }).click()
  const sent = page.frameLocator('iframe[title="The mail"]')
  await expect(sent.getByText('Northlight - 30 Days')).toBeVisible()
  await expect(sent.getByText(/NORTHLIGHT-/)).toHaveCount(0)
  mailbox.fail(null)
})

test('a manager rewrites a mail: an unknown field is refused, a preview and a test show it', async ({ page, keydesk, mailbox }) => {
  await signIn(page, keydesk)
  await chooseAccount(page, 'Mails')
  const panel = page.getByRole('dialog', { name: 'Settings', exact: true })
  await expect(panel.getByRole('row', { name: /Keys of an order/ })).toContainText('On')
  await expectNoAxeViolationsAtBothWidths(page)
  await panel.getByRole('button', { name: 'Edit Keys of an order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keys of an order' })
  await takePicture(dialog, 'mail-text')
  await dialog.getByLabel('Text', { exact: true }).fill('Dear {{custommer}},\n\n{{keys}}')
  await expect(dialog.getByText('There is no field {{custommer}}')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Text', { exact: true }).fill('Dear {{customer}},\n\n{{keys}}\n\nHave fun!')
  await dialog.getByText('Preview', { exact: true }).click()
  for (const title of ['Preview, wide', 'Preview, narrow']) {
    const frame = page.frameLocator(`iframe[title="${title}"]`)
    await expect(frame.getByText('Dear bob@example.com,')).toBeVisible()
    await expect(frame.getByText('Have fun!')).toBeAttached()
  }
  const before = mailbox.mails.length
  await dialog.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText('The test is in your mailbox soon')).toBeVisible()
  expect(mailbox.mails.slice(before).map((mail) => mail.recipient)).toEqual(['admin@example.com'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('row', { name: /Keys of an order/ })).toContainText('Your own')
})

onOwnServer()('without a mail server, the panel and the drawer say that mail is off', async ({ page, keydesk }) => {
  await stockProduct(keydesk, { name: 'Northlight', keys: 3, sold: 1 })
  await signIn(page, keydesk, '/purchases/orders?order=1')
  await expect(page.getByRole('region', { name: 'Mails' })).toContainText('Mail is off')
  await page.getByRole('button', { name: 'Close' }).click()
  await chooseAccount(page, 'Mails')
  await expect(page.getByText('Mail is off: nothing is sent.')).toBeVisible()
})
