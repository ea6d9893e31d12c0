import { amountCell, byteOrderMark, countCell, formatInZone, isCostUnknown, toCsvLine, type CsvCell } from '@keydesk/contract'
import type { KeyCosts } from '../../keys/key-costs.service.ts'
import type { LoadedOrder, LoadedRefund } from '../loaded-orders.service.ts'
import type { OrderItemRow } from '../orders.repo.ts'

/** Orders as CSV: a row for each order, or for each of its items (docs/reference/orders.md, CSV export). */

type Column<Row> = readonly [title: string, cell: (row: Row, zone: string | undefined) => CsvCell, isAmount?: true]

const columns: readonly Column<LoadedOrder>[] = [
  ['Order ID', ({ row }) => String(row.id)],
  ['Customer', ({ row }) => row.customer_email],
  ['Status', ({ row }) => row.status],
  ['Items', ({ items }) => items.map((item) => `${item.product_name} - ${item.variant_name} x${item.quantity}`).join('; ')],
  ['Subtotal', ({ row }) => amountCell(row.subtotal_cents), true],
  ['Discount', ({ row }) => amountCell(row.subtotal_cents - row.total_cents), true],
  ['Total', ({ row }) => amountCell(row.total_cents), true],
  ['Coupon', ({ row }) => row.coupon_code ?? ''],
  ['Referral', ({ row }) => row.referral_code ?? ''],
  ['Payment Reference', ({ row }) => row.payment_reference ?? ''],
  ['Created At', ({ row }, zone) => toClock(row.created_at, zone)],
  ['Completed At', ({ row }, zone) => toClock(row.completed_at, zone)],
  ['Refunded', ({ row }) => amountCell(row.refunded_cents), true],
  ['Refund date', ({ refunds }, zone) => toClock(refunds.at(-1)?.at ?? null, zone)],
  ['Refund reason', ({ refunds }) => refunds.flatMap(({ reason }) => reason ?? []).join('; ')],
  ['Completed by hand', ({ row }) => row.completion_reason ?? ''],
  ['Imported', ({ row }) => (row.shop_import_id === null ? '' : 'yes')],
]

/** An item of an order as a row of the file, and what its keys cost; without `costs` for a person who may not see the books. */
interface CsvLine extends LoadedOrder {
  readonly item: OrderItemRow
  readonly costs: ReadonlyMap<number, KeyCosts> | null
}

const isOfLine = ({ item }: CsvLine, { items }: LoadedRefund): boolean => items.some(({ item_id }) => item_id === item.id)
const costOf = ({ item, costs }: CsvLine): KeyCosts | undefined => costs?.get(item.id)
/** Empty where no cost is known, or the order was never completed. */
function costCell(line: CsvLine): CsvCell {
  const costs = costOf(line)
  return costs === undefined || isCostUnknown({ ...costs, cost: costs.cost_cents }) ? '' : amountCell(costs.cost_cents)
}
const byTitle = new Map(columns.map(([title, cell]) => [title, cell]))
/** A column of the order, on each of its rows. */
const ofOrder = (title: string): Column<CsvLine> => [title, byTitle.get(title)!]

/** Amounts of the order are shared over its items. */
const lineColumns: readonly Column<CsvLine>[] = [
  ...['Order ID', 'Customer', 'Status'].map(ofOrder),
  ['Product', ({ item }) => item.product_name],
  ['Variant', ({ item }) => item.variant_name],
  ['Quantity', ({ item }) => countCell(item.quantity)],
  ['Price', ({ item }) => amountCell(item.unit_price_cents), true],
  ['Subtotal', ({ item }) => amountCell(item.unit_price_cents * item.quantity), true],
  ['Discount', ({ item }) => amountCell(item.unit_price_cents * item.quantity - item.paid_cents), true],
  ['Total', ({ item }) => amountCell(item.paid_cents), true],
  ['Refunded quantity', ({ item }) => countCell(item.refunded_quantity)],
  ['Refunded', ({ item }) => amountCell(item.refunded_cents), true],
  ['Cost', costCell, true],
  ['Keys without cost', (line) => (costOf(line) === undefined ? '' : countCell(costOf(line)!.units_without_cost)), true],
  ...['Coupon', 'Referral', 'Payment Reference', 'Created At', 'Completed At'].map(ofOrder),
  ['Refund date', (line, zone) => toClock(line.refunds.findLast((refund) => isOfLine(line, refund))?.at ?? null, zone)],
  ['Refund reason', (line) => line.refunds.flatMap((refund) => (isOfLine(line, refund) ? (refund.reason ?? []) : [])).join('; ')],
  ...['Completed by hand', 'Imported'].map(ofOrder),
]

interface CsvOptions {
  readonly withAmounts: boolean
  /** The time zone for moments, written with their offset; without it they stay in UTC, as stored. */
  readonly zone?: string | undefined
}

/** A CSV: its head, with the byte order mark by which spreadsheets recognize UTF-8, and what makes its lines. */
function createCsv<Row>(all: readonly Column<Row>[], { withAmounts, zone }: CsvOptions) {
  const shown = all.filter(([, , isAmount = false]) => withAmounts || !isAmount)
  return {
    head: `${byteOrderMark}${toCsvLine(shown.map(([title]) => title))}`,
    toText: (rows: readonly Row[]): string => rows.map((row) => toCsvLine(shown.map(([, cell]) => cell(row, zone)))).join(''),
  }
}

export const createOrdersCsv = (options: CsvOptions) => createCsv(columns, options)
export const createLinesCsv = (options: CsvOptions) => createCsv(lineColumns, options)

/** @param costs what the keys of each line cost, by the line's id; null for a person who may not see the books */
export const linesOf = (orders: readonly LoadedOrder[], costs: CsvLine['costs']): CsvLine[] =>
  orders.flatMap((order) => order.items.map((item) => ({ ...order, item, costs })))

function toClock(moment: string | null, zone: string | undefined): string {
  if (moment === null || zone === undefined) return moment ?? ''
  return formatInZone(new Date(moment), zone)
}
