import { inflateRawSync } from 'node:zlib'
import type { Order, OrderDetails, Product } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, makeImage, type TestApp } from '../../testing.ts'
import {
  dataOf,
  listProducts,
  makeProduct,
  readProduct,
  readVariant,
  saveProduct,
  saveVariant,
  wholeProduct,
} from '../../testing/shop/catalogue.ts'
import { importKeyList } from '../../testing/shop/key-imports.ts'
import { addMember } from '../../testing/shop/members.ts'
import { csvOf, importShop, previewShop, rowsOf } from '../../testing/shop/shop-imports.ts'
import { sellByReferral } from '../../testing/shop/referrals.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'

/** The files of an archive, by the entries of its directory. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let nth = archive.readUInt16LE(end + 10); nth > 0; nth -= 1) {
    const [size, length, extra] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)]
    const start = archive.readUInt32LE(at + 42)
    const body = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const bytes = archive.subarray(body, body + size)
    const isStored = archive.readUInt16LE(at + 10) === 0
    files.set(archive.toString('utf8', at + 46, at + 46 + length), isStored ? bytes : inflateRawSync(bytes))
    at += 46 + length + extra
  }
  return files
}

async function leave(app: TestApp): Promise<Map<string, Buffer>> {
  const answer = await app.app.inject({ method: 'GET', url: '/admin/export', headers: { authorization: app.token } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="keydesk-2030-01-01.zip"',
  })
  return unzip(answer.rawPayload)
}

/** Everything of a shop that must be the same after a move, without ids. */
async function shown(app: TestApp) {
  const products = (await listProducts(app)).toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
  const stock = await Promise.all(products.flatMap(({ variants }) => variants.map(({ id }) => readVariant(app, id))))
  const { data } = (await app.call('GET', '/admin/purchases/orders?sort=created_at')).body as { data: { id: number }[] }
  const orders = await Promise.all(
    data.map(async ({ id }) => dataOf(await app.call('GET', `/admin/purchases/orders/${id}`)) as OrderDetails),
  )
  const days = dataOf(await app.call('GET', '/admin/purchases/daily?days=30'))
  return {
    products: products.map(productOf),
    stock: stock.map(({ name, price, keys, max_per_order, low_stock_threshold }) => [
      name,
      price,
      max_per_order,
      low_stock_threshold,
      keys.map(({ value }) => value),
    ]),
    orders: orders.map(orderOf),
    days,
  }
}

const productOf = ({
  id: _,
  version: __,
  created_at: ___,
  updated_at: ____,
  media_items,
  thumbnail: _____,
  thumbnail_card: ______,
  variants,
  ...fields
}: Product) => ({
  ...fields,
  videos: media_items.map(({ url }) => url),
  variants: variants.map(({ name, price, stock, is_draft }) => [name, price, stock, is_draft]),
})

const orderOf = ({
  customer_email,
  status,
  subtotal,
  discount,
  total,
  refunded_total,
  created_at,
  completed_at,
  items,
  keys,
}: OrderDetails) => ({
  ...{ customer_email, status, subtotal, discount, total, refunded_total, created_at, completed_at },
  items: items.map(({ quantity, unit_price, paid, refunded_quantity, variant }) => [
    quantity,
    unit_price,
    paid,
    refunded_quantity,
    variant.name,
    variant.product.name,
  ]),
  keys: keys.map(({ state, value }) => [state, value]),
})

async function fill(app: TestApp): Promise<void> {
  const keys = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
  const first = await makeProduct(app, {
    name: 'Twin',
    description: '=1+1, "quoted"\nline',
    variants: [
      { name: 'Day', price: 3.33, keys: ['=KEY', ...keys('A', 20), "'-LAST", '=LAST'] },
      { name: 'Day', price: 7, keys: keys('B', 3) },
    ],
  })
  await makeProduct(app, { name: 'Twin', variants: [{ name: 'Day', price: 0.01, keys: keys('C', 5) }] })
  await makeProduct(app, { name: 'Empty' })
  await saveProduct(app, first.id, { ...wholeProduct, name: 'Twin', unlisted: false, featured: true })
  await saveVariant(app, first.variants[0]!.id, { max_per_order: 50, low_stock_threshold: 4 })
  for (const url of ['vimeo.com/76979871/abcdef0123', 'vimeo.com/12'])
    dataOf(await app.call('POST', `/admin/products/${first.id}/videos`, { url }))
  const coupon = { code: 'TEN', discount_type: 'percentage', discount_value: 10, expiration_date: '2031-06-01T12:00:00.000Z' }
  dataOf(
    await app.call('POST', '/admin/coupons', {
      ...coupon,
      max_usage: 0,
      max_usage_per_user: 9,
      applicable_to_all: true,
      applicable_products: [],
    }),
  )
  const shop = await openShop(app)
  const wish = { [first.variants[0]!.id]: 7, [first.variants[1]!.id]: 1 }
  const sold = await shop.sell(wish, { coupon_code: 'TEN', customer_email: 'Ann@example.com' })
  app.clock.at = new Date(app.clock.at.getTime() + 60_000)
  dataOf(
    await app.call('POST', `/admin/purchases/orders/${sold.id}/refund`, {
      reason: '-broken',
      items: [{ id: sold.items[0]!.id, quantity: 2 }],
    }),
  )
  const other = await shop.sell({ [first.variants[1]!.id]: 1 }, { customer_email: 'bob@example.com' })
  await shop.refund(other.id)
  app.clock.at = new Date(app.clock.at.getTime() + 60_000)
  await shop.sell({ [first.variants[0]!.id]: 1 }, { customer_email: 'cid@example.com' })
}

test('everything out of one shop and into another is the same to the cent', async () => {
  const here = await createTestApp()
  await fill(here)
  const files = await leave(here)
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['products.csv', 'orders.csv', 'keys.csv', 'coupons.csv', 'payouts.csv', 'customer-notes.csv']),
  )
  expect(files.get('coupons.csv')!.toString()).toContain('TEN')
  const before = await shown(here)
  expect(before.products.map(({ videos }) => videos)).toContainEqual(['76979871/abcdef0123', '12'])
  const there = await createTestApp()
  there.clock.at = here.clock.at
  for (const kind of ['products', 'keys', 'orders'] as const) {
    const file = files.get(`${kind}.csv`)!
    const preview = await previewShop(there, kind, 'keydesk', file)
    expect(
      rowsOf(preview).filter((row) => !row.includes(' new: ')),
      kind,
    ).toEqual([])
    // What an import does not take back.
    expect(preview.unused_columns).toEqual({ products: ['Thumbnail'], keys: ['Cost'], orders: [] }[kind])
    await importShop(there, kind, 'keydesk', file)
  }
  expect(await shown(there)).toEqual(before)
  expect(await examine(there.deps)).toEqual([])
  // A second time nothing is new.
  for (const kind of ['products', 'keys', 'orders'] as const)
    expect((await previewShop(there, kind, 'keydesk', files.get(`${kind}.csv`)!)).counts.new, kind).toBe(0)
  // The activity shows who took it.
  const actions = async () =>
    (await here.deps.db.selectFrom('activity').select(['action', 'actor_name']).execute()).map(
      ({ action, actor_name }) => `${action} by ${actor_name}`,
    )
  await expect.poll(actions).toContain('shop.exported by admin')
})

test('orders of deleted products and variants move with their shop', async () => {
  const here = await createTestApp()
  const make = (name: string, keys: Readonly<Record<string, string>>) =>
    makeProduct(here, { name, variants: Object.entries(keys).map(([variant, key]) => ({ name: variant, price: 5, keys: [key] })) })
  const titles = ['Product', 'Variant', 'SKU', 'Price']
  const gone = await make('Twin', { Day: 'A', 'Never sold': 'B' })
  const stays = await make('Twin', { Day: 'C', Week: 'D' })
  const [old, unsold] = [await make('Old', { Day: 'E' }), await make('Unsold', { Day: 'F' })]
  const shop = await openShop(here)
  const sold = [gone.variants[0]!, ...stays.variants, ...old.variants]
  for (const { id } of sold) await shop.sell({ [id]: 1 })
  for (const { id } of [gone, old, unsold]) dataOf(await here.call('DELETE', `/admin/products/${id}`))
  dataOf(await here.call('DELETE', `/admin/variants/${stays.variants[1]!.id}`))
  await importShop(here, 'products', 'keydesk', csvOf([titles, ['Twin', 'Week', '', '6']]))
  const files = await leave(here)
  // The shop itself has everything already.
  for (const [kind, exists] of [
    ['products', 5],
    ['orders', 4],
  ] as const)
    expect((await previewShop(here, kind, 'keydesk', files.get(`${kind}.csv`)!)).counts, kind).toEqual({ new: 0, exists, invalid: 0 })
  expect(rowsOf(await previewShop(here, 'products', 'keydesk', files.get('products.csv')!)).at(-1)).toBe(
    '6 exists: Deleted from the shop. It is not made again',
  )
  const [columns, ...rows] = linesOf(files, 'products.csv')
  const skuOfOld = rows.find(([name]) => name === 'Old')![columns!.indexOf('SKU')]!
  const keysOfOld = await previewShop(here, 'keys', 'keydesk', `SKU,Key\n${skuOfOld},NEW`)
  expect(rowsOf(keysOfOld)).toEqual(['2 invalid: Its variant is deleted'])

  const there = await createTestApp()
  for (const kind of ['products', 'orders'] as const) {
    const file = files.get(`${kind}.csv`)!
    expect((await previewShop(there, kind, 'keydesk', file)).counts, kind).toMatchObject({ exists: 0, invalid: 0 })
    await importShop(there, kind, 'keydesk', file)
  }
  expect((await shown(there)).orders).toEqual((await shown(here)).orders)
  expect(await examine(there.deps)).toEqual([])
  const products = await listProducts(there)
  expect(
    products.map(({ name, unlisted, variants }) => [name, unlisted, ...variants.map((each) => [each.name, each.is_draft === true])]),
  ).toEqual([
    ['Old', true, ['Day', true]],
    ['Twin', true, ['Day', true]],
    ['Twin', stays.unlisted, ['Day', false], ['Week', true], ['Week', true]],
  ])
})

test('an order keeps the number that its customer knows through every move', async () => {
  let app = await createTestApp()
  await fill(app)
  for (let move = 0; move < 2; move++) {
    const files = await leave(app)
    const next = await createTestApp()
    next.clock.at = app.clock.at
    // So that the ids of the new shop are others; it is older than the last order that comes in.
    if (move === 0) await (await openShop(next)).sell({ [(await makeStock(next, 1)).id]: 1 })
    for (const kind of ['products', 'keys', 'orders'] as const) await importShop(next, kind, 'keydesk', files.get(`${kind}.csv`)!)
    app = next
  }
  const { data } = (await app.call('GET', '/admin/purchases/orders?sort=created_at')).body as { data: Order[] }
  expect(data.map(({ external_number }) => external_number)).toEqual(['1', '2', '1', '3'])
})

test('only an owner moves a shop', async () => {
  const app = await createTestApp()
  const { token } = await addMember(app, 'manager')
  for (const url of ['/admin/export', '/admin/shop-imports']) expect((await app.call('GET', url, undefined, { token })).status).toBe(403)
})

/** The cells of a file without quotation marks. */
const linesOf = (files: ReadonlyMap<string, Buffer>, name: string): string[][] =>
  files
    .get(name)!
    .toString()
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))

async function addPicture(app: TestApp, productId: number): Promise<void> {
  const bytes = await makeImage('png', 20, 20)
  const head = '--XX\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--XX--\r\n')])
  const headers = { authorization: app.token, 'content-type': 'multipart/form-data; boundary=XX' }
  const answer = await app.app.inject({ method: 'POST', url: `/admin/products/${productId}/images`, headers, payload })
  expect(answer.statusCode).toBe(200)
}

test('pictures are in the archive, with the name of the thumbnail', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { name: 'Seen' })
  for (let nth = 0; nth < 2; nth += 1) await addPicture(app, id)
  const { media_items } = await readProduct(app, id)
  dataOf(await app.call('PUT', `/admin/products/${id}/thumbnail`, { media_item_id: media_items[1]!.id }))
  const { thumbnail } = await readProduct(app, id)
  const file = await app.app.inject(new URL(thumbnail).pathname)
  const files = await leave(app)
  expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toEqual([`pictures/${id}/1.webp`, `pictures/${id}/2.webp`])
  expect(files.get(`pictures/${id}/2.webp`)).toEqual(file.rawPayload)
  const [titles, seen] = linesOf(files, 'products.csv')
  expect(seen![titles!.indexOf('Thumbnail')]).toBe(`pictures/${id}/2.webp`)
})

test('unsold keys are in the archive with what each cost', async () => {
  const app = await createTestApp()
  const { variants } = await makeProduct(app, { name: 'Aim', variants: [{ name: 'Day', price: 5, keys: ['K-1'] }] })
  await importKeyList(app, variants[0]!.id, ['K-2', 'K-3', 'K-4'], { cost_total: 10 })
  await importKeyList(app, variants[0]!.id, ['K-5'], { cost_total: 0 })
  const [titles, ...keys] = linesOf(await leave(app), 'keys.csv')
  expect(keys.map((cells) => [cells[titles!.indexOf('Key')], cells[titles!.indexOf('Cost')]])).toEqual([
    ['K-1', ''],
    ['K-2', '3.34'],
    ['K-3', '3.33'],
    ['K-4', '3.33'],
    ['K-5', '0.00'],
  ])
})

test('an old payout that is pending is in the archive with the balance of its user', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const user = await shop.addUser('rita')
  await sellByReferral(app, shop, user.referral_code)
  await shop.askPayout(user.id, 1)
  const { id: _, ...row } = await app.deps.db.selectFrom('payout').selectAll().executeTakeFirstOrThrow()
  const decided = { ...row, status: 'failed' as const, created_at: '2030-01-02T00:00:00.000Z', decided_at: '2030-01-02T00:00:00.000Z' }
  await app.deps.db
    .insertInto('payout')
    .values(Array.from({ length: 500 }, () => decided))
    .execute()
  const [titles, ...payouts] = linesOf(await leave(app), 'payouts.csv')
  expect(payouts).toHaveLength(501)
  expect(payouts.at(-1)![titles!.indexOf('balance')]).toBe('9.5')
})

test('rejected referrals are in the archive, pictures of deleted products are not', async () => {
  const app = await createTestApp()
  const { variants } = await makeProduct(app, { name: 'Aim', variants: [{ name: 'Day', price: 5, keys: ['K-1'] }] })
  const gone = await makeProduct(app, { name: 'Gone' })
  await addPicture(app, gone.id)
  dataOf(await app.call('DELETE', `/admin/products/${gone.id}`))
  const shop = await openShop(app)
  const { referral_code } = await shop.addUser('rita')
  await shop.cancel((await shop.buy({ [variants[0]!.id]: 1 }, { referral_code })).id)
  const files = await leave(app)
  expect(files.get('referrals-rejected.csv')!.toString()).toContain('rita')
  expect([...files.keys()].filter((name) => name.startsWith('pictures/'))).toEqual([])
})
