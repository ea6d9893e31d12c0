import type { BooksOfPeriod, OrderDetails, PeriodSales, ShopImportState } from '@keydesk/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, expectRefusals, expectStockToAddUp, makeProduct, readVariant, valuesOf } from '../../testing/shop/catalogue.ts'
import { linesOf, listKeyImports, lookUp, undo } from '../../testing/shop/key-imports.ts'
import { csvOf, importShop, listShopImports, previewShop, rowsOf, sendShop, undoShop } from '../../testing/shop/shop-imports.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'

/** A shop with Aurora (Day and Month, which has the keys M-1 and M-2) and Solo, which has one variant. */
async function open() {
  const app = await createTestApp()
  const keys: string[] = []
  const aurora = await makeProduct(app, {
    name: 'Aurora',
    variants: [
      { name: 'Day', price: 5, keys },
      { name: 'Month', price: 30, keys: ['M-1', 'M-2'] },
    ],
  })
  const solo = await makeProduct(app, { name: 'Solo', variants: [{ name: 'Standard', price: 10, keys }] })
  const [day, month] = aurora.variants
  return { app, day: day!.id, month: month!.id, solo: solo.variants[0]!.id }
}

const readOrder = async (app: TestApp, id: number) => dataOf(await app.call('GET', `/admin/purchases/orders/${id}`)) as OrderDetails

test('keys go to the variants that the rows name, once in the shop, and no reason contains a key', async () => {
  const { app, day, solo } = await open()
  const file = csvOf([
    ['Product', 'Variant', 'Key'],
    ['aurora', 'day', 'D-1'],
    ['Aurora', 'Day', ' D-2 '],
    ['Aurora', 'Day', 'D-1'],
    ['Aurora', 'Day', 'M-1'],
    ['Aurora', 'Month', 'M-2'],
    ['Solo', '', 'S-1'],
    ['Aurora', '', 'A-1'],
    ['Nothing', 'Day', 'N-1'],
    ['Aurora', 'Day', ''],
    ['Aurora', 'Day', 'bad\u200bone'],
    ['Aurora', 'Day', '••••••••4PFN'],
  ])
  const preview = await previewShop(app, 'keys', 'keydesk', file)
  expect(rowsOf(preview)).toEqual([
    '2 new: New key of Aurora - Day',
    '3 new: New key of Aurora - Day',
    '4 invalid: Row 2 has the same key',
    '5 exists: A key of another variant already',
    '6 exists: A key of the variant already',
    '7 new: New key of Solo - Standard',
    '8 invalid: Aurora has no variant, or several. Name one',
    '9 invalid: Nothing - Day is not in the shop. Import the products first',
    '10 invalid: It has no key',
    '11 invalid: A key must be one line of visible characters',
    '12 invalid: A key must be readable, without •••• in place of its characters',
  ])
  expect(JSON.stringify(preview)).not.toMatch(/[DMSAN]-\d/)
  await importShop(app, 'keys', 'keydesk', file)
  expect(valuesOf(await readVariant(app, day))).toEqual(['D-1', 'D-2'])
  expect(valuesOf(await readVariant(app, solo))).toEqual(['S-1'])
  expect(linesOf(await lookUp(app, 'D-1'))).toEqual(['imported by admin'])
  await expectStockToAddUp(app)
  expect(await examine(app.deps)).toEqual([])
  expect(app.logged.join('')).not.toContain('D-1')
  expect(JSON.stringify(await app.deps.db.selectFrom('activity').select('changes').execute())).not.toContain('D-1')
  expect(await sendShop(app, 'keys', 'shopify', file)).toMatchObject({
    status: 400,
    body: { message: 'Keys are imported from our own layout: download its template' },
  })
})

test('all keys of a key import were imported with it, though it is stored in parts', async () => {
  const { app, day } = await open()
  let now = app.clock.at.getTime()
  // Each part is stored at a later moment.
  Object.defineProperty(app.clock, 'at', { get: () => new Date(now++) })
  const rows = Array.from({ length: 1_001 }, (_, index) => ['Aurora', 'Day', `D-${index}`])
  await importShop(app, 'keys', 'keydesk', csvOf([['Product', 'Variant', 'Key'], ...rows]))
  for (const value of ['D-0', 'D-1000']) expect(linesOf(await lookUp(app, value)), value).toEqual(['imported by admin'])
  expect(valuesOf(await readVariant(app, day))).toHaveLength(1_001)
})

test('a key import is not undone and gets no cost while its shop import is stored or removed', async () => {
  const { app, day } = await open()
  const { id } = await importShop(app, 'keys', 'keydesk', 'Product,Variant,Key\nAurora,Day,D-1')
  const [keyImport] = await listKeyImports(app, day)
  const says = { message: 'The import of shop.csv is being stored or removed. Wait until that is done', code: 'import_running' }
  const setState = (state: ShopImportState) => app.deps.db.updateTable('shop_import').set({ state }).where('id', '=', id).execute()
  for (const state of ['running', 'cancelling', 'undoing'] as const) {
    // The state between two parts.
    await setState(state)
    await expectRefusals(app, [
      { call: ['POST', `/admin/key-imports/${keyImport!.id}/undo`], status: 409, says },
      { call: ['PUT', `/admin/key-imports/${keyImport!.id}/cost`, { cost_total: 5 }], status: 409, says },
    ])
  }
  expect(await listKeyImports(app, day)).toEqual([keyImport])
  await setState('done')
  expect(dataOf(await app.call('PUT', `/admin/key-imports/${keyImport!.id}/cost`, { cost_total: 5 }))).toMatchObject({ cost_per_key: 5 })
  expect(await undo(app, keyImport!.id)).toEqual({ removed: 1, kept: 0 })
})

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')('keys are stored once though PostgreSQL ended their transaction', async () => {
  const { app, day } = await open()
  const { db } = app.deps
  await sql`create sequence attempts`.execute(db)
  // A sequence is not rolled back: only the first attempt fails.
  await sql`create function fail_once() returns trigger language plpgsql as $$ begin
    if nextval('attempts') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
    return new; end $$`.execute(db)
  await sql`create trigger fail_once before update of stored on shop_import for each row execute function fail_once()`.execute(db)
  const { id } = await importShop(
    app,
    'keys',
    'keydesk',
    csvOf([
      ['Product', 'Variant', 'Key'],
      ['Aurora', 'Day', 'D-1'],
    ]),
  )
  expect(await listShopImports(app)).toMatchObject([{ id, state: 'done', stored: 1 }])
  expect(valuesOf(await readVariant(app, day))).toEqual(['D-1'])
  await expectStockToAddUp(app)
})

const ownTitles = [
  'Order',
  'Date',
  'Email',
  'Product',
  'Variant',
  'Quantity',
  'Amount',
  'Key',
  'Refunded quantity',
  'Refund reason',
  'Status',
]
const past = csvOf([
  ownTitles,
  ['1001', '2029-11-30 23:50', 'Ann@Example.com', 'Aurora', 'Day', '2', '10.00', 'OLD-1\nOLD-2', '', '', ''],
  ['1001', '2029-11-30 23:50', 'Ann@Example.com', 'Solo', '', '', '9.99', '', '', '', ''],
  [
    '1002',
    '2029-12-24T10:00:00+02:00',
    'bob@example.com',
    'Aurora',
    'Month',
    '3',
    '80.00',
    'OLD-3\nOLD-4\nOLD-5',
    '1',
    'broken',
    'completed',
  ],
  ['1003', '2029-12-25', 'bob@example.com', 'Solo', 'Standard', '1', '10', 'OLD-6', '', '', 'refunded'],
])

test('past orders count at their own dates, complete the histories of keys and customers, and send nothing', async () => {
  const { app, day, month } = await open()
  const hook = { url: 'https://hooks.example/x', events: ['order.completed', 'order.refunded', 'variant.stock_changed'], active: true }
  expect(await app.call('POST', '/admin/webhooks', hook)).toMatchObject({ status: 201 })
  expect(rowsOf(await previewShop(app, 'orders', 'keydesk', past))).toEqual([
    '2 new: Past order 1001 of Ann@Example.com, 2 rows',
    '3 new: Past order 1001 of Ann@Example.com, 2 rows',
    '4 new: Past order 1002 of bob@example.com',
    '5 new: Past order 1003 of bob@example.com',
  ])
  await importShop(app, 'orders', 'keydesk', past)
  const { data } = (await app.call('GET', '/admin/purchases/orders')).body as {
    data: { id: number; created_at: string; is_imported?: boolean; external_number?: string }[]
  }
  expect(data.map(({ id, created_at, is_imported, external_number }) => [id, created_at, is_imported, external_number])).toEqual([
    [3, '2029-12-25T00:00:00.000Z', true, '1003'],
    [2, '2029-12-24T08:00:00.000Z', true, '1002'],
    [1, '2029-11-30T23:50:00.000Z', true, '1001'],
  ])
  expect(await readOrder(app, 1)).toMatchObject({
    ...{ status: 'completed', subtotal: 19.99, discount: 0, total: 19.99 },
    items: [
      { quantity: 2, unit_price: 5, paid: 10 },
      { quantity: 1, paid: 9.99 },
    ],
    keys: [{ state: 'sold' }, { state: 'sold' }],
    mails: [],
    timeline: [],
  })
  // 80.00 for three: the unit price is rounded up, and the discount takes the rest. A third of what was paid was refunded.
  expect(await readOrder(app, 2)).toMatchObject({
    subtotal: 80.01,
    discount: 0.01,
    total: 80,
    refunded_total: 26.67,
    refunds: [{ reason: 'broken', total: 26.67 }],
    items: [{ refunded_quantity: 1 }],
  })
  expect(await readOrder(app, 3)).toMatchObject({ status: 'refunded', refunded_total: 10 })
  expect(linesOf(await lookUp(app, 'OLD-1'))).toEqual(['sold by  in order 1'])
  expect(await lookUp(app, 'OLD-5')).toMatchObject({ state: 'revoked', order_id: 2 })
  expect(dataOf(await app.call('GET', '/admin/customers?email=ann%40example.com'))).toMatchObject({ orders: { count: 1, total: 19.99 } })

  const days = dataOf(await app.call('GET', '/admin/purchases/daily?days=60')) as { day: string; orders: number; revenue: number }[]
  expect(days.filter(({ orders }) => orders > 0)).toEqual([
    { day: '2029-11-30', orders: 1, revenue: 19.99 },
    { day: '2029-12-24', orders: 1, revenue: 53.33 },
  ])
  expect([(await readVariant(app, day)).stock, (await readVariant(app, month)).stock]).toEqual([0, 2])
  expect(await examine(app.deps)).toEqual([])
  expect(await app.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  expect(await app.deps.db.selectFrom('referral').selectAll().execute()).toEqual([])
  // Another storefront does not see them.
  const shop = await openShop(app)
  expect((await shop.call('GET', '/purchases/1')).status).toBe(404)
})

test('a past order is found by the number that the customer knows, with and without #', async () => {
  const { app } = await open()
  await importShop(app, 'orders', 'keydesk', past)
  for (const q of ['1002', '#1002', 'Order #1002']) {
    const { body } = await app.call('GET', `/admin/purchases/orders?q=${encodeURIComponent(q)}`)
    expect(body).toMatchObject({ data: [{ id: 2, external_number: '1002' }], meta: { total: 1 } })
    expect(dataOf(await app.call('POST', '/admin/search', { q }))).toMatchObject([{ kind: 'order', id: 2, title: '#2, imported as 1002' }])
  }
  // The shop's own number comes first.
  expect(dataOf(await app.call('POST', '/admin/search', { q: '1' }))).toMatchObject([{ id: 1 }])
})

test('the same orders again are in the shop already, and a key in stock is not sold twice', async () => {
  const { app } = await open()
  await importShop(app, 'orders', 'keydesk', past)
  expect((await previewShop(app, 'orders', 'keydesk', past)).counts).toEqual({ new: 0, exists: 4, invalid: 0 })
  const file = csvOf([
    ownTitles,
    ['', '2029-10-01', 'c@example.com', 'Aurora', 'Month', '1', '30', 'M-1', '', '', ''],
    ['', '2029-10-01', 'c@example.com', 'Aurora', 'Month', '1', '30', 'X-1', '', '', ''],
    ['', '2029-10-02', 'd@example.com', 'Aurora', 'Month', '1', '30', 'X-1', '', '', ''],
    ['', '01/10/2029', 'c@example.com', 'Aurora', 'Day', '1', '5', '', '', '', ''],
    ['', '2031-01-01', 'c@example.com', 'Aurora', 'Day', '1', '5', '', '', '', ''],
    ['', '2029-10-01', 'nobody', 'Aurora', 'Day', '1', '5', '', '', '', ''],
    ['', '2029-10-01', 'c@example.com', 'Aurora', 'Day', '1', '5', '', '', '', 'pending'],
    ['', '2029-10-01', 'c@example.com', 'Aurora', 'Day', '1', 'five', '', '', '', ''],
    ['', '2029-10-01', 'c@example.com', 'Aurora', 'Day', '1', '5', 'A\nB', '', '', ''],
    ['9', '2029-10-01', 'c@example.com', 'Aurora', 'Day', '1', '5', '', '', '', ''],
    ['9', '2029-10-01', 'c@example.com', 'Gone', '', '1', '5', '', '', '', ''],
    ['8', '2029-10-01', 'c@example.com', 'Aurora', 'Day', '1', '5', 'X-2', '', '', ''],
    ['8', '2029-10-01', 'c@example.com', 'Aurora', 'Month', '1', '5', 'X-2', '', '', ''],
  ])
  expect(rowsOf(await previewShop(app, 'orders', 'keydesk', file))).toEqual([
    '2 invalid: One of its keys is a key of the shop already',
    '3 new: Past order of c@example.com',
    '4 invalid: Row 3 has one of its keys, too',
    '5 invalid: The date cannot be read for sure, or does not exist. Write it as 2026-01-31 14:30',
    '6 invalid: The date is not in the past',
    '7 invalid: The email is not an email address',
    '8 invalid: An order that is pending was not paid',
    '9 invalid: An amount cannot be read for sure. Write it as 19.99',
    '10 invalid: It has more keys than units',
    '11 invalid: Row 12 of the same order cannot be used',
    '12 invalid: Gone is not in the shop. Import the products first',
    '13 invalid: The order has the same key twice',
    '14 invalid: The order has the same key twice',
  ])
})

test('rows with one order number and another email or date are not one order', async () => {
  const { app } = await open()
  const titles = ['Order', 'Date', 'Email', 'Product', 'Variant', 'Amount', 'Key']
  const file = csvOf([
    titles,
    ['1001', '2029-01-05', 'ann@example.com', 'Aurora', 'Day', '5', 'K-1'],
    ['1002', '2029-01-06', 'ann@example.com', 'Aurora', 'Day', '5', 'K-2'],
    ['1001', '2029-01-05', 'bob@example.com', 'Aurora', 'Day', '5', 'K-3'],
    ['1003', '2029-01-07', 'cy@example.com', 'Aurora', 'Day', '5', 'K-4'],
    ['1003', '2030-01-07', 'cy@example.com', 'Aurora', 'Day', '5', 'K-5'],
    ['1004', '2029-01-08', 'Dee@example.com', 'Aurora', 'Day', '5', 'K-6'],
    ['1004', '2029-01-08 00:00:00Z', 'dee@example.com', 'Aurora', 'Day', '5', 'K-7'],
    ['1004', '', '', 'Aurora', 'Month', '30', 'K-8'],
  ])
  expect(rowsOf(await previewShop(app, 'orders', 'keydesk', file))).toEqual([
    '2 invalid: Row 4 of the same order cannot be used',
    '3 new: Past order 1002 of ann@example.com',
    '4 invalid: It has the order number of row 2, but another email or date',
    '5 invalid: Row 6 of the same order cannot be used',
    '6 invalid: It has the order number of row 5, but another email or date',
    '7 new: Past order 1004 of Dee@example.com, 3 rows',
    '8 new: Past order 1004 of Dee@example.com, 3 rows',
    '9 new: Past order 1004 of Dee@example.com, 3 rows',
  ])
})

test('a date without an offset is in the time zone of the person who imports', async () => {
  const { app } = await open()
  // The clocks skip an hour on March 25, and show one twice on October 28.
  const moments = [
    ['2029-06-01 01:30', '2029-05-31T23:30:00.000Z'],
    ['2029-06-02', '2029-06-01T22:00:00.000Z'],
    ['2029-06-03 01:30 +00:00', '2029-06-03T01:30:00.000Z'],
    ['2029-03-25 02:30', '2029-03-25T01:00:00.000Z'],
    ['2029-10-28 02:30', '2029-10-28T00:30:00.000Z'],
    ['2030-01-01 00:30', '2029-12-31T23:30:00.000Z'],
  ] as const
  const rows = moments.map(([date], index) => [`${index}`, date, `${index}@example.com`, 'Solo', '10'])
  const file = csvOf([['Order', 'Date', 'Email', 'Product', 'Amount'], ...rows])
  expect(rowsOf(await previewShop(app, 'orders', 'keydesk', file)).at(-1)).toBe('7 invalid: The date is not in the past')
  await importShop(app, 'orders', 'keydesk', file, 'Europe/Berlin')
  const { data } = (await app.call('GET', '/admin/purchases/orders?sort=id')).body as {
    data: { external_number: string; created_at: string }[]
  }
  expect(data.map(({ created_at }) => created_at)).toEqual(moments.map(([, at]) => at))
  expect(rowsOf(await previewShop(app, 'orders', 'keydesk', file, 'Europe/Berlin'))[5]).toBe(
    '7 exists: Already in the shop. It is not changed',
  )
  expect(await sendShop(app, 'orders', 'keydesk', file, '', { zone: 'Europe/Nowhere' })).toMatchObject({ status: 400 })
})

test('a refund of a past order without keys takes back its share', async () => {
  const { app } = await open()
  await importShop(app, 'orders', 'keydesk', past)
  const [, solo] = (await readOrder(app, 1)).items
  const refund = { items: [{ id: solo!.id, quantity: 1 }] }
  expect(dataOf(await app.call('POST', '/admin/purchases/orders/1/refund', refund))).toMatchObject({ refunded_total: 9.99 })
  expect(await examine(app.deps)).toEqual([])
})

test('units of past orders without a key count as keys without a known cost, wherever costs are summed, until an undo', async () => {
  const { app } = await open()
  const { id } = await importShop(
    app,
    'orders',
    'keydesk',
    csvOf([
      ownTitles,
      ['1', '2029-12-24 12:00', 'ann@example.com', 'Aurora', 'Month', '3', '90', 'OLD-1', '', '', ''],
      ['2', '2029-12-24 12:00', 'bob@example.com', 'Solo', '', '2', '20', '', '2', '', ''],
    ]),
  )
  const expectUnknown = async (unknown: Readonly<Record<string, number>>) => {
    // The stored days, then a day of which no UTC day is a whole one.
    for (const zone of ['UTC', 'Asia/Kathmandu']) {
      const query = `from=2029-12-24&to=2029-12-24&time_zone=${zone}`
      const products = dataOf(await app.call('GET', `/admin/purchases/by-product?${query}`)) as PeriodSales[]
      const names = ['Aurora', 'Solo']
      expect(Object.fromEntries(products.map((row) => [names[row.product_id - 1], row.units_without_cost])), zone).toEqual(unknown)
      const { by_product } = dataOf(await app.call('GET', `/admin/books?${query}`)) as BooksOfPeriod
      expect(Object.fromEntries(by_product.map((row) => [row.product_name, row.units_without_cost])), zone).toEqual(unknown)
    }
    const headers = { authorization: app.token }
    const { body } = await app.app.inject({ url: '/admin/purchases/orders/export.csv?rows=lines', headers })
    const [titles, ...lines] = body.split('\r\n').map((line) => line.split(','))
    const [product, count] = [titles!.indexOf('Product'), titles!.indexOf('Keys without cost')]
    expect(Object.fromEntries(lines.slice(0, -1).map((line) => [line[product], Number(line[count])]))).toEqual(unknown)
    expect(await examine(app.deps)).toEqual([])
  }
  await expectUnknown({ Aurora: 3, Solo: 2 })
  const [key] = (await readOrder(app, 1)).keys
  dataOf(await app.call('POST', `/admin/purchases/orders/1/keys/${key!.id}/replace`, { reason: 'not_working' }))
  await expectUnknown({ Aurora: 4, Solo: 2 })
  dataOf(await app.call('POST', '/admin/purchases/orders/1/refund', {}))
  await expectUnknown({ Aurora: 4, Solo: 2 })
  expect(await undoShop(app, id)).toMatchObject({ removed: 1, kept: 1 })
  await expectUnknown({ Aurora: 4 })
})

test('an order with a row that was cut in two is refused whole', async () => {
  const { app } = await open()
  const file = [
    'Order,Date,Email,Product,Variant,Amount',
    '1,2029-10-01,c@example.com,Solo,,10',
    '1,2029-10-01,c@example.com,Aurora,Day,5,50',
    '2,2029-10-01,c@example.com,Solo,,10',
  ].join('\r\n')
  expect(rowsOf(await previewShop(app, 'orders', 'keydesk', file))).toEqual([
    '2 invalid: Row 3 of the same order cannot be used',
    '3 invalid: It has more cells than the file has columns: one of them was cut in two',
    '4 new: Past order 2 of c@example.com',
  ])
})

test.each([
  ['1,234.50', 1234.5],
  ['$1.234,50', 1234.5],
  ['0.500', 0.5],
  ['0,500', 0.5],
  ['1,234', 1234],
  ['12.3400', 12.34],
])('an amount of %s is read for sure', async (amount, total) => {
  const { app } = await open()
  expect(await importShop(app, 'orders', 'keydesk', orderOf(amount))).toMatchObject({ state: 'done' })
  expect(await readOrder(app, 1)).toMatchObject({ total })
})

test.each(['1.500', '1.000', '12.345'])('an amount of %s could be two, and is refused', async (amount) => {
  const { app } = await open()
  const refused = ['2 invalid: An amount cannot be read for sure. Write it as 19.99']
  expect(rowsOf(await previewShop(app, 'orders', 'keydesk', orderOf(amount)))).toEqual(refused)
})

const orderOf = (amount: string) =>
  csvOf([
    ['Date', 'Email', 'Product', 'Amount'],
    ['2029-10-01', 'c@example.com', 'Solo', amount],
  ])
