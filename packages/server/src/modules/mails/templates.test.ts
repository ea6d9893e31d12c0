import { defaultMails, limits, type RenderedMail } from '@keydesk/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { activityOf, dataOf, saveProduct, readProduct } from '../../testing/shop/catalogue.ts'
import { createMailingApp, listMails, mailAgain, mailsOf } from '../../testing/shop/mails.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { createTestApp, testAdmin, type TestApp } from '../../testing.ts'

const template = { enabled: true, subject: 'Order {{order}} for {{customer}}', body: 'Hi {{ customer }},\n\n{{keys}}\n\nPaid: {{amount}}' }
const preview = async (app: TestApp, draft: { subject: string; body: string }, kind = 'order_completed') =>
  dataOf(await app.call('POST', `/admin/mails/${kind}/preview`, draft)) as RenderedMail

test('mails have default texts until somebody saves others, which the next mail has', async () => {
  const app = await createMailingApp()
  expect((await listMails(app)).data).toMatchObject(
    Object.entries(defaultMails).map(([kind, texts]) => ({ kind, ...texts, enabled: true, is_default: true })),
  )
  const saved = await app.call('PUT', '/admin/mails/order_completed', template)
  expect(dataOf(saved)).toEqual({ kind: 'order_completed', ...template, is_default: false })
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => app.mailbox.mails).toMatchObject([{ subject: `Order #${id} for buyer@example.com` }])
  expect(app.mailbox.mails[0]!.text).toBe('Hi buyer@example.com,\n\nAim - Month\nKEY-1\n\nPaid: $10.00\n')
  const { changes } = (await activityOf(app, 'mail')).at(-1)!
  expect(changes).toMatchObject({ subject: { after: template.subject } })
  // Saved again as it is: no second entry.
  await app.call('PUT', '/admin/mails/order_completed', template)
  expect(await activityOf(app, 'mail')).toHaveLength(1)
  expect((await app.call('PUT', '/admin/mails/welcome', template)).status).toBe(404)
})

test('a save changes only the fields that it names, also if another person saves at the same moment', async () => {
  const app = await createTestApp()
  const save = async (input: object) => dataOf(await app.call('PUT', '/admin/mails/order_completed', input))
  expect(await save({ enabled: false })).toEqual({
    kind: 'order_completed',
    ...defaultMails.order_completed,
    enabled: false,
    is_default: true,
  })
  for (let round = 1; round <= 10; round += 1) {
    const [subject, body] = [`Order {{order}}, text ${round}`, `Text ${round}`]
    await Promise.all([save({ subject }), save({ body })])
    expect(await save({})).toEqual({ kind: 'order_completed', subject, body, enabled: false, is_default: false })
  }
  expect(await activityOf(app, 'mail')).toHaveLength(21)
})

test.each([
  { fields: { body: 'Hi {{custommer}}' }, says: 'There is no field {{custommer}}', field: 'body' },
  { fields: { subject: 'Hi {{constructor}}' }, says: 'There is no field {{constructor}}', field: 'subject' },
  { fields: { body: '{{#each keys}}' }, says: 'There is no field {{#each keys}}', field: 'body' },
  { fields: { body: 'Hi {{customer}' }, says: 'A field is written as {{name}}: two braces on each side', field: 'body' },
  { fields: { subject: 'Keys {{keys}}' }, says: '{{keys}} cannot be in the subject', field: 'subject' },
  { fields: { subject: 'One\r\nBcc: other@example.com' }, says: 'Subject must be one line', field: 'subject' },
  { fields: { subject: ' ' }, says: 'Subject is required', field: 'subject' },
  { fields: { body: 'x'.repeat(limits.mailBody + 1) }, says: 'Text must be at most 20,000 characters', field: 'body' },
  { fields: { body: '{{'.repeat(250_000) }, says: 'Text must be at most 20,000 characters', field: 'body' },
])('a text is refused: $says', async ({ fields, says, field }) => {
  const app = await createTestApp()
  for (const [method, url] of [
    ['PUT', '/admin/mails/order_completed'],
    ['POST', '/admin/mails/order_completed/preview'],
    ['POST', '/admin/mails/order_completed/test'],
  ] as const) {
    expect(await app.call(method, url, { ...template, ...fields })).toMatchObject({
      status: 400,
      body: { message: says, fields: { [field]: says } },
    })
  }
})

test('a preview has the data of the newest order with masked keys, and made-up data while there is none', async () => {
  const app = await createTestApp()
  const empty = await preview(app, defaultMails.order_completed)
  expect(empty).toMatchObject({ subject: 'Your keys for order #1024', text: expect.stringContaining('Example Product') })
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  const product = await readProduct(app, variant.product_id)
  await saveProduct(app, product.id, { ...product, instructions: 'Open the loader.\n\nif (a < b) press <F1>' } as never)
  const { id } = await shop.sell({ [variant.id]: 2 }, { customer_email: 'eve@example.com' })
  const real = await preview(app, template)
  expect(real.subject).toBe(`Order #${id} for eve@example.com`)
  expect(JSON.stringify(real)).not.toContain('KEY-')
  const instructed = await preview(app, { subject: 'x', body: 'Before {{instructions}} after {{link}}' })
  expect(instructed.text).toBe('Before\n\nOpen the loader.\n\nif (a < b) press <F1>\n\nafter\n\nView your order: http://keydesk.test/o/…\n')
  expect(instructed.html).toContain('if (a &#60; b) press &#60;F1&#62;')
  expect((await preview(app, defaultMails.key_replaced, 'key_replaced')).text).toContain('Aim - Month\n•')
  await shop.refund(id)
  expect(await preview(app, defaultMails.order_refunded, 'order_refunded')).toMatchObject({
    text: expect.stringContaining('refunded $20.00'),
  })
})

test('a test goes to its sender alone, with the text that is not saved, and says what became of it', async () => {
  const app = await createMailingApp()
  const draft = { subject: 'A test', body: 'Hello {{customer}}' }
  const sent = await app.call('POST', '/admin/mails/order_completed/test', draft)
  expect(dataOf(sent)).toMatchObject({ state: 'sent', reason: null })
  expect(app.mailbox.mails).toMatchObject([{ recipient: testAdmin.email, subject: 'A test', text: 'Hello customer@example.com\n' }])
  app.mailbox.fail(() => ({ is: 'answer', code: 450 }))
  const failed = await app.call('POST', '/admin/mails/order_completed/test', draft)
  expect(dataOf(failed)).toMatchObject({ state: 'failed', reason: expect.stringContaining('450') })
  // Tried once.
  expect(app.deps.mail!.outcomes).toMatchObject({ success: 1, given_up: 1, failure: 0 })
  // Its outcome was seen, so it is no reason for an alert.
  expect(app.deps.givenUp.mail).toBe(0)
  const off = await createTestApp()
  expect(await off.call('POST', '/admin/mails/order_completed/test', draft)).toMatchObject({ status: 409, body: { code: 'mail_off' } })
})

test('a test is answered with its outcome, also after the time that other calls have', async () => {
  const app = await createMailingApp()
  // The limit of a call is on this clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  app.mailbox.fail(() => {
    vi.advanceTimersByTime(10_000)
    return null
  })
  const sent = await app.call('POST', '/admin/mails/order_completed/test', { subject: 'A test', body: 'Hello' })
  expect(dataOf(sent)).toMatchObject({ state: 'sent' })
})

test('the name of the sender and the reply-to address are those of the shop', async () => {
  const app = await createMailingApp()
  expect((await listMails(app)).meta).toEqual({ is_configured: true, retries: null })
  const settings = { name: 'Ünïcode & "Söhne" <shop>', reply_to: 'help@shop.test', terms_url: '', privacy_url: '', books_zone: '' }
  expect(dataOf(await app.call('PUT', '/admin/shop', settings))).toMatchObject(settings)
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  expect(app.mailbox.mails[0]).toMatchObject({
    ...{ sender: 'shop@shop.test', replyTo: 'help@shop.test' },
    from: expect.stringContaining('<shop@shop.test>'),
    html: expect.stringContaining('&#38; &#34;Söhne&#34; &#60;shop&#62;'),
  })
  await mailAgain(app, id)
  await expect.poll(() => app.mailbox.mails.length).toBe(2)
})
