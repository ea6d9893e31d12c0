import { hash } from 'node:crypto'
import type { OrderDetails } from '@keydesk/contract'
import { startMailbox } from '@keydesk/stand-in'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../app.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, saveProduct } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { createMailingApp } from '../../testing/shop/mails.ts'
import { addMember } from '../../testing/shop/members.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { csvOf, importOrders, importShop } from '../../testing/shop/shop-imports.ts'
import { purgeAsked } from '../mails/mail-messages.service.ts'

const orderPath = '/admin/purchases/orders'

async function open() {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 5, { prefix: 'ABCD-EFGH-IJKL' })
  return { app, shop, variant }
}

const details = async (app: TestApp, id: number) => dataOf(await app.call('GET', `${orderPath}/${id}`)) as OrderDetails
const pathOf = (url: string | null) => new URL(url!).pathname
const visit = (app: TestApp, url: string, { method = 'GET', headers = {} }: { method?: 'GET' | 'POST'; headers?: object } = {}) =>
  app.app.inject({
    method,
    url,
    headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }) },
  })
/** The hash that a browser computes. */
const hashOf = (page: string, tag: string) =>
  `'sha256-${hash('sha256', new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(page)![1]!, 'base64')}'`
/** What a reader sees, without markup. */
const textOf = (page: string) =>
  page
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&times;', '×')
    .replaceAll('&middot;', '·')
    .replaceAll(/\s+/g, ' ')

test('after a change of APP_SECRET known links work, but no address is shown until there is a new one', async () => {
  const { app, shop, variant } = await open()
  const { id, page_url } = await shop.sell({ [variant.id]: 1 })
  const secrets = { ...app.deps.secrets, orderPages: new Uint8Array(32) }
  const changed = await createApp({ ...app.deps, secrets }, { web: null, corsOrigins: [], trustedProxies: [] })
  const headers = { authorization: app.token }
  const shown = async () => (await changed.inject({ url: `${orderPath}/${id}`, headers })).json<{ data: OrderDetails }>().data.page_url
  const visitWith = async (url: string) => (await changed.inject({ url: pathOf(url) })).statusCode
  expect([await visitWith(page_url!), await shown()]).toEqual([200, null])
  const copied = await changed.inject({ method: 'POST', url: `${orderPath}/${id}/page-link/copy`, headers })
  expect([copied.statusCode, copied.json()]).toEqual([409, { code: 'conflict', message: 'No link to this page is known. Make a new one' }])
  expect((await changed.inject({ method: 'POST', url: `${orderPath}/${id}/page-link`, headers })).statusCode).toBe(200)
  const renewed = (await shown())!
  expect([await visitWith(renewed), await visitWith(page_url!)]).toEqual([200, 404])
})

test('with ORDER_PAGES=0 no order has a page, and with LOST_ORDERS=0 nobody is mailed links', async () => {
  const { app, shop, variant } = await open()
  const { id, page_url } = await shop.sell({ [variant.id]: 1 })
  const [key] = (await details(app, id)).keys
  const startWith = (customerPages: { orders: boolean; lost: boolean }) =>
    createApp({ ...app.deps, customerPages }, { web: null, corsOrigins: [], trustedProxies: [] })
  const headers = { authorization: app.token }
  const withoutPages = await startWith({ orders: false, lost: false })
  const shown = await withoutPages.inject({ url: `${orderPath}/${id}`, headers })
  expect(shown.json<{ data: OrderDetails }>().data).toMatchObject({ is_page_on: false, page_url: null })
  for (const path of ['page-link', 'page-link/copy']) {
    const refused = await withoutPages.inject({ method: 'POST', url: `${orderPath}/${id}/${path}`, headers })
    expect([refused.statusCode, refused.json()]).toEqual([409, { code: 'conflict', message: 'The pages of orders are turned off' }])
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const opened = await withoutPages.inject({ method: 'POST', url: `${pathOf(page_url)}/keys/${key!.id}`, headers: form })
  for (const page of [opened, await withoutPages.inject(pathOf(page_url))]) {
    expect(page.statusCode).toBe(404)
    expect(textOf(page.body)).toContain('This link does not work This shop has no pages for orders. Ask it for your keys.')
    expect(page.body).not.toContain('/lost')
  }
  expect((await details(app, id)).keys[0]!.opened_at).toBeNull()

  for (const server of [withoutPages, await startWith({ orders: true, lost: false })])
    for (const method of ['GET', 'POST'] as const) {
      const lost = await server.inject({
        method,
        url: '/lost',
        headers: form,
        ...(method === 'POST' && { payload: 'email=ann@example.com' }),
      })
      expect(lost.statusCode).toBe(404)
      expect(textOf(lost.body)).toContain('Find your orders This shop does not send the links of orders. Ask it for your keys.')
    }

  const withoutLost = await startWith({ orders: true, lost: false })
  expect((await withoutLost.inject(pathOf(page_url))).statusCode).toBe(200)
  const unknown = await withoutLost.inject('/o/unknown')
  expect(unknown.statusCode).toBe(404)
  expect(textOf(unknown.body)).toContain('or a newer link has replaced it. Ask the shop for the link of your order.')
})

test('the address of a shown key leads back to the page, which says what was taken off the prices', async () => {
  const { app, shop, variant } = await open()
  await makeCoupon(app)
  const { page_url, total } = await shop.sell({ [variant.id]: 2 }, { coupon_code: 'TEN' })
  expect(total).toBe(18)
  const again = await visit(app, `${pathOf(page_url)}/keys/1`)
  expect({ status: again.statusCode, to: again.headers.location }).toEqual({ status: 303, to: pathOf(page_url) })
  const page = await visit(app, pathOf(page_url))
  expect(textOf(page.body)).toContain('$18.00 after a discount of $2.00 · Completed on')
})

test('the page of an imported order calls nothing a discount, which may have been a refund of the other shop', async () => {
  const { app } = await open()
  const titles = ['Date', 'Email', 'Product', 'Unit price', 'Amount', 'Key']
  await importShop(app, 'orders', 'keydesk', csvOf([titles, ['2029-05-01', 'ann@example.com', 'Aim', '20', '15', 'OLD-1']]))
  const { page_url } = await details(app, 1)
  const page = await visit(app, pathOf(page_url))
  expect(textOf(page.body)).toContain('$15.00 after a reduction of $5.00 · Completed on')
})

test('a completed order has a page with its products and masked keys', async () => {
  const { app, shop, variant } = await open()
  const pending = await shop.buy({ [variant.id]: 2 })
  expect(pending.page_url).toBeNull()
  const { id, page_url } = await shop.complete(pending.id)
  expect(page_url).toMatch(/^http.*\/o\/[\w-]{43}$/)
  expect((await shop.find(id)).page_url).toBe(page_url)
  expect((await details(app, id)).page_url).toBe(page_url)

  const page = await visit(app, pathOf(page_url), { headers: { 'accept-language': 'de-DE,de;q=0.9' } })
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy':
      `default-src 'none'; style-src ${hashOf(page.body, 'style')}; script-src ${hashOf(page.body, 'script')}; img-src 'self' data:; ` +
      `connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  })
  const text = textOf(page.body)
  for (const part of [`Order #${id}`, 'Month', '2 × $10.00', '$20.00', '••••••••KL-1', '••••••••KL-2', '01.01.2030, 00:00 UTC'])
    expect(text).toContain(part)
  expect(page.body).not.toContain('ABCD')
  expect(page.body.length).toBeLessThan(15_000)
})

test('Show shows that key alone, and its first opening is in the timeline, the drawer and the history of the key', async () => {
  const { app, shop, variant } = await open()
  const { id, page_url } = await shop.sell({ [variant.id]: 2 })
  const [first] = (await details(app, id)).keys
  app.clock.at = new Date('2030-01-01T01:00:00.000Z')
  const show = () => visit(app, `${pathOf(page_url)}/keys/${first!.id}`, { method: 'POST' })
  const shown = textOf((await show()).body)
  expect(shown).toContain('ABCD-EFGH-IJKL-1 Copy')
  expect(shown).not.toContain('ABCD-EFGH-IJKL-2')
  app.clock.at = new Date('2030-01-01T02:00:00.000Z')
  await Promise.all([show(), show()])

  const order = await details(app, id)
  expect(order.keys.map((key) => key.opened_at)).toEqual(['2030-01-01T01:00:00.000Z', null])
  expect(order.timeline.filter(({ action }) => action === 'key.opened')).toMatchObject([
    { at: '2030-01-01T01:00:00.000Z', actor: 'the customer', changes: { key_id: { before: null, after: first!.id } } },
  ])
  const { events } = dataOf(await app.call('POST', '/admin/keys/lookup', { id: first!.id })) as { events: object[] }
  expect(events.at(-1)).toMatchObject({ kind: 'opened', at: '2030-01-01T01:00:00.000Z', actor: 'the customer', order_id: id })
})

test('a key that the customer no longer has is never shown', async () => {
  const { app, shop, variant } = await open()
  const { id, page_url } = await shop.sell({ [variant.id]: 2 })
  const { id: other } = await shop.sell({ [variant.id]: 1 })
  const [first, second] = (await details(app, id)).keys
  dataOf(await app.call('POST', `${orderPath}/${id}/keys/${first!.id}/replace`, { reason: 'not_working' }))
  const show = async (key: number) => textOf((await visit(app, `${pathOf(page_url)}/keys/${key}`, { method: 'POST' })).body)

  const replaced = await show(first!.id)
  expect(replaced).toContain('••••••••KL-1 Replaced on Jan 1, 2030, 12:00 AM UTC')
  expect(replaced).not.toContain('ABCD')
  // A key of somebody else, and one that does not exist.
  expect(await show((await details(app, other)).keys[0]!.id)).not.toContain('ABCD')
  expect(await show(99_999)).not.toContain('ABCD')

  await shop.refund(id)
  const refunded = await show(second!.id)
  expect(refunded).toContain('••••••••KL-2 Refunded')
  expect(refunded).not.toContain('ABCD')
  expect(refunded).toMatch(/Refunded Jan 1, 2030, 12:00 AM UTC \$20\.00/)
  const { timeline } = await details(app, id)
  expect(timeline.filter(({ action }) => action === 'key.opened')).toEqual([])
})

test('a new link ends the old one; an unknown one is a page with a sentence', async () => {
  const { app, shop, variant } = await open()
  const { id, page_url } = await shop.sell({ [variant.id]: 1 })
  const renewed = (dataOf(await app.call('POST', `${orderPath}/${id}/page-link`)) as { page_url: string }).page_url
  expect(renewed).not.toBe(page_url)
  expect((await visit(app, pathOf(renewed))).statusCode).toBe(200)
  expect((await shop.find(id)).page_url).toBe(renewed)
  for (const gone of [pathOf(page_url), '/o/none', `/o/${'a'.repeat(43)}/keys/1`]) {
    const answer = await visit(app, gone, { method: gone.includes('keys') ? 'POST' : 'GET' })
    expect(answer.statusCode).toBe(404)
    expect(textOf(answer.body)).toContain('This link does not work It is incomplete, or a newer link has replaced it.')
  }
  expect((await details(app, id)).timeline.at(-1)).toMatchObject({ actor: 'admin', action: 'order.page_link_renewed' })
  const { id: pending } = await shop.buy({ [variant.id]: 1 })
  for (const path of ['page-link', 'page-link/copy'])
    expect(await app.call('POST', `${orderPath}/${pending}/${path}`)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
})

test.each<[way: string, body?: object]>([['page-link/copy'], ['page-link'], ['mails', { to: 'me@team.example' }], ['keys']])(
  '%s counts as revealing the keys of the order to a member',
  async (way, body = {}) => {
    const app = await createMailingApp()
    const shop = await openShop(app)
    const variant = await makeStock(app, 2)
    const [own, other] = [await shop.sell({ [variant.id]: 1 }), await shop.sell({ [variant.id]: 1 })]
    const { id, token } = await addMember(app, 'support')
    const allow = (keys_per_hour: number) => app.call('PUT', `/admin/team/${id}`, { keys_per_hour })
    const post = (order: number, path: string, sent: object = {}) => app.call('POST', `${orderPath}/${order}/${path}`, sent, { token })
    const refused = { status: 429, body: { code: 'key_limit_reached' } }

    await allow(0)
    expect(await post(own.id, way, body)).toMatchObject(refused)
    const { page_url, customer_email } = dataOf(await app.call('GET', `${orderPath}/${own.id}`, undefined, { token })) as OrderDetails
    expect({ page_url, customer_email }).toEqual({ page_url: undefined, customer_email: own.customer_email })
    // The customer may be mailed again.
    for (const sent of [{}, { to: own.customer_email }]) expect((await post(own.id, 'mails', sent)).status).toBe(201)

    await allow(1)
    expect((await post(own.id, way, body)).status).toBeLessThan(300)
    expect(await post(other.id, 'keys')).toMatchObject(refused)
    // The same order is free within the hour.
    for (const again of ['keys', 'page-link/copy']) expect((await post(own.id, again)).status).toBe(200)
    const { timeline } = await details(app, own.id)
    expect(timeline.at(-1)).toMatchObject({ actor: 'the-support', action: 'order.page_link_copied' })
  },
)

test('names cannot become markup, and neither the address nor a key is stored or logged', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1, { name: '<script>alert(1)</script>', prefix: 'SECRET-KEY' })
  await app.call('PUT', `/admin/products/${variant.product_id}`, { instructions: 'Use it if 1 < 2.\n<img src=x>' })
  const { page_url } = await shop.sell({ [variant.id]: 1 })
  const page = await visit(app, pathOf(page_url))
  expect(page.body).toContain('Use it if 1 &#60; 2.\n&#60;img src=x&#62;')
  expect(page.body).toContain('&#60;script&#62;alert(1)')
  expect(page.body).not.toContain('<script>alert(1)')
  const token = pathOf(page_url).slice('/o/'.length)
  const rows = await app.deps.db.selectFrom('orders').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a right-to-left name is isolated, so that the name beside it keeps its place', async () => {
  const { app, shop, variant } = await open()
  await saveProduct(app, variant.product_id, { name: 'שלום' })
  const { page_url } = await shop.sell({ [variant.id]: 1 })
  expect((await visit(app, pathOf(page_url))).body).toContain('<bdi>שלום</bdi> - <bdi>Month</bdi>')
})

test('a network may make 60 requests a minute', async () => {
  const { app, shop, variant } = await open()
  const { page_url } = await shop.sell({ [variant.id]: 1 })
  for (let request = 0; request < 60; request += 1) expect((await visit(app, pathOf(page_url))).statusCode).toBe(200)
  const refused = await visit(app, pathOf(page_url))
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect(textOf(refused.body)).toContain('Too many requests. Wait a minute, then try again.')
})

test.each([
  ['en-US-GB,de-DE;q=0.9', '01.01.2030'],
  ['en-12', 'Jan 1, 2030'],
])('a browser that asks for %s gets the page, in the first language that is one', async (header, date) => {
  const { app, shop, variant } = await open()
  const { page_url } = await shop.sell({ [variant.id]: 1 })
  const page = await visit(app, pathOf(page_url), { headers: { 'accept-language': header } })
  expect(page.statusCode).toBe(200)
  expect(textOf(page.body)).toContain(date)
})

async function openWithMail() {
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.close())
  const app = await createTestApp({ mail: { url: mailbox.url } })
  const ask = (email: string) =>
    app.app.inject({
      method: 'POST',
      url: '/lost',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email }).toString(),
    })
  return { app, ask, mailbox, shop: await openShop(app) }
}

test('lost orders: their links are mailed to their address, and the answer is the same for an address without orders', async () => {
  const { app, ask, mailbox, shop } = await openWithMail()
  const variant = await makeStock(app, 3)
  const made = await shop.succeed('POST', '/purchases', {
    ...{ customer_email: 'Ann@Example.com', items: [{ variant_id: variant.id, quantity: 1 }], mail: false },
  })
  const { page_url } = await shop.complete(made.id)
  const form = await app.app.inject({ method: 'GET', url: '/lost' })
  expect(textOf(form.body)).toContain('Find your orders Enter the email address that you bought with.')

  const [known, unknown] = [await ask('ann@example.com'), await ask('nobody@example.com')]
  expect([known.statusCode, unknown.statusCode]).toEqual([202, 202])
  expect(known.body).toBe(unknown.body)
  expect(textOf(known.body)).toContain('If there are orders with this address, their links are on the way.')
  await expect.poll(() => mailbox.mails.length).toBe(1)
  await expect
    .poll(async () => (await app.deps.db.selectFrom('outbox').select(['status', 'reason']).orderBy('id').execute()).at(-1))
    .toEqual({ status: 'skipped', reason: 'No order has this address' })
  // To the address as the order has it.
  expect(mailbox.mails).toMatchObject([{ to: 'Ann@example.com', subject: 'Your orders at Test Shop' }])
  expect(mailbox.mails[0]!.text).toContain(`View order #${made.id}: ${page_url}`)
  // What is stored has no link.
  expect(JSON.stringify(await app.deps.db.selectFrom('outbox').selectAll().execute())).not.toContain(pathOf(page_url).slice(3))
})

test('lost orders: an order of an address with other upper or lower case is mailed to that one alone', async () => {
  const { app, ask, mailbox, shop } = await openWithMail()
  const variant = await makeStock(app, 3)
  const sell = (email: string) => shop.sell({ [variant.id]: 1 }, { customer_email: email })
  const [first, second] = [await sell('ann@example.com'), await sell('Ann@example.com')]
  // The domain is no part of the mailbox.
  const third = await sell('Ann@EXAMPLE.com')
  await expect.poll(() => mailbox.mails.length).toBe(3)
  for (const email of ['ann@Example.com', 'Ann@example.com', 'ANN@example.com']) {
    const before = mailbox.mails.length
    await ask(email)
    await expect.poll(() => mailbox.mails.length).toBe(before + 1)
  }
  const mailed = mailbox.mails.slice(3).map(({ to, text }) => [to, [...text.matchAll(/View order #(\d+)/g)].map(([, id]) => Number(id))])
  expect(mailed).toEqual([
    ['ann@example.com', [first.id]],
    ['Ann@example.com', [third.id, second.id]],
    // Nobody has bought with that one: it goes to the address of the newest order.
    ['Ann@example.com', [third.id, second.id]],
  ])
  expect(mailbox.mails[3]!.text).toContain('There are more orders with this address in other upper or lower case.')
})

test('lost orders: any number of newer orders in other upper or lower case hides none', async () => {
  const { app, ask, mailbox, shop } = await openWithMail()
  const variant = await makeStock(app, 21)
  const { id } = await shop.sell({ [variant.id]: 1 }, { customer_email: 'ann@example.com' })
  for (let count = 0; count < 20; count += 1) await shop.sell({ [variant.id]: 1 }, { customer_email: 'Ann@example.com' })
  await expect.poll(() => mailbox.mails.length).toBe(21)
  await ask('ann@example.com')
  await expect.poll(() => mailbox.mails.length).toBe(22)
  expect(mailbox.mails[21]).toMatchObject({ to: 'ann@example.com', text: expect.stringContaining(`View order #${id}`) })
})

test('lost orders: the newest are mailed by their time, before those of an import of another shop', async () => {
  const { app, ask, mailbox, shop } = await openWithMail()
  const variant = await makeStock(app, 1)
  const { customer_email: email } = await shop.sell({ [variant.id]: 1 })
  await importOrders(app, [
    { at: '2029-05-01', email, key: 'OLD-5' },
    { at: '2029-03-01', email, key: 'OLD-3' },
  ])
  await expect.poll(() => mailbox.mails.length).toBe(1)
  await ask(email)
  await expect.poll(() => mailbox.mails.length).toBe(2)
  expect(mailbox.mails[1]!.text.match(/^\d{4}-\d\d-\d\d/gm)).toEqual(['2030-01-01', '2029-05-01', '2029-03-01'])
})

test('an imported order has the number of the other shop in mails, on its page and in the mail of lost orders', async () => {
  const { app, ask, mailbox } = await openWithMail()
  await makeStock(app, 1)
  const titles = ['Order', 'Date', 'Email', 'Product', 'Amount', 'Key']
  const rows = [
    ['#5512', '2029-05-01', 'ann@example.com', 'Aim', '20', 'OLD-1'],
    ['', '2029-04-01', 'ann@example.com', 'Aim', '20', 'OLD-2'],
  ]
  await importShop(app, 'orders', 'keydesk', csvOf([titles, ...rows]))
  const { data } = (await app.call('GET', orderPath)).body as { data: { id: number; external_number: string | null }[] }
  const { id } = data.find(({ external_number }) => external_number === '5512')!
  const { id: unnumbered } = data.find(({ external_number }) => external_number === null)!
  await ask('ann@example.com')
  await expect.poll(() => mailbox.mails.length).toBe(1)
  expect(mailbox.mails[0]!.text.match(/order #\S+(?=:)/g)).toEqual(['order #5512', `order #${unnumbered}`])

  const { page_url, keys } = await details(app, id)
  const page = (await visit(app, pathOf(page_url))).body
  expect(page).toContain('<title>Order #5512 · Test Shop</title>')
  expect(page).toContain('<h1>Order #5512</h1>')
  expect((await app.call('POST', `${orderPath}/${id}/keys/${keys[0]!.id}/replace`, { reason: 'other' })).status).toBe(200)
  await expect.poll(() => mailbox.mails.length).toBe(2)
  expect(mailbox.mails[1]).toMatchObject({ subject: 'A new key for order #5512', text: expect.stringContaining('your order #5512.') })
})

test('lost orders: after a change of APP_SECRET the mail names the older ones, whose links still work and cannot be made again', async () => {
  const { app, ask, mailbox, shop } = await openWithMail()
  const variant = await makeStock(app, 2)
  const old = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailbox.mails.length).toBe(1)
  Object.assign(app.deps.secrets, { orderPages: new Uint8Array(32) })
  await ask(old.customer_email)
  await expect.poll(() => mailbox.mails.length).toBe(2)
  const named = `Order #${old.id}: its link cannot be mailed any more. If you do not have it, ask the shop for a new one.`
  expect(mailbox.mails[1]).toMatchObject({ to: old.customer_email, text: expect.stringContaining(named) })
  expect((await visit(app, pathOf(old.page_url))).statusCode).toBe(200)

  const recent = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailbox.mails.length).toBe(3)
  await ask(old.customer_email)
  await expect.poll(() => mailbox.mails.length).toBe(4)
  expect(mailbox.mails[3]!.text).toContain(`View order #${recent.id}: ${recent.page_url}`)
  expect(mailbox.mails[3]!.text).toContain(named)
})

test('lost orders: three mails an hour to an address, five a minute for a network, and a sentence for what is no address', async () => {
  const { app, ask, shop } = await openWithMail()
  const variant = await makeStock(app, 1)
  await shop.sell({ [variant.id]: 1 })
  const wrong = await ask('nobody')
  expect(wrong.statusCode).toBe(400)
  expect(textOf(wrong.body)).toContain('Email must be an email address')
  const stored = async () => (await app.deps.db.selectFrom('outbox').select('id').where('event', '=', 'mail.lost_orders').execute()).length
  for (const answer of await Promise.all(Array.from({ length: 5 }, () => ask('buyer@example.com')))) expect(answer.statusCode).toBe(202)
  expect(await stored()).toBe(3)
  expect((await ask('other@example.com')).statusCode).toBe(429)
  app.clock.at = new Date('2030-01-01T01:00:01.000Z')
  expect((await ask('BUYER@example.com')).statusCode).toBe(202)
  expect(await stored()).toBe(4)
})

test('lost orders: a mail that somebody asked for is deleted after a day, as is that of a forgotten password; that of an order stays', async () => {
  const { app, ask, shop } = await openWithMail()
  const variant = await makeStock(app, 1)
  await shop.sell({ [variant.id]: 1 })
  for (const email of ['buyer@example.com', 'nobody@example.com']) await ask(email)
  await app.call('POST', '/auth/forgot-password', { email: 'admin@example.com' }, { token: null })
  const stored = () => app.deps.db.selectFrom('outbox').select(['event', 'status']).orderBy('id').execute()
  const sold = { event: 'order_completed', status: 'success' }
  const asked = [
    { ...sold, event: 'mail.lost_orders' },
    { event: 'mail.lost_orders', status: 'skipped' },
  ]
  const forgotten = { ...sold, event: 'mail.password_reset' }
  await expect.poll(stored).toEqual([sold, ...asked, forgotten])
  await app.stopSender()
  app.clock.at = new Date('2030-01-01T23:59:00.000Z')
  await purgeAsked(app.deps)
  expect(await stored()).toHaveLength(4)
  app.clock.at = new Date('2030-01-02T00:01:00.000Z')
  await ask('other@example.com')
  await purgeAsked(app.deps)
  expect(await stored()).toEqual([sold, { event: 'mail.lost_orders', status: 'pending' }])
  // It still waits.
  app.clock.at = new Date('2030-01-04T00:00:00.000Z')
  await purgeAsked(app.deps)
  expect(await stored()).toHaveLength(2)
})

test('lost orders: a shop without mail says so', async () => {
  const app = await createTestApp()
  for (const method of ['GET', 'POST'] as const) {
    const answer = await app.app.inject({ method, url: '/lost' })
    expect(textOf(answer.body)).toContain('This shop cannot send mails. Ask it for the link of your order.')
  }
})
