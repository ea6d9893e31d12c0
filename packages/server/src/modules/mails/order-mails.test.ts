import type { Customer } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { activityOf, dataOf, saveProduct } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { createMailingApp, mailAgain, mailsOf } from '../../testing/shop/mails.ts'
import { addTeam } from '../../testing/shop/members.ts'
import { countBlocked } from '../../testing/databases/queries.ts'
import { csvOf, importShop } from '../../testing/shop/shop-imports.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { later } from '../../testing/shop/webhooks.ts'
import { createTestApp } from '../../testing.ts'

test('an order is mailed again by hand, and read as it was sent, with its keys masked', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => app.mailbox.mails.length).toBe(1)
  const answer = await mailAgain(app, id)
  expect(answer).toMatchObject({ status: 201, body: { data: { kind: 'order_completed', to: 'buyer@example.com', state: 'waiting' } } })
  await expect.poll(() => app.mailbox.mails.length).toBe(2)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  // A person wants a second one: it has an id of its own.
  expect(new Set(app.mailbox.mails.map((mail) => mail.messageId)).size).toBe(2)
  const [mail] = await mailsOf(app, id)
  const read = dataOf(await app.call('GET', `/admin/purchases/orders/${id}/mails/${mail!.id}`)) as Record<string, string>
  expect(read['subject']).toBe(`Your keys for order #${id}`)
  expect(read['text']).toMatch(/Aim - Month\n•+\S\n/)
  expect(read['text']).toContain('http://keydesk.test/o/…')
  expect(JSON.stringify(read)).not.toContain('KEY-1')
  // A mail of another order, or of none.
  expect((await app.call('GET', `/admin/purchases/orders/${id + 1}/mails/${mail!.id}`)).status).toBe(404)
  expect((await activityOf(app, 'order')).filter(({ action }) => action === 'order.mailed')).toMatchObject([
    { subject_id: id, changes: { mail: { after: 'order_completed' }, to: { after: 'buyer@example.com' } } },
  ])
})

test('a right-to-left name is isolated, in HTML and in plain text', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1, { name: '1 Month' })
  await saveProduct(app, variant.product_id, { name: 'שלום' })
  await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => app.mailbox.mails.length).toBe(1)
  const [mail] = app.mailbox.mails
  for (const body of [mail!.text, mail!.html]) expect(body).toContain('\u2068שלום\u2069 - 1 Month')
})

test('a press sends all mails of the order that wait, but none that a restore holds', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  app.mailbox.fail(() => ({ is: 'answer', code: 450 }))
  const { id, items } = await shop.sell({ [variant.id]: 2 })
  await shop.succeed('POST', `/purchases/${id}/refund`, { items: [{ id: items[0]!.id, quantity: 1 }] })
  await app.call('POST', `/admin/purchases/orders/${id}/keys/1/replace`, { reason: 'not_working' })
  const waiting = { state: 'waiting', attempts: 1, reason: expect.stringContaining('450') }
  await expect.poll(() => mailsOf(app, id)).toMatchObject([waiting, waiting, waiting])
  const other = await shop.sell({ [(await makeStock(app, 1)).id]: 1 })
  await expect.poll(() => mailsOf(app, other.id)).toMatchObject([waiting])
  const held = { status: 'failed' as const, held_at: app.clock.at.toISOString() }
  await app.deps.db.updateTable('outbox').set(held).where('event', '=', 'key_replaced').execute()
  app.mailbox.fail(null)
  expect(await mailAgain(app, id)).toMatchObject({ status: 201, body: { data: { kind: 'order_completed' } } })
  await expect
    .poll(() => mailsOf(app, id))
    .toMatchObject([
      { kind: 'key_replaced', state: 'failed' },
      { kind: 'order_refunded', state: 'sent' },
      { kind: 'order_completed', state: 'sent' },
    ])
  expect(await mailsOf(app, other.id)).toMatchObject([waiting])
})

test('another address becomes that of the order, and mails that wait go there', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  app.mailbox.fail(({ to }) => (to === 'byuer@example.com' ? { is: 'answer', code: 450 } : null))
  const { id } = await shop.sell({ [variant.id]: 1 }, { customer_email: 'byuer@example.com' })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'waiting', attempts: 1, reason: expect.stringContaining('450') }])
  expect(await mailAgain(app, id, 'Buyer@example.com')).toMatchObject({ status: 201, body: { data: { to: 'Buyer@example.com' } } })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent', to: 'Buyer@example.com' }])
  expect(app.mailbox.mails.map((mail) => mail.recipient)).toEqual(['Buyer@example.com'])
  expect(await shop.find(id)).toMatchObject({ customer_email: 'Buyer@example.com' })
  const customer = await app.call('GET', '/admin/customers?email=buyer@example.com')
  expect(dataOf(customer)).toMatchObject({ orders: { count: 1 } })
  const actions = (await activityOf(app, 'order')).slice(-2)
  expect(actions).toMatchObject([
    { action: 'order.email_changed', changes: { customer_email: { before: 'byuer@example.com', after: 'Buyer@example.com' } } },
    { action: 'order.mailed', changes: { to: { after: 'Buyer@example.com' } } },
  ])
  // The mail that went to the old address says so.
  const sold = await shop.sell({ [variant.id]: 1 }, { customer_email: 'first@example.com' })
  await expect.poll(() => mailsOf(app, sold.id)).toMatchObject([{ state: 'sent' }])
  await mailAgain(app, sold.id, 'second@example.com')
  await expect.poll(() => mailsOf(app, sold.id)).toMatchObject([{ to: 'second@example.com' }, { to: 'first@example.com' }])
})

test('another address takes the notes along, unless the former one still has an order or a referral user', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const correct = async (former: string, email: string, isLast: boolean) => {
    const { id } = await shop.sell({ [variant.id]: 1 }, { customer_email: former })
    await app.call('POST', '/admin/customers/notes', { email: former, text: 'Wrote from another address' })
    expect((await mailAgain(app, id, email)).status).toBe(201)
    const { notes } = dataOf(await app.call('GET', `/admin/customers?order_id=${id}`)) as Customer
    expect(notes.map(({ text }) => text)).toEqual(isLast ? ['Wrote from another address'] : [])
    expect((await app.call('GET', `/admin/customers?email=${former}`)).status).toBe(isLast ? 404 : 200)
  }
  await correct('Byuer@example.com', 'Buyer@example.com', true)
  await shop.cancel((await shop.buy({ [variant.id]: 1 }, { customer_email: 'first@example.com' })).id)
  await correct('First@example.com', 'second@example.com', false)
  await shop.addUser('carl', 'carl@example.com')
  await correct('carl@example.com', 'charles@example.com', false)
})

test('a note about an order whose email was corrected meanwhile goes where the earlier notes went', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const note = (body: object) => app.call('POST', '/admin/customers/notes', { email: 'Byuer@example.com', ...body })
  const notesOf = async (email: string) =>
    (dataOf(await app.call('GET', `/admin/customers?email=${email}`)) as Customer).notes.map(({ text }) => text)
  const [first, last] = [
    await shop.sell({ [variant.id]: 1 }, { customer_email: 'byuer@example.com' }),
    await shop.sell({ [variant.id]: 1 }, { customer_email: 'byuer@example.com' }),
  ]
  await mailAgain(app, first.id, 'friend@example.com')
  // The former customer still has an order.
  expect((await note({ text: 'Bought two', order_id: first.id })).status).toBe(201)
  await mailAgain(app, last.id, 'buyer@example.com')
  expect((await note({ text: 'Asks for help', order_id: last.id })).status).toBe(201)
  expect(await notesOf('buyer@example.com')).toEqual(['Asks for help', 'Bought two'])
  expect(await notesOf('friend@example.com')).toEqual([])
  expect((await note({ text: 'Lost', order_id: 999 })).status).toBe(404)
})

test('another address ends the link that the former one was mailed', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 }, { customer_email: 'byuer@example.com' })
  await expect.poll(() => app.mailbox.mails.length).toBe(1)
  await mailAgain(app, id)
  await expect.poll(() => app.mailbox.mails.length).toBe(2)
  await mailAgain(app, id, 'buyer@example.com')
  await expect.poll(() => app.mailbox.mails.length).toBe(3)
  const [first, again, moved] = app.mailbox.mails.map(({ text }) => /http:\/\/keydesk\.test(\/o\/\S+)/.exec(text)![1]!)
  expect(again).toBe(first)
  expect((await app.app.inject(first!)).statusCode).toBe(404)
  expect((await app.app.inject(moved!)).statusCode).toBe(200)
  expect((await shop.find(id)).page_url).toBe(`http://keydesk.test${moved}`)
})

test('two presses while the first attempt is under way are one mail', async () => {
  const app = await createMailingApp({ mail: { patience: { silenceMs: 1_500 } } })
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  app.mailbox.fail(() => ({ is: 'silence' }))
  const [first, second] = [await mailAgain(app, id), await mailAgain(app, id)]
  expect((second.body as { data: { id: number } }).data.id).toBe((first.body as { data: { id: number } }).data.id)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'waiting', reason: 'No answer from the mail server' }, {}])
  // Then it waits for another attempt: a press sends it at once.
  app.mailbox.fail(null)
  await mailAgain(app, id)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  later(app, 3_600)
  expect(app.mailbox.mails).toHaveLength(2)
})

test('a press while another attempt is under way is that mail', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const second = Promise.withResolvers<void>()
  app.mailbox.fail(({ count }) => ({ is: 'answer', code: 450, until: count === 2 ? second.promise : undefined }))
  const { id } = await shop.sell({ [variant.id]: 1 })
  const waiting = { state: 'waiting', reason: expect.stringContaining('450') }
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ ...waiting, attempts: 1 }])
  later(app, 40)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ ...waiting, attempts: 2 }])
  expect(await mailAgain(app, id)).toMatchObject({ status: 201, body: { data: { ...waiting, attempts: 2 } } })
  second.resolve()
  await expect.poll(() => app.deps.mail!.outcomes.failure).toBe(2)
  app.mailbox.fail(null)
  await mailAgain(app, id)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  expect(app.mailbox.mails).toHaveLength(1)
})

test('what becomes of an attempt with the old address says nothing about the one with the new address', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  const old = Promise.withResolvers<void>()
  app.mailbox.fail(({ to }) => {
    if (to === 'byuer@example.com') return { is: 'answer', code: 550, until: old.promise }
    return to === 'buyer@example.com' ? { is: 'answer', code: 450 } : null
  })
  const { id } = await shop.sell({ [variant.id]: 1 }, { customer_email: 'byuer@example.com' })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  later(app, 1)
  await mailAgain(app, id, 'buyer@example.com')
  const waiting = [{ state: 'waiting', attempts: 1, reason: expect.stringContaining('450') }]
  await expect.poll(() => mailsOf(app, id)).toMatchObject(waiting)
  old.resolve()
  // A mail that begins after that answer.
  const other = await shop.sell({ [variant.id]: 1 }, { customer_email: 'other@example.com' })
  await expect.poll(() => mailsOf(app, other.id)).toMatchObject([{ state: 'sent' }])
  expect(await mailsOf(app, id)).toMatchObject(waiting)
  app.mailbox.fail(null)
  later(app, 60)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent', to: 'buyer@example.com' }])
})

test('a mail that is accepted at the moment of a press is not sent again: the press is another mail', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  app.mailbox.fail(() => ({ is: 'answer', code: 450 }))
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ attempts: 1, reason: expect.stringContaining('450') }])
  app.mailbox.fail(null)
  const pressed = await app.deps.db.transaction().execute(async (tx) => {
    const accepted = { status: 'success', reason: null, send_after: null, sent_at: app.clock.at.toISOString() } as const
    await tx.updateTable('outbox').set(accepted).execute()
    const press = mailAgain(app, id)
    await expect.poll(() => countBlocked(tx)).toBe(1)
    return { press }
  })
  expect(await pressed.press).toMatchObject({ status: 201 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  expect(app.mailbox.mails).toHaveLength(1)
})

test('a refunded order is mailed its refund, an unpaid one nothing, and without a mail server nothing is mailed at all', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  const pending = await shop.buy({ [variant.id]: 1 })
  expect(await mailAgain(app, pending.id)).toMatchObject({ status: 409, body: { code: 'nothing_to_mail' } })
  await shop.complete(pending.id)
  await shop.refund(pending.id)
  expect(await mailAgain(app, pending.id)).toMatchObject({ status: 201, body: { data: { kind: 'order_refunded' } } })
  expect((await mailAgain(app, 999)).status).toBe(404)
  expect(await mailAgain(app, pending.id, 'not an address')).toMatchObject({ status: 400, body: { fields: { to: expect.any(String) } } })
  expect((await mailAgain(app, pending.id, 'a@example.com\r\nBcc: b@example.com')).status).toBe(400)

  const off = await createTestApp()
  const { id } = await (await openShop(off)).sell({ [(await makeStock(off, 1)).id]: 1 })
  expect(await mailAgain(off, id)).toMatchObject({ status: 409, body: { code: 'mail_off' } })
})

test('an order that was refunded since a person looked at it is not mailed its refund in place of its keys', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  const send = (body: object) => app.call('POST', `/admin/purchases/orders/${id}/mails`, body)
  expect(await send({ kind: 'order_completed' })).toMatchObject({ status: 201, body: { data: { kind: 'order_completed' } } })
  await shop.refund(id)
  const before = (await mailsOf(app, id)).length
  const refusal = { status: 409, body: { code: 'conflict', message: 'This order is refunded now. Look at it again.' } }
  expect(await send({ kind: 'order_completed' })).toMatchObject(refusal)
  expect(await send({ kind: 'order_completed', to: 'other@example.com' })).toMatchObject(refusal)
  expect(await mailsOf(app, id)).toHaveLength(before)
  expect(await shop.find(id)).toMatchObject({ customer_email: 'buyer@example.com' })
  expect(await send({ kind: 'order_refunded' })).toMatchObject({ status: 201, body: { data: { kind: 'order_refunded' } } })
  expect((await send({ kind: 'key_replaced' })).status).toBe(400)
})

test('a past order without keys has nothing to mail but its refund, whose text needs no keys', async () => {
  const app = await createMailingApp()
  await makeStock(app, 1)
  const rows = [
    ['Date', 'Email', 'Product', 'Amount'],
    ['2029-05-05', 'ann@example.com', 'Aim', '10'],
  ]
  await importShop(app, 'orders', 'keydesk', csvOf(rows))
  const refusal = { code: 'nothing_to_mail', message: 'This order has no keys to mail' }
  expect(await mailAgain(app, 1)).toMatchObject({ status: 409, body: refusal })
  expect(await mailsOf(app, 1)).toEqual([])
  dataOf(await app.call('POST', '/admin/purchases/orders/1/refund', {}))
  await expect.poll(() => app.mailbox.mails.length).toBe(1)
  expect(app.mailbox.mails[0]!.text).toBe('Hello,\n\nWe have refunded $10.00 for your order #1. Refunded keys no longer work.\n')
  expect(await mailAgain(app, 1)).toMatchObject({ status: 201, body: { data: { kind: 'order_refunded' } } })
})

test('the refund of a free order is mailed only by hand', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  await makeCoupon(app, { code: 'FREE', discount_value: 100 })
  const { id } = await shop.buy({ [variant.id]: 1 }, { coupon_code: 'FREE' })
  await shop.refund(id)
  expect((await mailsOf(app, id)).map(({ kind }) => kind)).toEqual(['order_completed'])
  expect(await mailAgain(app, id)).toMatchObject({ status: 201, body: { data: { kind: 'order_refunded' } } })
})

test('support mails orders but reads no templates; stock and marketing do neither', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  const [mail] = await mailsOf(app, id)
  const team = await addTeam(app)
  const path = `/admin/purchases/orders/${id}/mails`
  const may = {
    owner: [201, 200, 200],
    manager: [201, 200, 200],
    support: [201, 200, 403],
    stock: [403, 403, 403],
    marketing: [403, 403, 403],
  }
  for (const [role, expected] of Object.entries(may)) {
    const { token } = team[role as keyof typeof team]
    const statuses = [
      (await app.call('POST', path, {}, { token })).status,
      (await app.call('GET', `${path}/${mail!.id}`, undefined, { token })).status,
      (await app.call('GET', '/admin/mails', undefined, { token })).status,
    ]
    expect(statuses, role).toEqual(expected)
  }
})

test('a mail that a restore holds is listed with its receiver, and sent with the Message-ID that it had', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  const held = { status: 'failed' as const, sent_at: null, held_at: app.clock.at.toISOString() }
  await app.deps.db.updateTable('outbox').set(held).execute()
  expect(dataOf(await app.call('GET', '/admin/restore-holds'))).toMatchObject({
    messages: [{ channel: 'mail', event: 'order_completed', about: `order ${id}`, receiver: 'buyer@example.com' }],
  })
  await app.call('POST', '/admin/restore-holds/messages', { decision: 'send' })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  expect(app.mailbox.mails).toHaveLength(2)
  expect(new Set(app.mailbox.mails.map((mail) => mail.messageId)).size).toBe(1)
})
