import type { ShopImportFormat } from '@keydesk/contract'
import { readCents, readCount, readMoment } from './cells.rules.ts'
import type { Cells, Titles } from './columns.rules.ts'
import { orderTitles } from './own-layout.rules.ts'

/** Files of past orders: each row as one line of an order (docs/reference/shop-imports.md, Past orders). */

export interface OrderLine {
  readonly row: number
  /** The number of the order in the other shop; empty if the file has none, so that each row is an order. */
  readonly order: string
  readonly email: string
  readonly at: string
  readonly completedAt: string
  readonly status: string
  /** How the line names what was sold. `product` may contain the variant, too. */
  readonly sold: { readonly product: string; readonly variant: string; readonly sku: string }
  readonly quantity: string
  readonly unit: string
  /** The discount of the line. */
  readonly discount: string
  /** What was paid for the line; empty if price and discount say it. */
  readonly paid: string
  /** What was paid for the whole order without shipping and tax; empty if the lines say it. */
  readonly orderTotal: string
  readonly orderDiscount: string
  /** What of a partly refunded order was refunded. */
  readonly orderRefunded: string
  readonly keys: readonly string[]
  readonly coupon: string
  readonly reference: string
  readonly refundedUnits: string
  readonly refundAt: string
  readonly refundReason: string
}

export interface OrderLayout<Field extends string = string> {
  readonly titles: Titles<Field>
  readonly needs: readonly NoInfer<Field>[]
  readonly read: (cells: Cells<NoInfer<Field>>) => OrderLine
}

const layout = <Field extends string>(made: OrderLayout<Field>): OrderLayout => made

const nothing = {
  ...{ completedAt: '', unit: '', discount: '', paid: '', orderTotal: '', orderDiscount: '', orderRefunded: '' },
  ...{ keys: [], coupon: '', reference: '', refundedUnits: '', refundAt: '', refundReason: '' },
}

const woocommerce = layout({
  titles: {
    order: ['Order Number', 'Order ID', 'order_number', 'order_id'],
    status: ['Order Status', 'Status', 'order_status'],
    at: ['Order Date', 'Date', 'order_date'],
    paidAt: ['Paid Date', 'paid_date'],
    email: ['Email (Billing)', 'Billing Email', 'billing_email', 'Customer Email', 'Email'],
    sku: ['SKU', 'Item SKU'],
    item: ['Item Name', 'Product Name', 'Item', 'line_item_name'],
    quantity: ['Quantity', 'Quantity (- Refund)', 'Item Quantity'],
    unit: ['Item Cost', 'Item Price', 'Price'],
    paid: ['Order Line Total', 'Item Total', 'Line Total'],
    discount: ['Cart Discount Amount', 'Discount Amount'],
    refunded: ['Order Refund Amount'],
    coupon: ['Coupon Code', 'Coupons'],
    reference: ['Transaction ID', 'transaction_id'],
  },
  needs: ['order', 'at', 'email', 'item'],
  read: ({ row, get }) => ({
    ...nothing,
    ...{ row, order: get('order'), email: get('email'), at: get('at'), completedAt: get('paidAt') },
    status: get('status').toLowerCase().replace(/^wc-/, ''),
    sold: { product: get('item'), variant: '', sku: get('sku') },
    ...{ quantity: get('quantity'), unit: get('unit'), paid: get('paid') },
    ...{ orderDiscount: get('paid') === '' ? get('discount') : '', orderRefunded: get('refunded').replace(/^-/, '') },
    ...{ coupon: get('coupon'), reference: get('reference') },
  }),
})

const shopify = layout({
  titles: {
    order: ['Name'],
    email: ['Email'],
    status: ['Financial Status'],
    paidAt: ['Paid at'],
    at: ['Created at'],
    total: ['Subtotal'],
    coupon: ['Discount Code'],
    refunded: ['Refunded Amount'],
    item: ['Lineitem name'],
    sku: ['Lineitem sku'],
    quantity: ['Lineitem quantity'],
    unit: ['Lineitem price'],
    discount: ['Lineitem discount'],
    reference: ['Payment Reference', 'Payment ID'],
  },
  needs: ['order', 'email', 'at', 'item'],
  read: ({ row, get }) => ({
    ...nothing,
    ...{ row, order: get('order'), email: get('email'), at: get('at'), completedAt: get('paidAt'), status: get('status').toLowerCase() },
    sold: { product: get('item'), variant: '', sku: get('sku') },
    ...{ quantity: get('quantity'), unit: get('unit'), discount: get('discount') },
    ...{ orderTotal: get('total'), orderRefunded: get('refunded'), coupon: get('coupon'), reference: get('reference') },
  }),
})

const keydesk = layout({
  titles: orderTitles,
  needs: ['at', 'email', 'product'],
  read: ({ row, get }) => ({
    ...nothing,
    ...{ row, order: get('order'), email: get('email'), at: get('at'), completedAt: get('completed'), status: get('status').toLowerCase() },
    sold: { product: get('product'), variant: get('variant'), sku: get('sku') },
    ...{ quantity: get('quantity'), unit: get('unit'), paid: get('paid') },
    keys: get('keys')
      .split('\n')
      .filter((key) => key.trim() !== ''),
    ...{ coupon: get('coupon'), reference: get('reference') },
    ...{ refundedUnits: get('refundedUnits'), refundAt: get('refundAt'), refundReason: get('refundReason') },
  }),
})

export const orderLayouts: Readonly<Record<ShopImportFormat, OrderLayout>> = { woocommerce, shopify, keydesk }

/** A line without its texts, in cents. */
export interface PricedLine {
  readonly quantity: number
  readonly unit_cents: number
  readonly paid_cents: number
}

/** Quantity, price and payment of a line, or why they cannot be used. */
export function priceLine(line: OrderLine): PricedLine | string {
  const quantity = line.quantity === '' ? Math.max(1, line.keys.length) : (readCount(line.quantity) ?? 0)
  if (quantity < 1 || quantity > 1_000) return 'The quantity must be a whole number from 1 to 1,000'
  if (line.keys.length > quantity) return 'It has more keys than units'
  const read = (text: string): number | null | undefined => (text === '' ? undefined : readCents(text))
  const [unit, paid, discount] = [read(line.unit), read(line.paid), read(line.discount)]
  if (unit === null || paid === null || discount === null) return 'An amount cannot be read for sure. Write it as 19.99'
  if (unit === undefined && paid === undefined) return 'It has no amount'
  // If there is no price of one unit, what was paid is divided: the discount takes what rounding adds.
  const unit_cents = unit ?? Math.ceil(paid! / quantity)
  const paid_cents = paid ?? Math.max(0, unit_cents * quantity - (discount ?? 0))
  return paid_cents > unit_cents * quantity
    ? { quantity, unit_cents: Math.ceil(paid_cents / quantity), paid_cents }
    : { quantity, unit_cents, paid_cents }
}

/** When an order was made and paid, or why that cannot be used. */
export function datesOf({ at, completedAt }: OrderLine, now: string): { readonly at: string; readonly completedAt: string } | string {
  const made = readMoment(at)
  const paid = completedAt === '' ? made : readMoment(completedAt)
  if (made === null || paid === null) return 'The date cannot be read for sure. Write it as 2026-01-31 14:30'
  return made > now || paid > now || made < '2000' ? 'The date is not in the past' : { at: made, completedAt: paid < made ? made : paid }
}
