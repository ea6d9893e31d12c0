import { webhookEvents } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { activityOf, dataOf, makeProduct, saveVariant } from '../../testing/shop/catalogue.ts'
import { moveDays } from '../../testing/shop/discord.ts'
import { readHistory } from '../../testing/shop/history.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { addMember } from '../../testing/shop/members.ts'
import { createSendingApp, later, listDeliveries, listWebhooks, makeWebhook, startReceiver, verify } from '../../testing/shop/webhooks.ts'
import { expireDue } from '../orders/order-steps.service.ts'
import { purgeMessages } from '../outbox/outbox.service.ts'

const url = 'https://shop.example/hooks?token=abc'
const input = { url, events: ['order.completed'], active: true }

test('a webhook is made, changed, listed and deleted; its secret is in the answer that makes it alone', async () => {
  const app = await createTestApp()
  const made = await app.call('POST', '/admin/webhooks', input)
  expect(made).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
  const { id, secret } = (made.body as { data: { id: number; secret: string } }).data
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
  const shown = { id, url, events: ['order.completed'], active: true, disabled_reason: null, last_success_at: null }
  expect(await listWebhooks(app)).toEqual([expect.objectContaining(shown)])
  const events = ['product.changed', 'order.refunded']
  const saved = dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { url, events, active: false }))
  expect(saved).toMatchObject({ events: ['order.refunded', 'product.changed'], active: false })
  // What is left out stays.
  expect(dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { events: ['order.expired'] }))).toMatchObject({
    ...{ url, events: ['order.expired'], active: false },
  })
  expect(await app.call('POST', `/admin/webhooks/${id}/test`)).toMatchObject({ status: 409, body: { code: 'webhook_inactive' } })
  expect(JSON.stringify([await listWebhooks(app), saved, await app.deps.db.selectFrom('webhook').selectAll().execute()])).not.toContain(
    secret.slice(6),
  )
  expect(dataOf(await app.call('DELETE', `/admin/webhooks/${id}`))).toBeNull()
  expect(await listWebhooks(app)).toEqual([])
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/1/resend'],
  ] as const) {
    const answer = await app.call(method, `/admin/webhooks/${id}${path}`, method === 'PUT' ? input : undefined)
    expect(answer, path).toMatchObject({ status: 404, body: { message: 'Webhook not found' } })
  }
  // The URL after the host may be secret.
  const history = await readHistory(app, 'subject_kind=webhook')
  expect(history.map((row) => [row.action, row.subject.name])).toEqual([
    ['webhook.deleted', 'shop.example'],
    ['webhook.updated', 'shop.example'],
    ['webhook.updated', 'shop.example'],
    ['webhook.created', 'shop.example'],
  ])
  expect(history[3]?.changes['url']).toEqual({ before: null, after: 'https://shop.example/…' })
  expect(JSON.stringify(await activityOf(app, 'webhook'))).not.toMatch(/abc|whsec/)
})

const refused = [
  [{ ...input, events: [] }, 400, /^Choose at least one event$/],
  [{ ...input, events: ['order.created'] }, 400, /Event must be one of/],
  [{ ...input, url: 'shop.example' }, 400, /https:/],
  [{ ...input, url: 'ftp://shop.example' }, 400, /https:/],
  [{ ...input, url: `https://shop.example/${'x'.repeat(2_000)}` }, 400, /at most 2000/],
  [{ ...input, url: 'http://shop.example' }, 422, /https:/],
  [{ ...input, url: 'https://me:secret@shop.example' }, 422, /password/],
  [{ ...input, url: 'https://0x7f.1/' }, 422, /public internet/],
] as const

test('no webhook is made with an invalid URL or invalid events', async () => {
  const app = await createTestApp()
  for (const [body, status, message] of refused) {
    const answer = await app.call('POST', '/admin/webhooks', body)
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) as string } })
  }
  expect(await listWebhooks(app)).toEqual([])
})

test('a shop has at most 20 webhooks', async () => {
  const app = await createTestApp()
  for (let nth = 0; nth < 18; nth += 1) await makeWebhook(app, url)
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => app.call('POST', '/admin/webhooks', input)))
  expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(atOnce.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'too_many_webhooks' } })
})

test('every event is sent with its subject, signed for the library of the specification, and with no key', async () => {
  const app = await createSendingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 6)
  const receiver = await startReceiver()
  const { id, secret } = await makeWebhook(app, receiver.url)
  const next = async (type: string, data: object) => {
    await expect.poll(() => receiver.accepted.filter((message) => message.type === type).at(-1)?.data).toMatchObject(data)
  }
  const order = await shop.buy({ [variant.id]: 2 })
  await next('variant.stock_changed', { product_id: variant.product_id, variant_id: variant.id, available: 4 })
  await shop.complete(order.id)
  const items = [{ product_id: variant.product_id, variant_id: variant.id, quantity: 2, total: 20 }]
  await next('order.completed', {
    ...{ order_id: order.id, status: 'completed', customer_email: 'buyer@example.com', subtotal: 20, discount: 0, total: 20, items },
  })
  const [key] = dataOf(await app.call('POST', `/admin/purchases/orders/${order.id}/keys`)) as { id: number }[]
  const replaced = await app.call('POST', `/admin/purchases/orders/${order.id}/keys/${key!.id}/replace`, { reason: 'not_working' })
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200)
  await next('key.replaced', { order_id: order.id, key_id: key!.id, new_key_id: expect.any(Number) as number, reason: 'not_working' })
  await next('variant.stock_changed', { available: 3 })
  dataOf(await shop.call('POST', `/purchases/${order.id}/refund`, { items: [{ id: order.items[0]!.id, quantity: 1 }] }))
  await next('order.refunded', { order_id: order.id, status: 'completed', total: 20, refunded_total: 10 })
  await shop.refund(order.id)
  await next('order.refunded', { order_id: order.id, status: 'refunded', total: 20, refunded_total: 20 })
  await shop.cancel((await shop.buy({ [variant.id]: 1 })).id)
  await next('order.cancelled', { status: 'cancelled' })
  await shop.buy({ [variant.id]: 1 })
  later(app, 1_801)
  await expireDue(app.deps)
  await next('order.expired', { status: 'expired' })
  await next('variant.stock_changed', { available: 3 })
  await saveVariant(app, variant.id, { price: 12 })
  await next('product.changed', { product_id: variant.product_id, change: 'updated', fields: ['variants'] })
  await saveVariant(app, variant.id, { keys: [] })
  await next('variant.stock_changed', { available: 0 })
  const { id: productId } = await makeProduct(app, { name: 'Other' })
  await next('product.changed', { product_id: productId, change: 'created' })
  await app.call('DELETE', `/admin/products/${productId}`)
  await next('product.changed', { product_id: productId, change: 'deleted' })

  // `mail.failed` needs a mail server (mails/sending.test.ts).
  const expected = webhookEvents.filter((event) => event !== 'mail.failed')
  expect(new Set(receiver.accepted.map((message) => message.type))).toEqual(new Set(expected))
  for (const message of receiver.accepted) verify(message, secret)
  expect(receiver.accepted.map((message) => message.body).join()).not.toMatch(/KEY-\d|whsec_/)
  expect(new Set(receiver.accepted.map((message) => message.id)).size).toBe(receiver.accepted.length)
  // The outcome is stored after the answer.
  await expect.poll(async () => new Set((await listDeliveries(app, id)).map((row) => row.status))).toEqual(new Set(['success']))
  expect((await listWebhooks(app))[0]).toMatchObject({ last_failure: null, last_success_at: expect.any(String) as string })
  const metrics = (await app.app.inject('/metrics')).body
  expect(metrics).toMatch(/keydesk_webhook_attempts_total\{outcome="success"\} \d\d/)
  expect(metrics).toContain('keydesk_outbox_waiting{channel="webhook"} 0')
  expect([metrics, ...app.logged].join()).not.toMatch(/127\.0\.0\.1:\d+\/hook|whsec_/)
  await receiver.close()
})

test('a webhook is sent only what it asked for, and nothing while it is paused', async () => {
  const app = await createSendingApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5)
  const [orders, stock, paused] = [await startReceiver(), await startReceiver(), await startReceiver()]
  await makeWebhook(app, orders.url, { events: ['order.completed'] })
  await makeWebhook(app, stock.url, { events: ['variant.stock_changed'] })
  const { id } = await makeWebhook(app, paused.url, { active: false })
  await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => [orders.accepted.length, stock.accepted.length]).toEqual([1, 1])
  expect(await listDeliveries(app, id)).toEqual([])
  await app.call('PUT', `/admin/webhooks/${id}`, { ...input, url: paused.url })
  await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => paused.accepted.map((message) => message.type)).toEqual(['order.completed'])
  await Promise.all([orders.close(), stock.close(), paused.close()])
})

test('a rotation whose answer was lost is repeated without ending the secret that the receiver has', async () => {
  const app = await createSendingApp()
  const receiver = await startReceiver()
  const { id, secret: first } = await makeWebhook(app, receiver.url)
  const rotate = async () => {
    const answer = await app.call('POST', `/admin/webhooks/${id}/rotate-secret`, { previous_secret_until: null })
    return dataOf(answer) as { secret: string; previous_secret_until: string }
  }
  const lost = await rotate()
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  const again = await rotate()
  expect(again.previous_secret_until).toBe(lost.previous_secret_until)
  dataOf(await app.call('POST', `/admin/webhooks/${id}/test`))
  await expect.poll(() => receiver.accepted.length).toBe(1)
  const [message] = receiver.accepted
  verify(message!, first)
  verify(message!, again.secret)
  expect(() => verify(message!, lost.secret)).toThrow(/No matching signature/)
  const { token } = await addMember(app, 'owner')
  const seen = { previous_secret_until: null }
  expect(await app.call('POST', `/admin/webhooks/${id}/rotate-secret`, seen, { token })).toMatchObject({
    ...{ status: 409, body: { code: 'conflict', message: 'Somebody else has rotated this secret meanwhile' } },
  })
  await receiver.close()
})

test('after a rotation both secrets sign for 24 hours, then only the new one', async () => {
  const app = await createSendingApp()
  const receiver = await startReceiver()
  const { id, secret: first } = await makeWebhook(app, receiver.url)
  const rotated = await app.call('POST', `/admin/webhooks/${id}/rotate-secret`)
  expect(rotated.headers).toMatchObject({ 'cache-control': 'no-store' })
  const { secret: second, previous_secret_until } = dataOf(rotated) as { secret: string; previous_secret_until: string }
  expect(previous_secret_until).toBe('2030-01-02T00:00:00.000Z')
  const nextTest = async ({ call } = app) => {
    const before = receiver.accepted.length
    dataOf(await call('POST', `/admin/webhooks/${id}/test`))
    await expect.poll(() => receiver.accepted.length).toBe(before + 1)
    return receiver.accepted.at(-1)!
  }
  const both = await nextTest()
  expect(both).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
  verify(both, first)
  verify(both, second)
  const tomorrow = await moveDays(app, 1)
  const one = await nextTest(tomorrow)
  verify(one, second)
  expect(() => verify(one, first)).toThrow(/No matching signature/)
  await receiver.close()
})

test('deliveries are listed page by page and by status, and purged after 30 days', async () => {
  const app = await createSendingApp()
  const receiver = await startReceiver(({ data }) => (data['change'] === 'created' ? 204 : 500))
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  for (const name of ['One', 'Two', 'Three']) await makeProduct(app, { name })
  await app.call('DELETE', '/admin/products/1')
  await expect.poll(async () => (await listDeliveries(app, id, 'status=success')).map((row) => row.subject)).toHaveLength(3)
  const failing = { subject: 'product 1', status: 'pending', attempts: 1, response_status: 500, reason: 'The receiver answered 500' }
  await expect.poll(async () => await listDeliveries(app, id, 'status=pending')).toMatchObject([failing])
  const page = await app.call('GET', `/admin/webhooks/${id}/deliveries?limit=3`)
  expect(dataOf(page)).toMatchObject([{ subject: 'product 1' }, { subject: 'product 3' }, { subject: 'product 2' }])
  const cursor = (page.body as { meta: { next_cursor: string } }).meta.next_cursor
  expect(await listDeliveries(app, id, `cursor=${cursor}`)).toMatchObject([{ subject: 'product 1', status: 'success' }])
  expect((await app.call('GET', `/admin/webhooks/${id}/deliveries?status=odd`)).status).toBe(400)
  await app.stopSender()
  const nextMonth = await moveDays(app, 31)
  await purgeMessages(nextMonth.deps, 'webhook', 30)
  expect(await listDeliveries(nextMonth, id)).toEqual([])
  await receiver.close()
})
