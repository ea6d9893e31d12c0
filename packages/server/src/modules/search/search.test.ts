import { permissions, type Role, type SearchResult } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { addMember } from '../../testing/shop/members.ts'
import { plansOf, sorted, unindexed } from '../../testing/databases/plans.ts'
import { dataOf, makeProduct, makeVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { createTestApp, type TestApp, type TestOptions } from '../../testing.ts'
import { searchEverything } from './search.service.ts'

/** A shop with one thing of each kind that the word 'apex' finds, and an order of ann@example.com. */
async function openApex(options: TestOptions = {}) {
  const app = await createTestApp(options)
  const shop = await openShop(app)
  const { id: productId } = await makeProduct(app, { name: 'Apex Legends: Aim' })
  const variant = dataOf(
    await app.call('POST', '/admin/variants/', {
      product_id: productId,
      name: 'One Month',
      price: 5,
      keys: ['SECRET-KEY-1', 'SECRET-KEY-2'],
    }),
  ) as { id: number }
  await makeCoupon(app, { code: 'SUMMER-APEX' })
  dataOf(await app.call('POST', '/admin/announcements', { title: 'New: apex patch', content: 'Text' }))
  await shop.addUser('apexfan', 'fan@example.com')
  const { id: orderId } = await shop.sell({ [variant.id]: 1 }, { customer_email: 'Ann@example.com' })
  return { app, shop, productId, variantId: variant.id, orderId }
}

const search = async (app: TestApp, q: string, token?: string): Promise<SearchResult[]> =>
  dataOf(await app.call('POST', '/admin/search', { q }, token === undefined ? {} : { token })) as SearchResult[]

const titlesOf = (results: readonly SearchResult[]) => results.map(({ kind, title }) => `${kind} ${title}`)

test('one text finds things of every kind, by the beginning of any word of their names', async () => {
  const { app, productId, variantId } = await openApex()
  const found = await search(app, 'apex')
  expect(found).toEqual([
    { kind: 'product', id: productId, title: 'Apex Legends: Aim', detail: '', path: `/products/${productId}` },
    ...[{ kind: 'variant', id: variantId, title: 'Apex Legends: Aim - One Month', detail: '1 in stock' }].map((variant) => ({
      ...variant,
      path: `/products/${productId}?variant=${variantId}#variant-${variantId}`,
    })),
    { kind: 'coupon', id: 1, title: 'SUMMER-APEX', detail: '10%', path: '/coupons?q=SUMMER-APEX' },
    expect.objectContaining({ kind: 'referral_user', title: 'apexfan', path: '/referrals?q=apexfan' }),
    { kind: 'announcement', id: 1, title: 'New: apex patch', detail: '', path: '/notifications?q=New%3A%20apex%20patch' },
  ])
  expect(titlesOf(await search(app, 'LEG ap'))).toEqual(['product Apex Legends: Aim', 'variant Apex Legends: Aim - One Month'])
  expect(titlesOf(await search(app, 'month apex'))).toEqual(['variant Apex Legends: Aim - One Month'])
  expect(titlesOf(await search(app, 'FAN@EX'))).toEqual(['referral_user apexfan'])
  expect(await search(app, 'pex')).toEqual([])
  expect(await search(app, "%_'")).toEqual([])
})

test('the stock of a variant is written like everywhere', async () => {
  const app = await createTestApp()
  await makeStock(app, 1_200, { name: 'Fortnight' })
  expect(await search(app, 'fortnight')).toMatchObject([{ kind: 'variant', detail: '1,200 in stock' }])
})

test('orders are found by number and email, customers by email, keys by their exact value, which is not answered', async () => {
  const { app, shop, variantId, orderId } = await openApex()
  const order = { kind: 'order', id: orderId, title: `#${orderId}`, detail: 'Ann@example.com, completed, $5.00' }
  expect(await search(app, `#${orderId}`)).toEqual([{ ...order, path: `/purchases/orders?order=${orderId}` }])
  expect(await search(app, String(orderId))).toMatchObject([order])
  // Copied from a mail.
  expect(await search(app, `Order #${orderId}`)).toMatchObject([order])
  expect(titlesOf(await search(app, 'Ann Smith <ann@example.com>'))).toEqual([`order #${orderId}`, 'customer Ann@example.com'])
  expect(titlesOf(await search(app, '"Fan, A." <FAN@example.com>'))).toEqual(['referral_user apexfan'])
  const { id: second } = await shop.buy({ [variantId]: 1 }, { customer_email: 'ann@example.com' })
  const customer = { kind: 'customer', id: second, title: 'ann@example.com', path: `/purchases/orders?customer=order-${second}` }
  expect(await search(app, 'ANN@')).toMatchObject([{ id: second }, order, customer])
  expect(await search(app, 'nn@')).toEqual([])
  const [key] = await search(app, ' SECRET-KEY-1 ')
  expect(key).toMatchObject({ kind: 'key', title: '••••••••EY-1', path: `/purchases/orders?order=${orderId}` })
  expect(key?.detail).toBe(`Apex Legends: Aim - One Month, sold, order #${orderId}`)
  expect(await search(app, 'SECRET-KEY')).toEqual([])
  expect(await search(app, 'secret-key-1')).toEqual([])
})

test('a coupon shows its discount, and that it is inactive', async () => {
  const { app } = await openApex()
  const { id } = await makeCoupon(app, { code: 'OLD-APEX', discount_value: 12.5 })
  dataOf(await app.call('POST', `/admin/coupons/${id}/deactivate`))
  await makeCoupon(app, { code: 'CASH-APEX', discount_type: 'fixed_amount', discount_value: 2.5 })
  await makeCoupon(app, { code: 'FREE-APEX', discount_type: 'free_license' })
  const details = (await search(app, 'apex')).filter(({ kind }) => kind === 'coupon').map(({ title, detail }) => [title, detail])
  expect(Object.fromEntries(details)).toEqual({
    ...{ 'SUMMER-APEX': '10%', 'OLD-APEX': '12.5%, inactive', 'CASH-APEX': '$2.50', 'FREE-APEX': 'Free' },
  })
})

test('an order is found by its whole payment reference, also one that looks like the number of an order', async () => {
  const { app, shop, variantId, orderId } = await openApex()
  const { id } = await shop.buy({ [variantId]: 1 }, { customer_email: 'bob@example.com' })
  await shop.complete(id, 'pi_Bob-1')
  expect(titlesOf(await search(app, ' pi_Bob-1 '))).toEqual([`order #${id}`])
  expect(await search(app, 'pi_Bob')).toEqual([])
  expect(await search(app, 'PI_BOB-1')).toEqual([])
  await makeStock(app, 1, { prefix: 'OTHER' })
    .then((other) => shop.buy({ [other.id]: 1 }))
    .then((bought) => shop.complete(bought.id, String(orderId)))
  expect(titlesOf(await search(app, String(orderId)))).toEqual([`order #${orderId}`, `order #${id + 1}`])
})

test('the newest orders of an email are found, of whichever customer', async () => {
  const { app, shop } = await openApex()
  const { id } = await makeStock(app, 10, { prefix: 'OTHER' })
  for (const name of ['nora-9', 'nora-1', 'nora-2', 'nora-3', 'nora-4', 'nora-5', 'nora-6', 'nora-7', 'nora-8', 'nora-99'])
    await shop.sell({ [id]: 1 }, { customer_email: `${name}@example.com` })
  const found = (await search(app, 'NORA')).filter(({ kind }) => kind === 'order')
  expect(found.map(({ detail }) => detail.split('@')[0])).toEqual([
    'nora-99',
    'nora-8',
    'nora-7',
    'nora-6',
    'nora-5',
    'nora-4',
    'nora-3',
    'nora-2',
  ])
})

test('one letter finds names alone, and eight of a kind are the most', async () => {
  const { app, shop, variantId, orderId } = await openApex()
  expect(new Set((await search(app, 'a')).map(({ kind }) => kind))).toEqual(
    new Set(['product', 'variant', 'coupon', 'referral_user', 'announcement']),
  )
  await shop.addUser('quill', 'zoe@example.com')
  expect(titlesOf(await search(app, 'z'))).toEqual([])
  expect(titlesOf(await search(app, 'zo')).filter((title) => title.includes('quill'))).toHaveLength(1)
  expect(titlesOf(await search(app, String(orderId)))).toContain(`order #${orderId}`)
  for (let index = 0; index < 10; index += 1) await makeProduct(app, { name: `Zed zed-${index} zeta` })
  expect(titlesOf(await search(app, 'ze')).filter((title) => title.startsWith('product'))).toHaveLength(8)
  for (const name of ['ben', 'bea', 'bob']) {
    await shop.cancel((await shop.buy({ [variantId]: 1 }, { customer_email: `${name}@example.com` })).id)
  }
  expect(titlesOf(await search(app, 'be')).filter((title) => title.startsWith('customer'))).toEqual([
    'customer bea@example.com',
    'customer ben@example.com',
  ])
})

test('a change of a name changes what finds it, and what is deleted is found no more', async () => {
  const { app, productId } = await openApex()
  dataOf(await app.call('PUT', `/admin/products/${productId}`, { name: 'Valorant Aim' }))
  expect(titlesOf(await search(app, 'legends'))).toEqual([])
  expect(titlesOf(await search(app, 'valorant'))).toEqual(['product Valorant Aim', 'variant Valorant Aim - One Month'])
  dataOf(await app.call('DELETE', `/admin/products/${productId}`))
  dataOf(await app.call('DELETE', '/admin/coupons/1'))
  dataOf(await app.call('DELETE', '/admin/announcements/1'))
  expect(titlesOf(await search(app, 'valorant'))).toEqual([])
  expect(titlesOf(await search(app, 'apex'))).toEqual(['referral_user apexfan'])
  const [key] = await search(app, 'SECRET-KEY-2')
  expect(key?.detail).toBe('Valorant Aim - One Month (deleted), removed')
})

test('a product and its variant that are renamed at the same time are found by their new names alone', async () => {
  const { app, productId, variantId } = await openApex()
  for (let turn = 1; turn <= 10; turn += 1) {
    const [product, variant] = [`Product${turn}x`, `Variant${turn}x`]
    const answers = await Promise.all([
      app.call('PUT', `/admin/products/${productId}`, { name: product }),
      app.call('PUT', `/admin/variants/${variantId}`, { name: variant }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(titlesOf(await search(app, `${product} ${variant}`))).toEqual([`variant ${product} - ${variant}`])
    expect(await search(app, `Variant${turn - 1}x`)).toEqual([])
  }
})

test('what has a long name is found, also if its word is cut within a character', async () => {
  const app = await createTestApp()
  const name = `${'a'.repeat(39)}\u{20000}b`
  const { id: product_id } = await makeProduct(app, { name })
  dataOf(await app.call('POST', '/admin/variants/', { product_id, name, price: 5, keys: [] }))
  await makeCoupon(app, { code: name })
  dataOf(await app.call('POST', '/admin/announcements', { title: name, content: 'Text' }))
  const everything = [`product ${name}`, `variant ${name} - ${name}`, `coupon ${name}`, `announcement ${name}`]
  for (const q of [name, 'a'.repeat(39), `${'a'.repeat(39)}\u{20000}`]) expect(titlesOf(await search(app, q)), q).toEqual(everything)
})

test('a role finds only what it may read', async () => {
  const { app, orderId, productId, variantId } = await openApex()
  const kindsFor = async (token: string) => {
    const found = await Promise.all(['apex', 'ann@', `#${orderId}`, 'SECRET-KEY-1'].map((q) => search(app, q, token)))
    return [...new Set(found.flat().map(({ kind }) => kind))].toSorted()
  }
  const tokenOf = async (role: Role) => (await addMember(app, role)).token
  const [stock, support, marketing] = [await tokenOf('stock'), await tokenOf('support'), await tokenOf('marketing')]
  expect(await kindsFor(stock)).toEqual(['key', 'product', 'variant'])
  expect(await kindsFor(support)).toEqual(['customer', 'key', 'order', 'product', 'variant'])
  expect(await kindsFor(marketing)).toEqual(['announcement', 'coupon', 'product', 'referral_user', 'variant'])
  expect((await search(app, 'SECRET-KEY-1', stock))[0]).toMatchObject({
    path: `/products/${productId}?variant=${variantId}#variant-${variantId}`,
  })
})

test('a text that is blank, too long or none is refused, and one of odd characters finds nothing', async () => {
  const app = await createTestApp()
  for (const q of ['  ', 'x'.repeat(501), 7, null, 'a\0b'])
    expect(await app.call('POST', '/admin/search', { q })).toMatchObject({ status: 400 })
  for (const q of ['\u{10ffff}', '\\', '%', '"', '´`', '🔑', '#', 'a'.repeat(500)]) expect(await search(app, q)).toEqual([])
})

const everyTable = [
  'orders',
  'p',
  'order_item',
  'license_key',
  'search_word',
  'w',
  'o',
  'app_user',
  'product',
  'variant',
  'v',
  'coupon',
  'c',
]

test('whatever it is, it is looked for by indexes, in a few queries', async () => {
  const { app } = await openApex({ unused: true })
  for (const q of ['apex', 'apex month', 'ann@', '#12', '12', 'SECRET-KEY-1', 'a']) {
    const plans = await plansOf(app.deps.db, (db) => searchEverything({ ...app.deps, db }, { permissions }, q))
    expect(plans.length, q).toBeGreaterThan(0)
    expect(plans.length, q).toBeLessThanOrEqual(5)
    for (const plan of plans) expect(plan, q).not.toMatch(unindexed(...everyTable))
    // Names and customers are in the order of an index. Only the few orders found are sorted.
    const names = plans.filter((plan) => plan.includes('search_word_word'))
    for (const plan of names) expect(plan, q).not.toMatch(sorted)
  }
})

test('a product of many variants is found with them after a rename', async () => {
  const app = await createTestApp()
  const { product_id } = await makeVariant(app, ['A-1'], { name: 'Week' })
  dataOf(await app.call('PUT', `/admin/products/${product_id}`, { name: 'Rust' }))
  expect(titlesOf(await search(app, 'rust week'))).toEqual(['variant Rust - Week'])
})
