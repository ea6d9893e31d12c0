import type { OrderDetails } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf } from '../../testing/shop/catalogue.ts'
import { csvOf, importShop, previewShop, rowsOf } from '../../testing/shop/shop-imports.ts'
import { examine } from '../doctor/doctor.service.ts'

/** The files of past orders that Shopify and the export plugins of WooCommerce write. */

/** A shop with Aurora (Day, and Month with the SKU A-30) and Tom & Jerry, which has one variant. */
async function open() {
  const app = await createTestApp()
  const products = [
    ['Product', 'Variant', 'SKU', 'Price'],
    ['Aurora', 'Day', '', '5'],
    ['Aurora', 'Month', 'A-30', '30'],
    ['Tom & Jerry', '', '', '10'],
  ]
  await importShop(app, 'products', 'keydesk', csvOf(products))
  return app
}

type Row = Readonly<Record<string, string>>
/** A file with these titles, and the rows by title. */
const fileOf = (titles: readonly string[], rows: readonly Row[]): string =>
  csvOf([titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))])

/** What the orders are, oldest first. */
async function ordersOf(app: TestApp) {
  const { data } = (await app.call('GET', '/admin/purchases/orders')).body as { data: { id: number }[] }
  const details = await Promise.all(
    data.toReversed().map(async ({ id }) => dataOf(await app.call('GET', `/admin/purchases/orders/${id}`)) as OrderDetails),
  )
  expect(await examine(app.deps)).toEqual([])
  return details
}

const shopifyTitles = [
  ...['Name', 'Email', 'Financial Status', 'Paid at', 'Fulfillment Status', 'Fulfilled at', 'Accepts Marketing', 'Currency', 'Subtotal'],
  ...['Shipping', 'Taxes', 'Total', 'Discount Code', 'Discount Amount', 'Shipping Method', 'Created at', 'Lineitem quantity'],
  ...['Lineitem name', 'Lineitem price', 'Lineitem compare at price', 'Lineitem sku', 'Lineitem fulfillment status', 'Cancelled at'],
  ...['Payment Method', 'Payment Reference', 'Refunded Amount', 'Id', 'Lineitem discount', 'Payment ID', 'Payment References'],
]
/** The facts of an order are in its first row alone. */
const shopifyOrder = (name: string, more: Row): Row => ({
  ...{ Name: name, Email: 'a@example.com', 'Financial Status': 'paid', Currency: 'USD', 'Discount Amount': '0.00', Shipping: '4.00' },
  ...{
    'Paid at': '2029-06-02 12:00:00 +0200',
    'Created at': '2029-06-02 11:59:00 +0200',
    'Lineitem quantity': '1',
    'Refunded Amount': '0.00',
  },
  ...{ 'Lineitem discount': '0.00', Id: '5550001', ...more },
})

test('an order of Shopify has its facts in its first row, and a subtotal after discounts', async () => {
  const app = await open()
  const refund = { 'Financial Status': 'partially_refunded', 'Refunded Amount': '3.50' }
  const solo = { 'Lineitem name': 'Tom & Jerry', 'Lineitem price': '10.00', Subtotal: '10.00', Total: '14.00' }
  const file = fileOf(shopifyTitles, [
    shopifyOrder('#1001', {
      ...{ Subtotal: '30.00', Total: '34.00', 'Discount Code': 'TEN', 'Discount Amount': '10.00', 'Payment References': 'pay-1' },
      ...{ 'Lineitem name': 'Aurora - Month', 'Lineitem price': '30.00', 'Lineitem sku': 'A-30' },
    }),
    { Name: '#1001', Email: 'a@example.com', 'Lineitem quantity': '2', 'Lineitem name': 'Aurora - Day', 'Lineitem price': '5.00' },
    shopifyOrder('#1002', { ...solo, ...refund, 'Created at': '2029-06-03 08:00:00 +0000', 'Paid at': '' }),
    shopifyOrder('#1003', { ...solo, 'Financial Status': 'voided' }),
    shopifyOrder('#1004', { ...solo, Currency: 'EUR' }),
    shopifyOrder('#1005', {
      ...solo,
      'Financial Status': 'refunded',
      'Refunded Amount': '14.00',
      'Created at': '2029-06-04 08:00:00 +0000',
    }),
  ])
  const preview = await previewShop(app, 'orders', 'shopify', file)
  expect(rowsOf(preview)).toEqual([
    '2 new: Past order #1001 of a@example.com, 2 rows',
    '3 new: Past order #1001 of a@example.com, 2 rows',
    '4 new: Past order #1002 of a@example.com',
    '5 invalid: An order that is voided was not paid',
    '6 invalid: It is in EUR, most orders in USD. Amounts are not converted',
    '7 new: Past order #1005 of a@example.com',
  ])
  expect(preview.unused_columns).toContain('Lineitem compare at price')
  await importShop(app, 'orders', 'shopify', file)
  expect(await ordersOf(app)).toMatchObject([
    {
      ...{ subtotal: 40, discount: 10, total: 30, coupon_code: 'TEN', payment_reference: 'pay-1' },
      ...{ created_at: '2029-06-02T09:59:00.000Z', completed_at: '2029-06-02T10:00:00.000Z' },
      items: [
        { variant: { name: 'Month' }, quantity: 1 },
        { variant: { name: 'Day' }, quantity: 2 },
      ],
    },
    // 3.50 of 14.00 with shipping is a quarter.
    { total: 7.5, discount: 2.5, status: 'completed' },
    { total: 10, refunded_total: 10, status: 'refunded' },
  ])
})

test('the currency of a file is not read from a row that was cut in two', async () => {
  const app = await open()
  const solo = { 'Lineitem name': 'Tom & Jerry', 'Lineitem price': '10.00', Subtotal: '10.00', Total: '14.00', 'Accepts Marketing': 'yes' }
  const rows = [shopifyOrder('#1001', { ...solo, 'Payment References': 'pay-1' }), shopifyOrder('#1002', solo)]
  const [titles, first, second] = fileOf(shopifyTitles, rows).split('\r\n')
  const file = [titles, `#1000,${first}`, second].join('\r\n')
  expect(rowsOf(await previewShop(app, 'orders', 'shopify', file))).toEqual([
    '2 invalid: It has more cells than the file has columns: one of them was cut in two',
    '3 new: Past order #1002 of a@example.com',
  ])
})

test('the currency of a file is that of most orders that can be used', async () => {
  const app = await open()
  const solo = { 'Lineitem name': 'Tom & Jerry', 'Lineitem price': '10.00', Subtotal: '10.00', Total: '14.00' }
  const unpaid = { ...solo, Currency: 'USD', 'Financial Status': 'voided' }
  const file = fileOf(shopifyTitles, [
    shopifyOrder('#1001', { ...solo, Currency: '' }),
    shopifyOrder('#1002', { ...solo, Currency: 'USD' }),
    shopifyOrder('#1003', { ...solo, Currency: 'EUR' }),
    ...['#1004', '#1005', '#1006'].map((name) => shopifyOrder(name, unpaid)),
    shopifyOrder('#1007', { ...solo, Currency: 'eur' }),
  ])
  const preview = await previewShop(app, 'orders', 'shopify', file)
  expect(preview.currency).toBe('EUR')
  expect(rowsOf(preview).filter((row) => !row.includes('voided'))).toEqual([
    '2 new: Past order #1001 of a@example.com',
    '3 invalid: It is in USD, most orders in EUR. Amounts are not converted',
    '4 new: Past order #1003 of a@example.com',
    '8 new: Past order #1007 of a@example.com',
  ])
})

test('an order of a newer file is the same order, whatever was refunded or corrected in the other shop meanwhile', async () => {
  const app = await open()
  const solo = { 'Lineitem name': 'Tom & Jerry', 'Lineitem price': '10.00', Subtotal: '10.00', Total: '14.00' }
  const other = { ...solo, 'Created at': '2029-06-03 08:00:00 +0000', 'Paid at': '' }
  const orders = fileOf(shopifyTitles, [shopifyOrder('#1002', solo), shopifyOrder('#1003', other)])
  await importShop(app, 'orders', 'shopify', orders)
  const refund = { 'Financial Status': 'partially_refunded', 'Refunded Amount': '2.50' }
  const newer = fileOf(shopifyTitles, [
    shopifyOrder('#1002', { ...solo, ...refund }),
    shopifyOrder('#1003', { ...other, Email: 'correct@example.com' }),
  ])
  expect(rowsOf(await previewShop(app, 'orders', 'shopify', newer))).toEqual([
    '2 exists: Already in the shop. It is not changed',
    '3 exists: Already in the shop. It is not changed',
  ])
})

test('two orders of one moment, email and total are the same only if one of them has no number', async () => {
  const app = await open()
  const order = (number: string) =>
    csvOf([
      ['Order', 'Date', 'Email', 'Product', 'Variant', 'Amount'],
      [number, '2029-06-03 08:00', 'a@example.com', 'Aurora', 'Day', '5'],
    ])
  const dispositionOf = async (number: string) => (await previewShop(app, 'orders', 'keydesk', order(number))).rows[0]!.disposition
  await importShop(app, 'orders', 'keydesk', order('#1001'))
  expect(await Promise.all(['1001', '1002', ''].map(dispositionOf))).toEqual(['exists', 'new', 'exists'])
  await importShop(app, 'orders', 'keydesk', order('1002'))
  expect(await ordersOf(app)).toMatchObject([{ external_number: '1001' }, { external_number: '1002' }])

  const another = await open()
  await importShop(another, 'orders', 'keydesk', order(''))
  expect((await previewShop(another, 'orders', 'keydesk', order('1001'))).rows[0]!.disposition).toBe('exists')
})

/** The columns that Advanced Order Export has without any choice. */
const advancedTitles = [
  ...['Order Number', 'Order Status', 'Order Date', 'Customer Note', 'First Name (Billing)', 'Email (Billing)', 'Payment Method Title'],
  ...['Cart Discount Amount', 'Order Subtotal Amount', 'Order Refund Amount', 'Order Total Amount', 'SKU', 'Item #', 'Item Name'],
  ...['Quantity (- Refund)', 'Item Cost', 'Coupon Code', 'Discount Amount', 'Discount Amount Tax'],
]

test('Advanced Order Export: the cost of an item is after its discount, and the quantity without what was refunded', async () => {
  const app = await open()
  const order = (number: string, day: string, more: Row): Row => ({
    ...{ 'Order Number': number, 'Order Status': 'Completed', 'Order Date': `2029-07-0${day} 08:00`, 'Email (Billing)': 'w@example.com' },
    ...{ 'Cart Discount Amount': '0', 'Order Refund Amount': '0', 'Quantity (- Refund)': '1', ...more },
  })
  const discounted = { 'Cart Discount Amount': '3.33', 'Order Subtotal Amount': '40', 'Coupon Code': 'ten', 'Discount Amount': '3.33' }
  const pair = { 'Item Name': 'Tom &amp; Jerry', 'Item Cost': '10', 'Order Subtotal Amount': '20' }
  const file = fileOf(advancedTitles, [
    order('7', '1', { ...discounted, 'Item Name': 'Aurora - Month', 'Item Cost': '27.502' }),
    // The file is sent without the choice to repeat what an order has.
    { 'Item Name': 'Tom &amp; Jerry', 'Quantity (- Refund)': '1', 'Item Cost': '9.168' },
    // One of two units was refunded, and the other line in full.
    order('8', '2', { ...pair, 'Order Refund Amount': '15', 'Order Subtotal Amount': '25', 'Order Status': 'wc-processing' }),
    order('8', '2', { ...pair, 'Item Name': 'Aurora - Day', 'Item Cost': '5', 'Quantity (- Refund)': '0' }),
    // Three dollars were refunded, and no unit.
    order('9', '3', { ...pair, 'Quantity (- Refund)': '2', 'Order Refund Amount': '3' }),
    // A quarter of what was paid with tax.
    order('12', '6', { ...pair, 'Quantity (- Refund)': '2', 'Order Refund Amount': '6', 'Order Total Amount': '24' }),
    order('10', '4', { ...pair, 'Quantity (- Refund)': '0', 'Order Refund Amount': '20' }),
    order('11', '5', { ...pair, 'Order Status': 'On hold' }),
    order('13', '7', { ...pair, 'Order Status': 'Abgeschlossen' }),
  ])
  expect(rowsOf(await previewShop(app, 'orders', 'woocommerce', file)).slice(4)).toEqual([
    '6 new: Past order 9 of w@example.com',
    '7 new: Past order 12 of w@example.com',
    '8 invalid: Nothing of it is left: all was refunded',
    '9 invalid: An order that is on hold was not paid',
    '10 invalid: The status abgeschlossen is not known. Export the orders with English statuses',
  ])
  await importShop(app, 'orders', 'woocommerce', file)
  expect(await ordersOf(app)).toMatchObject([
    { total: 36.67, coupon_code: 'ten', created_at: '2029-07-01T08:00:00.000Z', items: [{ paid: 27.5 }, { paid: 9.17 }] },
    { total: 10, items: [{ variant: { name: 'Standard' }, quantity: 1 }] },
    { total: 17, items: [{ quantity: 2 }] },
    { total: 15, items: [{ quantity: 2 }] },
  ])
})

const itemTitles = [
  ...['order_id', 'order_number_formatted', 'order_number', 'order_date', 'status', 'discount_total', 'order_total', 'refunded_total'],
  ...[
    'order_currency',
    'billing_email',
    'item_id',
    'item_name',
    'item_sku',
    'item_quantity',
    'item_subtotal',
    'item_total',
    'item_refunded',
  ],
  ...['item_refunded_qty', 'item_meta', 'coupon_items', 'refunds'],
]

test('Customer/Order/Coupon Export: one row an item, with what it cost before and after the discount, and refunded units', async () => {
  const app = await open()
  const order = { order_id: '41', order_date: '2029-08-01 09:05:00', status: 'completed', billing_email: 's@example.com' }
  const facts = { discount_total: '4.00', order_total: '36.00', refunded_total: '18.00', order_currency: 'USD' }
  const packed = {
    coupon_items: 'id:9|code:four|amount:4.00|description:Four; off',
    refunds: String.raw`id:77|date:2029-08-03 10\:00\:00|amount:18.00|reason:Twice`,
  }
  const row = { ...order, ...facts, ...packed, item_refunded: '0.00', item_refunded_qty: '0' }
  const file = fileOf(itemTitles, [
    {
      ...{ ...row, item_name: 'Tom & Jerry', item_quantity: '2', item_subtotal: '20.00', item_total: '18.00' },
      ...{ item_refunded: '9.00', item_refunded_qty: '-1' },
    },
    { ...row, item_name: 'Aurora', item_sku: 'A-30', item_quantity: '1', item_subtotal: '30.00', item_total: '27.00' },
    {
      ...row,
      order_id: '42',
      item_name: 'Aurora - Day',
      item_quantity: '1',
      item_subtotal: '5.00',
      item_total: '5.00',
      order_total: '6.00',
      refunded_total: '1.20',
    },
  ])
  await importShop(app, 'orders', 'woocommerce', file)
  expect(await ordersOf(app)).toMatchObject([
    {
      ...{ subtotal: 50, discount: 5, total: 45, refunded_total: 9, coupon_code: 'four' },
      refunds: [{ reason: 'Twice', total: 9, at: '2029-08-03T10:00:00.000Z' }],
      items: [{ paid: 18, refunded_quantity: 1 }, { variant: { name: 'Month' } }],
    },
    { subtotal: 5, total: 4 },
  ])
})

test('plugins that pack the lines of an order into one cell, or a cell each', async () => {
  const app = await open()
  const lines = [
    'id:1|name:Aurora - Day|product_id:8|sku:|quantity:2|subtotal:10.00|total:9.00|refunded:0.00|refunded_qty:0|meta:Time=Day',
    String.raw`id:2|name:Tom &amp\; Jerry|product_id:9|sku:|quantity:1|subtotal:10.00|total:10.00|refunded:0.00|refunded_qty:0|meta:`,
  ]
  const common = { order_id: '1', order_date: '2029-09-01 10:00:00', status: 'completed', billing_email: 'p@example.com' }
  await importShop(
    app,
    'orders',
    'woocommerce',
    fileOf([...Object.keys(common), 'line_items'], [{ ...common, line_items: lines.join(';') }]),
  )

  const more = { ...common, order_id: '2', paid_date: '2029-09-02T10:30:00+00:00', order_subtotal: '35.00', discount_total: '5.00' }
  const row = {
    ...{ ...more, coupon_items: 'code:five|amount:5.00', refund_items: 'amount:2.00|reason:Late|date:2029-09-04 12:00:00' },
    line_item_1: 'name:Aurora - Month|product_id:8|sku:A-30|quantity:1|total:25.00|sub_total:30.00|pa_time:month|_variation_id:12',
    line_item_2: 'name:Aurora - Day|product_id:8|sku:|quantity:1|total:5.00|sub_total:5.00|name:other',
    line_item_3: '',
  }
  const file = fileOf(Object.keys(row), [row, { ...row, order_id: '3', line_item_1: '', line_item_2: 'name:Gone|quantity:1|total:1.00' }])
  expect(rowsOf(await previewShop(app, 'orders', 'woocommerce', file))).toEqual([
    '2 new: Past order 2 of p@example.com',
    '3 invalid: Gone is not in the shop. Import the products first',
  ])
  await importShop(app, 'orders', 'woocommerce', file)
  expect(await ordersOf(app)).toMatchObject([
    {
      subtotal: 20,
      discount: 1,
      total: 19,
      items: [{ quantity: 2, unit_price: 5, paid: 9 }, { variant: { product: { name: 'Tom & Jerry' } } }],
    },
    {
      subtotal: 35,
      total: 28,
      coupon_code: 'five',
      completed_at: '2029-09-02T10:30:00.000Z',
      items: [{ unit_price: 30 }, { unit_price: 5 }],
    },
  ])
})
