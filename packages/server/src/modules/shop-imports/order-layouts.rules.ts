import type { ShopImportFormat } from '@keydesk/contract'
import { decodeEntities, readCents, readCount, readMoment, type Clock } from './cells.rules.ts'
import type { Cells, Titles } from './columns.rules.ts'
import { orderTitles } from './own-layout.rules.ts'

/** Files of orders: each row as one line of an order (docs/reference/shop-imports.md, Imported orders). */

export interface FileLine {
  readonly row: number
  /** The number of the order in the other shop; empty if the file has none, so that each row is an order. */
  readonly order: string
  /** The number that the customer knows; empty if there is none. */
  readonly externalNumber: string
  readonly email: string
  readonly at: string
  readonly completedAt: string
  readonly status: string
  /** How the line names what was sold. `product` may contain the variant, too. */
  readonly sold: { readonly product: string; readonly variant: string; readonly sku: string }
  /** `0` for a line of which nothing is left. */
  readonly quantity: string
  /** The price of one unit before discounts. */
  readonly unit: string
  /** The price of all units before discounts. */
  readonly whole: string
  /** The discount of the line. */
  readonly discount: string
  /** What was paid for one unit. */
  readonly paidEach: string
  /** What was paid for the line; empty if the other amounts say it. */
  readonly paid: string
  /** What was paid for the whole order without shipping and tax; empty if the lines say it. */
  readonly orderTotal: string
  readonly orderDiscount: string
  /** What was refunded without saying for which units, with its part of shipping and tax. */
  readonly orderRefunded: string
  /** What was paid for the whole order with shipping and tax; empty if the file does not say. */
  readonly orderGross: string
  readonly currency: string
  readonly keys: readonly string[]
  readonly coupon: string
  readonly reference: string
  readonly refundedUnits: string
  readonly refundAt: string
  readonly refundReason: string
  /** Why the row cannot be used, whatever its cells say. */
  readonly problem?: string
}

export interface OrderLayout<Field extends string = string> {
  readonly titles: Titles<Field>
  readonly numbered?: readonly RegExp[]
  readonly needs: readonly NoInfer<Field>[]
  /** The lines of a row: most layouts have one row a line. */
  readonly read: (cells: Cells<NoInfer<Field>>) => readonly FileLine[]
}

const layout = <Field extends string>(made: OrderLayout<Field>): OrderLayout => made

const nothing = {
  ...{ completedAt: '', unit: '', whole: '', discount: '', paidEach: '', paid: '', orderTotal: '', orderDiscount: '', orderRefunded: '' },
  ...{ orderGross: '', currency: '', keys: [], coupon: '', reference: '', refundedUnits: '', refundAt: '', refundReason: '' },
}

/** All items of an order in one column, or each in a column. */
const packedLines = /^line_items?(_\d+)?$/i

/** Export plugins of WooCommerce: Advanced Order Export; Customer/Order/Coupon Export; Order Export & Import. */
const woocommerce = layout({
  titles: {
    // The number may be empty without a plugin that counts orders.
    order: ['Order ID', 'Order Number'],
    externalNumber: ['Order Number Formatted', 'Order Number'],
    status: ['Order Status', 'Status'],
    at: ['Order Date', 'Date'],
    paidAt: ['Paid Date', 'Completed Date'],
    email: ['Email (Billing)', 'Billing Email', 'Customer Email', 'Email'],
    currency: ['Currency', 'Order Currency'],
    sku: ['SKU', 'Item SKU'],
    item: ['Item Name', 'Product Name', 'Name', 'Item', 'line_items', 'line_item_1'],
    quantity: ['Quantity', 'Item Quantity'],
    left: ['Quantity (- Refund)'],
    unit: ['Item Cost Before Discount'],
    whole: ['Order Line Subtotal', 'Item Subtotal'],
    paidEach: ['Item Cost', 'Item Price'],
    paid: ['Order Line Total', 'Item Total', 'Line Total'],
    paidLeft: ['Order Line Total (- Refund)'],
    subtotal: ['Order Subtotal Amount', 'Order Subtotal'],
    discount: ['Cart Discount Amount', 'Discount Total', 'Cart Discount'],
    refunded: ['Order Refund Amount', 'Refunded Total'],
    gross: ['Order Total Amount', 'Order Total'],
    refunds: ['Refunds', 'Refund Items'],
    refundedUnits: ['Item Refunded Qty'],
    refundAt: ['Date of first refund'],
    coupon: ['Coupon Code', 'Coupons Used', 'Coupons', 'Coupon Items'],
    reference: ['Transaction ID'],
  },
  numbered: [packedLines],
  needs: ['order', 'at', 'email', 'item'],
  read: ({ row, get, list }) => {
    const amount = (field: Parameters<typeof get>[0]) => rounded(get(field))
    const isLeft = get('quantity') === '' && get('left') !== ''
    const [refund] = unpack(get('refunds'))
    const subtotal = amount('subtotal')
    const refunded = amount('refunded') || totalOfRefunds(get('refunds'))
    const order = {
      ...nothing,
      ...{ row, order: get('order'), externalNumber: get('externalNumber') || get('order'), email: get('email') },
      ...{ at: get('at'), completedAt: get('paidAt'), currency: get('currency') },
      status: get('status').toLowerCase().replace(/^wc-/, ''),
      ...(subtotal !== '' && { orderTotal: subtotal, orderDiscount: amount('discount') }),
      // If there is no subtotal, what is left of the lines is what was not refunded.
      orderRefunded: isLeft && subtotal === '' ? '' : refunded.replace(/^-/, ''),
      orderGross: amount('gross'),
      ...{ coupon: unpack(get('coupon'))[0]?.get('code') ?? get('coupon'), reference: get('reference') },
      ...{ refundAt: get('refundAt') || (refund?.get('date') ?? ''), refundReason: refund?.get('reason') ?? '' },
    }
    const packed = list(packedLines).flatMap(unpack)
    if (packed.length > 0) return packed.map((item) => ({ ...order, ...packedLine(item) }))
    const line = {
      sold: { product: decodeEntities(get('item')), variant: '', sku: get('sku') },
      ...{ quantity: isLeft ? get('left') : get('quantity'), unit: amount('unit'), paidEach: amount('paidEach') },
      ...(isLeft ? { paid: amount('paidLeft') } : { paid: amount('paid'), whole: amount('whole') }),
      refundedUnits:
        isLeft || get('left') === '' ? get('refundedUnits').replace(/^-/, '') : String(Number(get('quantity')) - Number(get('left'))),
    }
    return [{ ...order, ...line }]
  },
})

/** Totals of lines may have more decimals than money has: a price without its tax, or a part of a discount. */
const rounded = (text: string): string => (/^-?\d+\.\d{3,}$/.test(text) ? Number(text).toFixed(2) : text)

/** Things that are packed into a cell: `id:1|name:Aurora|quantity:2;id:2|name:…`. A backslash may be before a separator in a value. */
function unpack(cell: string): ReadonlyMap<string, string>[] {
  const things = cell.split(/(?<!\\);(?=(?:id|code|amount):)/).filter((thing) => /^\w+:/.test(thing))
  return things.map((thing) => {
    const fields = thing.split(/(?<!\\)\|/).map((field): [string, string] => {
      const colon = field.indexOf(':')
      return [field.slice(0, colon), field.slice(colon + 1).replaceAll(/\\([|;:])/g, '$1')]
    })
    // Fields of other plugins come later, and may have the same names.
    return new Map(fields.toReversed())
  })
}

function packedLine(item: ReadonlyMap<string, string>) {
  const field = (name: string) => item.get(name) ?? ''
  return {
    sold: { product: decodeEntities(field('name')), variant: '', sku: field('sku') },
    ...{ quantity: field('quantity'), whole: rounded(field('subtotal') || field('sub_total')), paid: rounded(field('total')) },
    refundedUnits: field('refunded_qty').replace(/^-/, ''),
  }
}

function totalOfRefunds(cell: string): string {
  const amounts = unpack(cell).map((refund) => Number(refund.get('amount') ?? ''))
  return amounts.length === 0 ? '' : amounts.reduce((sum, each) => sum + each, 0).toFixed(2)
}

const shopify = layout({
  titles: {
    order: ['Name'],
    email: ['Email'],
    status: ['Financial Status'],
    paidAt: ['Paid at'],
    at: ['Created at'],
    total: ['Subtotal'],
    gross: ['Total'],
    coupon: ['Discount Code'],
    refunded: ['Refunded Amount'],
    item: ['Lineitem name'],
    sku: ['Lineitem sku'],
    quantity: ['Lineitem quantity'],
    unit: ['Lineitem price'],
    discount: ['Lineitem discount'],
    reference: ['Payment References', 'Payment Reference', 'Payment ID'],
    currency: ['Currency'],
  },
  needs: ['order', 'email', 'at', 'item'],
  read: ({ row, get }) => [
    {
      ...nothing,
      ...{ row, order: get('order'), externalNumber: get('order'), email: get('email'), at: get('at'), completedAt: get('paidAt') },
      status: get('status').toLowerCase(),
      sold: { product: get('item'), variant: '', sku: get('sku') },
      ...{ quantity: get('quantity'), unit: get('unit'), discount: get('discount'), currency: get('currency') },
      ...{ orderTotal: get('total'), orderRefunded: get('refunded'), orderGross: get('gross') },
      ...{ coupon: get('coupon'), reference: get('reference') },
    },
  ],
})

const keydesk = layout({
  titles: orderTitles,
  needs: ['at', 'email', 'product'],
  read: ({ row, get }) => [
    {
      ...nothing,
      ...{
        row,
        order: get('order'),
        externalNumber: get('externalNumber') || get('order'),
        email: get('email'),
        at: get('at'),
        completedAt: get('completed'),
        status: get('status').toLowerCase(),
      },
      sold: { product: get('product'), variant: get('variant'), sku: get('sku') },
      ...{ quantity: get('quantity'), unit: get('unit'), paid: get('paid') },
      keys: get('keys')
        .split('\n')
        .filter((key) => key.trim() !== ''),
      ...{ coupon: get('coupon'), reference: get('reference') },
      ...{ refundedUnits: get('refundedUnits'), refundAt: get('refundAt'), refundReason: get('refundReason') },
    },
  ],
})

export const orderLayouts: Readonly<Record<ShopImportFormat, OrderLayout>> = { woocommerce, shopify, keydesk }

/** A line without its texts, in cents. */
export interface PricedLine {
  readonly quantity: number
  readonly unit_cents: number
  readonly paid_cents: number
}

/** Quantity, price and payment of a line, or why they cannot be used. */
export function priceLine(line: FileLine): PricedLine | string {
  const quantity = line.quantity === '' ? Math.max(1, line.keys.length) : (readCount(line.quantity) ?? 0)
  if (quantity < 1 || quantity > 1_000) return 'The quantity must be a whole number from 1 to 1,000'
  if (line.keys.length > quantity) return 'It has more keys than units'
  const amounts = [line.unit, line.whole, line.paid, line.paidEach, line.discount].map((text) =>
    text === '' ? undefined : readCents(text),
  )
  if (amounts.includes(null)) return 'An amount cannot be read for sure. Write it as 19.99'
  const [unit, whole, paid, paidEach, discount = 0] = amounts as (number | undefined)[]
  const full = unit === undefined ? whole : unit * quantity
  const paid_cents = paid ?? (paidEach === undefined ? undefined : paidEach * quantity) ?? (full === undefined ? full : full - discount)
  if (paid_cents === undefined) return 'It has no amount'
  // If there is no price of one unit, the price of all is divided: the discount takes what rounding adds.
  const unit_cents = Math.max(unit ?? Math.ceil((whole ?? 0) / quantity), Math.ceil(paid_cents / quantity))
  return { quantity, unit_cents, paid_cents: Math.max(0, paid_cents) }
}

/** When an order was made and paid, or why that cannot be used. */
export function datesOf({ at, completedAt }: FileLine, clock: Clock): { readonly at: string; readonly completedAt: string } | string {
  const { now } = clock
  const made = readMoment(at, clock)
  const paid = completedAt === '' ? made : readMoment(completedAt, clock)
  if (made === null || paid === null) return 'The date cannot be read for sure, or does not exist. Write it as 2026-01-31 14:30'
  return made > now || paid > now || made < '2000' ? 'The date is not in the past' : { at: made, completedAt: paid < made ? made : paid }
}
