import { byteOrderMark, formatInZone, toCsvLine } from '@keydesk/contract'
import type { ExportedOrder } from './order-list.service.ts'

type Column = readonly [title: string, cell: (order: ExportedOrder, zone: string | undefined) => string]

const columns: readonly Column[] = [
  ['Order ID', ({ id }) => String(id)],
  ['Customer', ({ customer_email }) => customer_email],
  ['Status', ({ status }) => status],
  ['Items', ({ items }) => items.map(({ variant, quantity }) => `${variant.product.name} - ${variant.name} x${quantity}`).join('; ')],
  ['Subtotal', ({ subtotal = 0 }) => subtotal.toFixed(2)],
  ['Discount', ({ discount = 0 }) => discount.toFixed(2)],
  ['Total', ({ total }) => total.toFixed(2)],
  ['Coupon', ({ coupon_code = '' }) => coupon_code],
  ['Referral', ({ referral_code = '' }) => referral_code],
  ['Payment Reference', ({ payment_reference }) => payment_reference],
  ['Created At', ({ created_at }, zone) => toClock(created_at, zone)],
  ['Completed At', ({ completed_at }, zone) => toClock(completed_at, zone)],
  ['Refunded', ({ refunded_total = 0 }) => refunded_total.toFixed(2)],
  ['Refund date', ({ refunds }, zone) => toClock(refunds.at(-1)?.at ?? null, zone)],
  ['Refund reason', ({ refunds }) => refunds.flatMap(({ reason }) => reason ?? []).join('; ')],
  ['Completed by hand', ({ completion_reason }) => completion_reason ?? ''],
]

/** The titles, after the byte order mark that tells spreadsheets it is UTF-8. */
export const csvHead = `${byteOrderMark}${toCsvLine(columns.map(([title]) => title))}`

/** @param zone writes moments in this time zone, with their offset; without it they stay in UTC, as stored */
export const ordersToCsv = (orders: readonly ExportedOrder[], zone?: string): string =>
  orders.map((order) => toCsvLine(columns.map(([, cell]) => cell(order, zone)))).join('')

function toClock(moment: string | null, zone: string | undefined): string {
  if (moment === null || zone === undefined) return moment ?? ''
  return formatInZone(new Date(moment), zone)
}
