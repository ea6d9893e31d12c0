import { checkKeyValue, normalizeKey, partOfCents, shareCents, limits } from '@keydesk/contract'
import * as z from 'zod/mini'
import { customerKeyOf } from '../orders/lists/customer-orders.service.ts'
import type { ImportedOrder } from '../orders/imported-orders.service.ts'
import { readCents, readMoment, type Clock } from './cells.rules.ts'
import type { KnownCatalogue } from './known-catalogue.rules.ts'
import { datesOf, priceLine, type FileLine } from './order-layouts.rules.ts'

/** An order that an import makes, with its rows of the file. */
export interface PlannedOrder extends ImportedOrder {
  readonly rows: readonly number[]
  /** In capitals; empty if the file does not say. */
  readonly currency: string
}

type PlannedItem = ImportedOrder['items'][number]

/** Why an order cannot be used, by its first row with a problem. */
export interface RefusedOrder {
  readonly rows: readonly number[]
  readonly row: number
  readonly reason: string
}

const paid = new Set(['', 'completed', 'complete', 'processing', 'paid', 'fulfilled', 'partially_refunded', 'partially refunded'])
const unpaid = new Set([
  ...['pending', 'pending payment', 'on-hold', 'on hold', 'cancelled', 'canceled', 'failed', 'draft', 'checkout-draft', 'trash'],
  ...['authorized', 'partially_paid', 'partially paid', 'unpaid', 'voided', 'expired'],
])
const isEmail = (text: string): boolean => text.length <= 320 && z.email().safeParse(text).success

/** The lines of one order together: an order is imported whole or not at all. */
export function planOrder(lines: readonly FileLine[], catalogue: KnownCatalogue, clock: Clock): PlannedOrder | RefusedOrder {
  const rows = [...new Set(lines.map(({ row }) => row))]
  const [first] = lines as [FileLine]
  const refuse = (reason: string, { row } = first): RefusedOrder => ({ rows, row, reason })
  const unusable = lines.find(({ problem }) => problem !== undefined)
  if (unusable?.problem !== undefined) return refuse(unusable.problem, unusable)
  if (!isEmail(first.email)) return refuse(first.email === '' ? 'It has no email' : 'The email is not an email address')
  const dates = datesOf(first, clock)
  if (typeof dates === 'string') return refuse(dates)
  const other = lines.find(
    ({ email, at }) => isOther(email, first.email, customerKeyOf) || isOther(at, first.at, (text) => readMoment(text, clock)),
  )
  if (other !== undefined) return refuse(`It has the order number of row ${first.row}, but another email or date`, other)
  const isRefunded = first.status === 'refunded'
  if (unpaid.has(first.status)) return refuse(`An order that is ${first.status} was not paid`)
  if (!paid.has(first.status) && !isRefunded)
    return refuse(`The status ${oneLine(first.status, 40)} is not known. Export the orders with English statuses`)
  const left = lines.filter(({ quantity }) => quantity !== '0')
  if (left.length === 0) return refuse('Nothing of it is left: all was refunded')
  if (left.length > limits.cartLines) return refuse(`An order has at most ${limits.cartLines} lines`)

  const items: PlannedItem[] = []
  for (const line of left) {
    const variant = catalogue.resolve(line.sold)
    if (typeof variant === 'string') return refuse(variant, line)
    const priced = priceLine(line)
    if (typeof priced === 'string') return refuse(priced, line)
    const keys = line.keys.map(normalizeKey)
    if (keys.some((key) => checkKeyValue(key) !== undefined)) return refuse('One of its keys cannot be a key', line)
    const refunded = line.refundedUnits === '' ? 0 : Number(line.refundedUnits)
    if (!Number.isInteger(refunded) || refunded < 0 || refunded > priced.quantity)
      return refuse('The refunded quantity is not a part of the quantity', line)
    items.push({ variant, ...priced, keys, refunded_quantity: isRefunded ? priced.quantity : refunded })
  }
  const total = totalOf(first, items)
  if (total === null) return refuse('An amount cannot be read for sure. Write it as 19.99')
  const refunded = refundOf(first, items, dates.completedAt, clock)
  if (typeof refunded === 'string') return refuse(refunded)
  return {
    ...{ rows, externalNumber: oneLine(first.externalNumber, limits.shortText), email: first.email, ...dates, refund: refunded },
    currency: oneLine(first.currency, 10).toUpperCase(),
    ...{ coupon: oneLine(first.coupon, limits.shortText), reference: oneLine(first.reference, limits.shortText) },
    items: withTotal(items, total),
  }
}

/** The currency of most orders, or '' if none has one. */
export function currencyOf(orders: readonly PlannedOrder[]): string {
  const counts = Map.groupBy(
    orders.filter(({ currency }) => currency !== ''),
    ({ currency }) => currency,
  )
  return [...counts].reduce((most, each) => (each[1].length > most[1].length ? each : most), ['', [] as PlannedOrder[]])[0]
}

/** Whether a cell is not empty and says something else than the first row of its order. */
const isOther = (cell: string, first: string, read: (text: string) => string | null): boolean =>
  cell !== '' && cell !== first && read(cell) !== read(first)

/** Null without a refund; a sentence for a date that cannot be used. */
function refundOf(first: FileLine, items: readonly PlannedItem[], completedAt: string, clock: Clock): PlannedOrder['refund'] | string {
  if (items.every(({ refunded_quantity }) => refunded_quantity === 0)) return null
  const dates = first.refundAt === '' ? { at: completedAt } : datesOf({ ...first, at: first.refundAt, completedAt: '' }, clock)
  if (typeof dates === 'string') return dates
  return { at: dates.at < completedAt ? completedAt : dates.at, reason: oneLine(first.refundReason, limits.refundReason) || null }
}

/** What was paid for all lines, without shipping and tax. Null for an amount that cannot be read. */
function totalOf(first: FileLine, items: readonly PlannedItem[]): number | null {
  const sum = items.reduce((cents, item) => cents + item.paid_cents, 0)
  const read = (text: string): number | null => (text === '' ? 0 : readCents(text))
  const [whole, discount] = [first.orderTotal === '' ? sum : readCents(first.orderTotal), read(first.orderDiscount)]
  const refunded = read(first.orderRefunded)
  // It matters for a refund alone.
  const gross = refunded === 0 ? 0 : read(first.orderGross)
  if (whole === null || discount === null || refunded === null || gross === null) return null
  const bought = whole - discount
  // If the file does not say which units were refunded, what is left of the order counts.
  const isByUnits = items.some(({ refunded_quantity }) => refunded_quantity > 0)
  const back = gross === 0 ? refunded : partOfCents(bought, Math.min(refunded, gross), gross)
  return Math.max(0, Math.min(sum, bought - (isByUnits ? 0 : back)))
}

/** Lines that add up to the total. */
function withTotal(items: readonly PlannedItem[], total: number): PlannedItem[] {
  const paidCents = items.map((item) => item.paid_cents)
  const sum = paidCents.reduce((cents, each) => cents + each, 0)
  const shares = shareCents(sum - total, paidCents)
  return items.map((item, index) => ({ ...item, paid_cents: item.paid_cents - (shares[index] ?? 0) }))
}

const oneLine = (text: string, most: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, most)

/** What was paid for an order, in cents. */
export const totalOfOrder = ({ items }: PlannedOrder): number => items.reduce((sum, { paid_cents }) => sum + paid_cents, 0)
