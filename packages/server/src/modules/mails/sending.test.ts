import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { activityOf } from '../../testing/shop/catalogue.ts'
import { createMailingApp, drainMails, listMails, mailAgain, mailsOf } from '../../testing/shop/mails.ts'
import { startSessionOf } from '../../testing/shop/members.ts'
import { seeded } from '../../testing/random.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { later, makeWebhook, startReceiver } from '../../testing/shop/webhooks.ts'
import { createTestApp } from '../../testing.ts'

/** A few dozen, or 10,000 in `npm run soak`. */
const wanted = Number(process.env['KEYDESK_SOAK_MESSAGES'] ?? 2) * 20
const seed = Number(process.env['KEYDESK_SEED'] ?? 1)

test('a completed order is mailed once, with its keys, and neither a key nor an address reaches the outbox or the log', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const { id } = await shop.sell({ [variant.id]: 2 }, { customer_email: 'Eve@Example.com' })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent', kind: 'order_completed', to: 'Eve@Example.com', attempts: 1 }])
  const [mail] = app.mailbox.mails
  expect(mail).toMatchObject({
    ...{
      sender: 'shop@shop.test',
      recipient: 'Eve@example.com',
      subject: `Your keys for order #${id}`,
      from: '"Test Shop" <shop@shop.test>',
    },
    text: expect.stringContaining('Aim - Month\nKEY-1\nKEY-2'),
    html: expect.stringContaining('KEY-2</div>'),
  })
  // The link of the order's page.
  expect(mail!.text).toMatch(/http:\/\/keydesk\.test\/o\/[\w-]{43}/)
  const stored = JSON.stringify(await app.deps.db.selectFrom('outbox').selectAll().execute())
  expect(stored).not.toMatch(/KEY-1|\/o\/[\w-]{43}/)
  expect(app.logged.join('')).not.toMatch(/KEY-1|example\.com/i)
  // A repeat of the completion is no second event.
  await shop.complete(id)
  await drainMails(app, 5_000)
  expect(app.mailbox.mails).toHaveLength(1)
})

test('a replaced key and refunds are mailed, each as it is when it leaves', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 4)
  const { id, items } = await shop.sell({ [variant.id]: 2 })
  await expect.poll(() => app.mailbox.mails.length).toBe(1)
  await app.call('POST', `/admin/purchases/orders/${id}/keys/1/replace`, { reason: 'not_working' })
  await expect.poll(() => app.mailbox.mails.length).toBe(2)
  expect(app.mailbox.mails[1]).toMatchObject({ subject: `A new key for order #${id}`, text: expect.stringContaining('KEY-3') })
  expect(app.mailbox.mails[1]!.text).not.toContain('KEY-2')
  await shop.succeed('POST', `/purchases/${id}/refund`, { items: [{ id: items[0]!.id, quantity: 1 }] })
  await expect.poll(() => app.mailbox.mails.length).toBe(3)
  expect(app.mailbox.mails[2]).toMatchObject({ subject: `Refund for order #${id}`, text: expect.stringContaining('refunded $10.00') })
  // A revoked key is named, but not shown.
  expect(app.mailbox.mails[2]!.text).toMatch(/Aim - Month\n•+\S/)
  await shop.refund(id)
  await expect.poll(() => app.mailbox.mails.length).toBe(4)
  expect(new Set(app.mailbox.mails.map((mail) => mail.messageId)).size).toBe(4)
  expect((await mailsOf(app, id)).map((mail) => mail.kind)).toEqual(['order_refunded', 'order_refunded', 'key_replaced', 'order_completed'])
})

test('an order that is refunded before its mail leaves is not mailed its keys', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  app.mailbox.fail(() => ({ is: 'answer', code: 450 }))
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'waiting', attempts: 1, reason: expect.stringContaining('450') }])
  await shop.refund(id)
  app.mailbox.fail(null)
  await drainMails(app, 5_000)
  expect(app.mailbox.mails.map((mail) => mail.subject)).toEqual([`Refund for order #${id}`])
  expect((await mailsOf(app, id))[1]).toMatchObject({ state: 'failed', reason: 'The order was changed before the mail was sent' })
})

test('a storefront that mails the keys itself says so, and a kind that is off is not mailed', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const items = [{ variant_id: variant.id, quantity: 1 }]
  const mailed = await shop.succeed('POST', '/purchases', { customer_email: 'buyer@example.com', items, mail: null })
  await shop.complete(mailed.id)
  expect(await mailsOf(app, mailed.id)).toMatchObject([{ kind: 'order_completed' }])
  const own = await shop.succeed('POST', '/purchases', { customer_email: 'buyer@example.com', items, mail: false })
  await shop.complete(own.id)
  expect(await mailsOf(app, own.id)).toEqual([])
  await app.call('PUT', '/admin/mails/order_completed', { enabled: false, subject: 'Keys', body: '{{keys}}' })
  const { id } = await shop.sell({ [variant.id]: 1 })
  expect(await mailsOf(app, id)).toEqual([])
  // The refund is another kind.
  await shop.refund(own.id)
  await expect.poll(() => mailsOf(app, own.id)).toMatchObject([{ kind: 'order_refunded', state: 'sent' }])
})

test('an order whose storefront would have mailed the keys is mailed if it is completed by hand', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const items = [{ variant_id: variant.id, quantity: 1 }]
  const { id } = await shop.succeed('POST', '/purchases', { customer_email: 'buyer@example.com', items, mail: false })
  await app.call('POST', `/admin/purchases/orders/${id}/complete`, { reason: 'Paid by bank transfer' })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ kind: 'order_completed', to: 'buyer@example.com', state: 'sent' }])
  expect(app.mailbox.mails).toMatchObject([{ text: expect.stringContaining('KEY-1') }])
})

test('without a mail server nothing is stored', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  const order = await app.call('GET', `/admin/purchases/orders/${id}`)
  expect(order.body).toMatchObject({ data: { mails: [], is_mail_on: false } })
  expect(await app.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  expect(await app.call('GET', '/admin/mails')).toMatchObject({ body: { meta: { is_configured: false } } })
})

test('more than 20 keys are in an attached file', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 121)
  const { id } = await shop.sell({ [variant.id]: 100 })
  const few = await shop.sell({ [variant.id]: 20 })
  await expect.poll(() => app.mailbox.mails.length).toBe(2)
  const mail = app.mailbox.mails.find(({ subject }) => subject.endsWith(`#${id}`))!
  expect(mail.attachments).toMatchObject([{ name: `keys-order-${id}.txt`, text: expect.stringContaining('KEY-100') }])
  expect(mail.attachments[0]!.text.match(/KEY-\d+/g)).toHaveLength(100)
  expect(mail.text).toContain(`Aim - Month (100 keys)\n\nAll keys are in the attached file keys-order-${id}.txt.`)
  expect(mail.text + mail.html).not.toContain('KEY-')
  expect(app.mailbox.mails.find(({ subject }) => subject.endsWith(`#${few.id}`))).toMatchObject({ attachments: [] })
})

test.each([
  { fault: { is: 'answer', code: 421, text: '4.7.0 Try again later' }, says: 'The mail server answered: 421 4.7.0 Try again later' },
  { fault: { is: 'answer', code: 450 }, says: 'The mail server answered: 450 4.1.1 <…>: refused by the stand-in' },
  { fault: { is: 'answer', code: 452, to: 'mail' }, says: 'The mail server answered: 452 4.1.1 <…>: refused by the stand-in' },
] as const)('$fault.code is tried again for 24 hours', async ({ fault, says }) => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  app.mailbox.fail(() => fault)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'waiting', attempts: 1, reason: says }])
  later(app, 40)
  await expect.poll(() => app.deps.mail!.outcomes.failure).toBe(2)
  app.mailbox.fail(null)
  later(app, 80)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent', attempts: 3, reason: null }])
  expect(app.mailbox.mails).toHaveLength(1)

  app.mailbox.fail(() => fault)
  const lost = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, lost.id)).toMatchObject([{ attempts: 1 }])
  later(app, 25 * 3_600)
  const token = await startSessionOf(app, 1)
  await expect.poll(() => mailsOf(app, lost.id, token)).toMatchObject([{ state: 'failed', reason: `Given up after 24 hours: ${says}` }])
})

test('the list of mails says how many wait after a failed attempt, since when, and why the last one failed', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const retries = async () => (await listMails(app)).meta.retries
  const since = app.clock.at.toISOString()
  app.mailbox.fail(() => ({ is: 'answer', code: 450, text: '4.2.0 Full' }))
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(retries).toEqual({ count: 1, since, reason: 'The mail server answered: 450 4.2.0 Full' })
  later(app, 10)
  app.mailbox.fail(() => ({ is: 'answer', code: 421, text: '4.3.2 Going down for buyer@example.com' }))
  const { id: second } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(retries).toEqual({ count: 2, since, reason: 'The mail server answered: 421 4.3.2 Going down for …' })
  // One that was given up does not wait.
  app.mailbox.fail(() => ({ is: 'answer', code: 550 }))
  await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => app.deps.mail!.outcomes.given_up).toBe(1)
  expect(await retries()).toMatchObject({ count: 2 })
  app.mailbox.fail(null)
  for (const waiting of [id, second]) await mailAgain(app, waiting)
  await expect.poll(() => app.deps.mail!.outcomes.success).toBe(2)
  expect(await retries()).toBeNull()
})

test('550 fails at once, with the server’s words and without the address; the order and webhooks say so', async () => {
  const app = await createMailingApp({ webhooks: { allowPrivate: true } })
  const receiver = await startReceiver()
  await makeWebhook(app, receiver.url, { events: ['mail.failed'] })
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  app.mailbox.fail(() => ({ is: 'answer', code: 550, text: '5.1.1 <BUYER@example.com>: no such mailbox' }))
  const { id } = await shop.sell({ [variant.id]: 1 })
  const reason = 'The mail server answered: 550 5.1.1 <…>: no such mailbox'
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'failed', attempts: 1, reason, to: 'buyer@example.com' }])
  expect((await activityOf(app, 'order')).at(-1)).toMatchObject({
    ...{ action: 'order.mail_failed', subject_id: id },
    changes: { mail: { before: null, after: 'order_completed' }, mail_error: { before: null, after: reason } },
  })
  await expect
    .poll(() => receiver.accepted)
    .toMatchObject([{ type: 'mail.failed', data: { order_id: id, kind: 'order_completed', reason } }])
  expect(app.logged.join('')).not.toContain('example.com')
  await receiver.close()
})

test.each([
  { name: 'a server that is not there', url: 'smtp://127.0.0.1:9', mailbox: {}, says: 'The mail server refused the connection' },
  { name: 'a certificate that nobody trusts', mailbox: { offersTls: true }, says: 'The certificate of the mail server is not valid' },
  {
    name: 'a wrong password',
    mailbox: { requiresSignIn: { user: 'shop', password: 'right' } },
    says: 'The mail server refused the sign-in: 535 ',
  },
])('$name has a reason that says so, and is tried again', async ({ url, mailbox, says }) => {
  const app = await createMailingApp({ mailbox, ...(url !== undefined && { mail: { url } }) })
  if (mailbox.requiresSignIn !== undefined) Object.assign(app.deps.mail!, { url: app.mailbox.url.replace('//', '//shop:wrong@') })
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  const reason = expect.stringContaining(says)
  await expect.poll(() => mailsOf(app, id), { timeout: 8_000 }).toMatchObject([{ state: 'waiting', attempts: 1, reason }])
})

test('a server without encryption gets no mail, unless it is on this machine or SMTP_URL allows it', async () => {
  const app = await createMailingApp()
  const { port } = new URL(app.mailbox.url)
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  // Another name of this machine, which is not recognised as such.
  Object.assign(app.deps.mail!, { url: `smtp://[::ffff:127.0.0.1]:${port}` })
  const { id } = await shop.sell({ [variant.id]: 1 })
  const reason = expect.stringContaining('The mail server refused an encrypted connection')
  await expect.poll(() => mailsOf(app, id), { timeout: 8_000 }).toMatchObject([{ state: 'waiting', attempts: 1, reason }])
  Object.assign(app.deps.mail!, { url: `smtp://[::ffff:127.0.0.1]:${port}?ignoreTLS=true&requireTLS=false` })
  const allowed = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, allowed.id)).toMatchObject([{ state: 'sent' }])
})

test.each(['hang', 'cut'] as const)(
  'a server that says nothing after the whole mail (%s) gets it again, with the same Message-ID',
  async (is) => {
    const app = await createMailingApp({ mail: { patience: { silenceMs: 1_500 } } })
    const shop = await openShop(app)
    const variant = await makeStock(app, 1)
    app.mailbox.fail(({ count }) => (count === 1 ? { is } : null))
    const { id } = await shop.sell({ [variant.id]: 1 })
    await expect
      .poll(() => mailsOf(app, id))
      .toMatchObject([
        { state: 'waiting', attempts: 1, reason: expect.stringMatching(/after the whole mail was sent: it may have arrived$/) },
      ])
    later(app, 40)
    await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent', attempts: 2 }])
    expect(app.mailbox.mails).toHaveLength(2)
    expect(new Set(app.mailbox.mails.map((mail) => mail.messageId)).size).toBe(1)
    expect((await app.app.inject('/metrics')).body).toContain('keydesk_mail_attempts_total{outcome="repeated"} 1')
  },
)

test('a server that never answers is waited for, and a sale is not', async () => {
  const app = await createMailingApp({ mail: { patience: { silenceMs: 1_500 } } })
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  app.mailbox.fail(() => ({ is: 'silence' }))
  const { id } = await shop.sell({ [variant.id]: 1 })
  expect(await mailsOf(app, id)).toMatchObject([{ state: 'waiting', reason: null }])
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ attempts: 1, reason: 'No answer from the mail server' }])
  expect((await app.app.inject('/metrics')).body).toContain('keydesk_outbox_waiting{channel="mail"} 1')
})

test('a mail whose attempt died with its server is sent again, with the same Message-ID', async () => {
  const app = await createMailingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  // The state after a kill between the server's answer and the commit: begun, without an outcome.
  const at = app.clock.at.toISOString()
  const begun = {
    status: 'pending',
    sent_at: null,
    uncertain_since: at,
    send_after: new Date(app.clock.at.getTime() + 35_000).toISOString(),
  }
  await app.deps.db
    .updateTable('outbox')
    .set(begun as never)
    .execute()
  await wait(50)
  expect(app.mailbox.mails).toHaveLength(1)
  later(app, 36)
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent', attempts: 2 }])
  expect(new Set(app.mailbox.mails.map((mail) => mail.messageId)).size).toBe(1)
  expect(app.mailbox.mails).toHaveLength(2)
})

test(
  `${wanted} mails to a server that fails half of the time: none is lost, and each keeps its Message-ID`,
  { timeout: 60_000 + wanted * 200 },
  async () => {
    const app = await createMailingApp({ mail: { patience: { silenceMs: 1_500 } } })
    const shop = await openShop(app)
    const random = seeded(seed)
    const faults = [
      { is: 'answer', code: 421 },
      { is: 'answer', code: 450 },
      { is: 'answer', code: 451, to: 'mail' },
      { is: 'cut' },
    ] as const
    app.mailbox.fail(() => (random.next() < 0.5 ? null : faults[Math.floor(random.next() * faults.length)]!))
    for (let sold = 0; sold < wanted; sold += 20) {
      const variant = await makeStock(app, 20)
      for (let nth = 0; nth < 20; nth += 1) await shop.sell({ [variant.id]: 1 })
    }
    await drainMails(app, 40_000 + wanted * 150)
    const rows = await app.deps.db.selectFrom('outbox').select(['status', 'idempotency_key']).execute()
    expect(new Set(rows.map((row) => row.status)), `seed ${seed}`).toEqual(new Set(['success']))
    const arrived = new Set(app.mailbox.mails.map((mail) => mail.messageId))
    expect(arrived, `seed ${seed}`).toEqual(new Set(rows.map((row) => row.idempotency_key)))
    expect(arrived.size).toBe(wanted)
  },
)
