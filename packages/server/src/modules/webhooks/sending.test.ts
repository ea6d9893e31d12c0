import type { MediaItem, WebhookDelivery } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { seeded } from '../../testing/random.ts'
import { activityOf, dataOf, makeProduct, saveVariant } from '../../testing/shop/catalogue.ts'
import { move, moveDays } from '../../testing/shop/discord.ts'
import { entryOf, restore } from '../../testing/shop/history.ts'
import { makeImage, upload } from '../../testing/images.ts'
import { startSessionOf } from '../../testing/shop/members.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { createSendingApp, drain, later, listDeliveries, listWebhooks, makeWebhook, startReceiver } from '../../testing/shop/webhooks.ts'
import { startWebhookSender } from './webhook-channel.service.ts'

/** A few dozen, or 10,000 in `npm run soak`. */
const wanted = Number(process.env['KEYDESK_SOAK_MESSAGES'] ?? 3) * 20
const seed = Number(process.env['KEYDESK_SEED'] ?? 1)
/** The first attempt with its outcome. The count of attempts alone does not show that the attempt is over. */
const refused = { attempts: 1, response_status: 503 }

test(
  `${wanted} events reach a receiver that fails half of the time: none is lost, those of one order come in order, and each has one id`,
  { timeout: 60_000 + wanted * 120 },
  async () => {
    const app = await createSendingApp()
    const shop = await openShop(app)
    const orders = wanted / 2
    const variant = await makeStock(app, orders)
    const random = seeded(seed)
    const failures = new Map<string, number>()
    const receiver = await startReceiver(({ id }) => {
      const failed = failures.get(id) ?? 0
      const chance = random.next()
      // With more failures in a row, of thousands of messages some would be given up after three days.
      if (chance < 0.5 || failed === 8) return 204
      failures.set(id, failed + 1)
      return chance < 0.8 ? 500 : (response) => response.destroy()
    })
    await makeWebhook(app, receiver.url, { events: ['order.completed', 'order.refunded', 'variant.stock_changed'] })
    for (let nth = 0; nth < orders; nth += 1) await shop.refund((await shop.sell({ [variant.id]: 1 })).id)
    await drain(app, 40_000 + wanted * 100)
    const ofOrders = receiver.accepted.filter((message) => message.type.startsWith('order.'))
    const byOrder = Map.groupBy(ofOrders, ({ data }) => data['order_id'])
    expect(byOrder.size, `seed ${seed}`).toBe(orders)
    const inOrder = ['order.completed', 'order.refunded']
    for (const messages of byOrder.values())
      expect(
        messages.map((message) => message.type),
        `seed ${seed}`,
      ).toEqual(inOrder)
    const stock = receiver.accepted.filter((message) => message.type === 'variant.stock_changed')
    expect(stock.at(-1)?.data, `seed ${seed}`).toMatchObject({ available: 0 })
    // A repeated delivery is the same message, with the same body.
    expect(receiver.received.length).toBeGreaterThan(receiver.accepted.length)
    for (const same of Map.groupBy(receiver.received, (message) => message.id).values())
      expect(new Set(same.map((message) => message.body)).size).toBe(1)
    await receiver.close()
  },
)

test('a slow receiver holds up nobody else', async () => {
  const app = await createSendingApp()
  const waiting: (() => void)[] = []
  const slow = await startReceiver(() => (response) => void waiting.push(() => response.end()))
  const quick = await startReceiver()
  const { id } = await makeWebhook(app, slow.url, { events: ['product.changed'] })
  await makeWebhook(app, quick.url, { events: ['product.changed'] })
  for (let nth = 0; nth < 20; nth += 1) await makeProduct(app, { name: `P${nth}` })
  await expect.poll(() => [quick.accepted.length, slow.received.length]).toEqual([20, 8])
  // At most eight at once.
  waiting.shift()!()
  await expect.poll(() => slow.received.length).toBe(9)
  expect(await listDeliveries(app, id, 'status=success')).toHaveLength(1)
  const answering = setInterval(() => waiting.shift()?.(), 1)
  await expect.poll(async () => (await listDeliveries(app, id, 'status=success')).length).toBe(20)
  clearInterval(answering)
  await Promise.all([slow.close(), quick.close()])
})

test('a receiver that wants to switch to another protocol has failed, and gets the message again', async () => {
  const app = await createSendingApp()
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'
  const receiver = await startReceiver(() => (receiver.received.length > 1 ? 204 : (response) => void response.socket!.write(switching)))
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  await makeProduct(app)
  const failed = { status: 'pending', attempts: 1, response_status: 101, reason: 'The receiver answered 101' }
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([failed])
  later(app, 10)
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([{ status: 'success', attempts: 2 }])
  await receiver.close()
})

test('a receiver that is busy is left alone for as long as it asks, at most a day', async () => {
  const app = await createSendingApp()
  const answers = [
    { status: 429, asked: '3600', least: 3_600, most: 3_600 },
    { status: 503, asked: 'Tue, 01 Jan 2030 02:00:00 GMT', least: 7_200, most: 7_200 },
    { status: 503, asked: '999999', least: 86_400, most: 86_400 },
    // The same as without the header: 5 seconds, up to a fifth more or less.
    { status: 429, asked: '1', least: 4, most: 6 },
    { status: 503, asked: 'soon', least: 4, most: 6 },
    { status: 500, asked: '3600', least: 4, most: 6 },
  ]
  const receiver = await startReceiver(({ data }) => (response) => {
    const { status, asked } = answers[Number(data['product_id']) - 1]!
    response.writeHead(status, { 'retry-after': asked }).end()
  })
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  for (const { asked } of answers) await makeProduct(app, { name: asked })
  const statuses = answers.map(({ status }) => status)
  await expect.poll(async () => (await listDeliveries(app, id)).map((row) => row.response_status).toReversed()).toEqual(statuses)
  for (const [nth, row] of (await listDeliveries(app, id)).toReversed().entries()) {
    const seconds = (Date.parse(row.next_attempt_at!) - app.clock.at.getTime()) / 1000
    expect(seconds, answers[nth]!.asked).toBeGreaterThanOrEqual(answers[nth]!.least)
    expect(seconds, answers[nth]!.asked).toBeLessThanOrEqual(answers[nth]!.most)
  }
  await receiver.close()
})

test('a product that is made, deleted or restored with its variants is one message', async () => {
  const app = await createSendingApp()
  const receiver = await startReceiver()
  await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  const variants = ['Day', 'Month'].map((name) => ({ name, price: 5, keys: [`${name}-1`] }))
  const { id } = dataOf(await app.call('POST', '/admin/products', { name: 'Aim', description: '', variants })) as { id: number }
  dataOf(await app.call('DELETE', `/admin/products/${id}`))
  dataOf(await restore(app, await entryOf(app, 'product.deleted')))
  await app.call('POST', '/admin/variants/', { product_id: id, name: 'Year', price: 50, keys: ['YEAR-1'] })
  const { id: image } = dataOf(await upload(app, id, await makeImage('png'))) as MediaItem
  dataOf(await app.call('DELETE', `/admin/products/${id}/images/${image}`))
  await expect
    .poll(() => receiver.accepted.map(({ data }) => [data['change'], data['fields']]))
    .toEqual([
      ['created', []],
      ['deleted', []],
      ['restored', []],
      ['updated', ['variants']],
      // The first image becomes the thumbnail, and its deletion clears it.
      ['updated', ['media_items', 'thumbnail']],
      ['updated', ['media_items', 'thumbnail']],
    ])
  await receiver.close()
})

test('a delivery can be sent again, with its id and body, also one that succeeded, and says what became of it before', async () => {
  const app = await createSendingApp()
  let status = 500
  const receiver = await startReceiver(() => status)
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  await makeProduct(app)
  await expect.poll(async () => (await listDeliveries(app, id))[0]).toMatchObject({ status: 'pending', attempts: 1, response_status: 500 })
  status = 204
  const delivery = (await listDeliveries(app, id))[0]!.id
  const resend = () => app.call('POST', `/admin/webhooks/${id}/deliveries/${delivery}/resend`)
  const at = '2030-01-01T00:00:00.000Z'
  const failed = { at, attempts: 1, status: 'pending', response_status: 500, reason: 'The receiver answered 500' }
  const fresh = { id: delivery, status: 'pending', attempts: 0, response_status: null, reason: null }
  expect(dataOf(await resend())).toMatchObject({ ...fresh, earlier: [failed] })
  await expect
    .poll(async () => (await listDeliveries(app, id))[0])
    .toMatchObject({ status: 'success', attempts: 1, response_status: 204, earlier: [failed] })
  const delivered = { at, attempts: 1, status: 'success', response_status: 204, reason: null }
  expect(dataOf(await resend())).toMatchObject({ ...fresh, earlier: [delivered, failed] })
  await expect.poll(() => receiver.accepted.length).toBe(2)
  expect(new Set(receiver.received.map((message) => `${message.id} ${message.body}`)).size).toBe(1)
  expect((await activityOf(app, 'webhook')).map((row) => row.action)).toContain('webhook.delivery_resent')
  expect(await app.call('POST', `/admin/webhooks/${id}/deliveries/99/resend`)).toMatchObject({ status: 404 })
  await receiver.close()
})

test('what waits behind a delivery that is sent again by hand follows it at once', async () => {
  const app = await createSendingApp()
  let status = 503
  const receiver = await startReceiver(() => status)
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  const { id: product } = await makeProduct(app)
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([refused])
  await app.call('DELETE', `/admin/products/${product}`)
  status = 204
  const first = (await listDeliveries(app, id)).at(-1)!
  expect(await app.call('POST', `/admin/webhooks/${id}/deliveries/${first.id}/resend`)).toMatchObject({ status: 200 })
  await expect.poll(() => receiver.accepted.map(({ data }) => data['change'])).toEqual(['created', 'deleted'])
  await receiver.close()
})

test('what a delivery that is sent again by hand waits behind is sent before it, at once', async () => {
  const app = await createSendingApp()
  let isUp = false
  const receiver = await startReceiver(() => (isUp ? 204 : (response) => void response.writeHead(503, { 'retry-after': '3600' }).end()))
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  const { id: product } = await makeProduct(app)
  const { id: other } = await makeProduct(app, { name: 'Other' })
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([refused, refused])
  await app.call('DELETE', `/admin/products/${product}`)
  await app.call('DELETE', `/admin/products/${other}`)
  isUp = true
  const last = (await listDeliveries(app, id)).find(({ subject, attempts }) => subject === `product ${product}` && attempts === 0)!
  expect(await app.call('POST', `/admin/webhooks/${id}/deliveries/${last.id}/resend`)).toMatchObject({ status: 200 })
  await expect.poll(() => receiver.accepted.map(({ data }) => data['change'])).toEqual(['created', 'deleted'])
  // Deliveries about another product keep their times.
  const waiting = [{ subject: `product ${other}` }, { subject: `product ${other}` }]
  await expect.poll(async () => await listDeliveries(app, id, 'status=pending')).toMatchObject(waiting)
  await receiver.close()
})

test('what waits is sent at once, in its order, if the URL is corrected', async () => {
  const app = await createSendingApp()
  const wrong = await startReceiver(() => (response) => void response.writeHead(503, { 'retry-after': '3600' }).end())
  const right = await startReceiver()
  const { id } = await makeWebhook(app, wrong.url, { events: ['product.changed'] })
  const { id: product } = await makeProduct(app)
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([refused])
  await app.call('DELETE', `/admin/products/${product}`)
  dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { url: right.url }))
  await expect.poll(() => right.accepted.map(({ data }) => data['change'])).toEqual(['created', 'deleted'])
  await expect.poll(async () => await listDeliveries(app, id, 'status=success')).toMatchObject([{ attempts: 1 }, { attempts: 2 }])
  await Promise.all([wrong.close(), right.close()])
})

test('what waits while a webhook is paused has 3 days again once it is active', async () => {
  const app = await createSendingApp()
  const receiver = await startReceiver(() => 503)
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  await makeProduct(app)
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([refused])
  dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { active: false }))
  const afterFour = await moveDays(app, 4)
  dataOf(await afterFour.call('PUT', `/admin/webhooks/${id}`, { active: true }))
  await expect.poll(() => app.deps.webhooks.outcomes).toMatchObject({ failure: 2, given_up: 0 })
  expect(await listDeliveries(afterFour, id)).toMatchObject([{ ...refused, status: 'pending' }])
  await receiver.close()
})

test('what is being sent while a webhook is paused and activated is not sent twice', async () => {
  const app = await createSendingApp()
  const waiting: (() => void)[] = []
  const receiver = await startReceiver(() => (response) => void waiting.push(() => response.end()))
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  await makeProduct(app)
  await expect.poll(() => waiting.length).toBe(1)
  dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { active: false }))
  dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { active: true }))
  waiting[0]!()
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([{ status: 'success', attempts: 1 }])
  expect(receiver.received).toHaveLength(1)
  await receiver.close()
})

test('a delivery about an order has the same body when it is sent again after a refund', async () => {
  const app = await createSendingApp()
  const receiver = await startReceiver()
  const { id } = await makeWebhook(app, receiver.url, { events: ['order.completed', 'order.refunded'] })
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const order = await shop.sell({ [variant.id]: 3 })
  await shop.succeed('POST', `/purchases/${order.id}/refund`, { items: [{ id: order.items[0]!.id, quantity: 1 }] })
  await expect.poll(() => receiver.accepted.length).toBe(2)
  await shop.refund(order.id)
  await expect.poll(() => receiver.accepted.length).toBe(3)
  expect(receiver.accepted.map(({ data }) => data)).toMatchObject([
    { status: 'completed', refunded_total: 0, items: [{ quantity: 3, refunded_quantity: 0 }] },
    { status: 'completed', refunded_total: 10, items: [{ refunded_quantity: 1 }] },
    { status: 'refunded', refunded_total: 30, items: [{ refunded_quantity: 3 }] },
  ])
  later(app, 3_600)
  for (const delivery of (await listDeliveries(app, id)).toReversed())
    expect(await app.call('POST', `/admin/webhooks/${id}/deliveries/${delivery.id}/resend`)).toMatchObject({ status: 200 })
  await expect.poll(() => receiver.accepted.length).toBe(6)
  const bodies = receiver.accepted.map(({ id: message, body }) => `${message} ${body}`)
  expect(bodies.slice(3)).toEqual(bodies.slice(0, 3))
  await receiver.close()
})

test('a test is attempted once, and says how it failed; while it is under way no other one is sent', async () => {
  const app = await createSendingApp()
  const waiting: (() => void)[] = []
  const receiver = await startReceiver(
    () => (response) => void waiting.push(() => response.writeHead(302, { location: receiver.url }).end()),
  )
  const { id } = await makeWebhook(app, receiver.url)
  const sendTest = async () => dataOf(await app.call('POST', `/admin/webhooks/${id}/test`)) as { id: number }
  const sent = await Promise.all([sendTest(), sendTest()])
  expect(sent).toMatchObject([{ event: 'webhook.test', status: 'pending' }, { id: sent[0].id }])
  await expect.poll(() => waiting.length).toBe(1)
  expect(await sendTest()).toMatchObject({ id: sent[0].id, attempts: 1 })
  waiting[0]!()
  const reason = 'The receiver answered 302; redirects are not followed'
  await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([{ status: 'failed', attempts: 1, reason }])
  expect(receiver.received).toHaveLength(1)
  expect((await sendTest()).id).not.toBe(sent[0].id)
  expect((await activityOf(app, 'webhook')).filter((row) => row.action === 'webhook.tested')).toHaveLength(2)
  expect(await listWebhooks(app)).toMatchObject([{ last_failure: reason, disabled_reason: null }])
  await receiver.close()
})

test('an attempt that a server breaks off as it stops does not count', async () => {
  const app = await createSendingApp()
  let reply: Parameters<typeof startReceiver>[0] = () => () => undefined
  const receiver = await startReceiver((message) => reply!(message))
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  await makeProduct(app)
  await expect.poll(() => receiver.received.length).toBe(1)
  await app.stopSender()
  const broken = { status: 'pending', response_status: null, next_attempt_at: app.clock.at.toISOString() }
  expect(await listDeliveries(app, id)).toMatchObject([{ ...broken, attempts: 0 }])
  // It is not given up for that attempt.
  later(app, 4 * 86_400)
  const token = await startSessionOf(app, 1)
  const listed = async () => dataOf(await app.call('GET', `/admin/webhooks/${id}/deliveries`, undefined, { token })) as WebhookDelivery[]
  reply = () => 503
  const second = startWebhookSender(app.deps, { checkMs: 10 })
  await expect.poll(listed).toMatchObject([{ ...refused, status: 'pending' }])
  reply = () => () => undefined
  later(app, 10)
  await expect.poll(() => receiver.received.length).toBe(3)
  await second.stop()
  expect(await listed()).toMatchObject([refused])
  reply = () => 503
  const third = startWebhookSender(app.deps, { checkMs: 10 })
  await expect.poll(() => app.deps.webhooks.outcomes.failure).toBe(2)
  const [delivery] = await listed()
  expect(delivery).toMatchObject({ ...refused, attempts: 2 })
  // 15 seconds, up to a fifth more or less: the second wait.
  expect(Date.parse(delivery!.next_attempt_at!) - app.clock.at.getTime()).toBeLessThanOrEqual(18_000)
  await third.stop()
  await receiver.close()
})

test('410 disables a webhook at once; it starts again where somebody saves it as active', async () => {
  const app = await createSendingApp()
  let status = 410
  const receiver = await startReceiver(() => status)
  const { id, url, events } = await makeWebhook(app, receiver.url)
  await makeProduct(app)
  const reason = 'The receiver answered 410 Gone'
  await expect.poll(async () => await listWebhooks(app)).toMatchObject([{ active: true, disabled_reason: reason }])
  expect(await listDeliveries(app, id)).toMatchObject([{ status: 'failed', response_status: 410 }])
  await makeProduct(app, { name: 'Meanwhile' })
  expect(await listDeliveries(app, id)).toHaveLength(1)
  expect((await activityOf(app, 'webhook')).at(-1)).toMatchObject({ action: 'webhook.disabled' })
  status = 204
  expect(dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { url, events }))).toMatchObject({ active: true, disabled_reason: reason })
  dataOf(await app.call('PUT', `/admin/webhooks/${id}`, { active: true }))
  await makeProduct(app, { name: 'Later' })
  await expect.poll(() => receiver.accepted.length).toBe(1)
  expect(await listWebhooks(app)).toMatchObject([{ disabled_reason: null }])
  await receiver.close()
})

test('3 days of failures disable a webhook, and what failed for so long is given up; a success in between begins them anew', async () => {
  const app = await createSendingApp()
  let isUp = false
  const receiver = await startReceiver(({ data }) => (isUp && data['product_id'] !== 1 ? 204 : 503))
  const { id } = await makeWebhook(app, receiver.url, { events: ['product.changed'] })
  await makeProduct(app, { name: 'Never' })
  await expect.poll(async () => (await listDeliveries(app, id))[0]).toMatchObject(refused)
  const afterTwo = await moveDays(app, 2)
  isUp = true
  await makeProduct(afterTwo, { name: 'Accepted' })
  await expect.poll(() => receiver.accepted.length).toBe(1)
  await expect.poll(async () => (await listDeliveries(afterTwo, id, 'status=pending'))[0]).toMatchObject({ attempts: 2 })
  const afterThree = await moveDays(app, 1)
  const given = { status: 'failed', reason: 'Given up after 3 days: The receiver answered 503' }
  await expect.poll(async () => (await listDeliveries(afterThree, id)).at(-1)).toMatchObject(given)
  expect(await listWebhooks(afterThree)).toMatchObject([{ disabled_reason: null }])

  isUp = false
  await makeProduct(afterThree, { name: 'Refused' })
  await expect.poll(async () => (await listDeliveries(afterThree, id))[0]).toMatchObject(refused)
  const afterSix = await moveDays(app, 3)
  await expect.poll(async () => await listWebhooks(afterSix)).toMatchObject([{ disabled_reason: 'Disabled after 3 days of failures' }])
  expect((await activityOf(app, 'webhook')).at(-1)).toMatchObject({ action: 'webhook.disabled' })
  await receiver.close()
})

test('changes of a stock that wait are one message, with the stock of the moment at which it is sent', async () => {
  const app = await createSendingApp()
  const variant = await makeStock(app, 3)
  let status = 503
  const receiver = await startReceiver(() => status)
  const { id } = await makeWebhook(app, receiver.url, { events: ['variant.stock_changed'] })
  const shop = await openShop(app)
  await shop.buy({ [variant.id]: 1 })
  await expect.poll(async () => (await listDeliveries(app, id))[0]).toMatchObject(refused)
  await shop.buy({ [variant.id]: 1 })
  await saveVariant(app, variant.id, { keys: ['NEW-1', 'NEW-2', 'NEW-3', 'NEW-4'] })
  status = 204
  await move(app, 60_000)
  await expect.poll(() => receiver.accepted.map(({ data }) => data['available'])).toEqual([2, 4])
  await expect.poll(async () => (await listDeliveries(app, id)).map((row) => row.status)).toEqual(['success', 'success'])
  await receiver.close()
})
