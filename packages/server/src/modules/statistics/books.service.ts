import {
  amountCell,
  byteOrderMark,
  countCell,
  dayOf,
  daysOfPeriod,
  shareCents,
  toCsvLine,
  type BooksOfPeriod,
  type BooksPeriod,
  isCostUnknown,
  type CsvCell,
} from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import type { TimeRange } from '../../db/time-ranges.ts'
import type { Deps } from '../../deps.ts'
import { creation, recordBeside } from '../activity/activity.service.ts'
import { listCostsByProduct, noCosts } from '../keys/key-costs.service.ts'
import { listReferredItems, sumForBooks } from '../orders/lists/order-sums.service.ts'
import { listProductNames } from '../products/products.service.ts'
import { sumPaidOut } from '../referrals/payouts.service.ts'
import { findBooksZone } from '../shop/shop.service.ts'
import { findCommissions } from '../referrals/referral-earning.service.ts'
import { addUp, noSums, profitOf, revenueOf, toPayload, type Sums } from './books.rules.ts'
import { daysOf, type ZonedDay, type PeriodRequest } from './periods.rules.ts'

/** The books of a period: what an accountant needs, by day and product (docs/reference/books.md). */

/** The period in the zone of the shop's books, if it has one: everybody gets the same figures. Its today decides which month this is. */
export async function inBooksZone({ db, now }: Deps, { period, ...request }: BooksPeriod): Promise<PeriodRequest> {
  const time_zone = (await findBooksZone(db)) || request.time_zone
  return { ...request, ...(period && daysOfPeriod(period, dayOf(now(), time_zone))), time_zone }
}

/**
 * The sums of a period, of its days and of its products, in dollars. Days and products without anything are left out.
 * @throws 400 for a period that is too long
 */
export async function readBooks(deps: Deps, request: PeriodRequest): Promise<BooksOfPeriod> {
  const days = requestedDays(deps, request)
  const rows = await Array.fromAsync(listRows(deps, days))
  const byDay = [...Map.groupBy(rows, (row) => row.day)]
  const by_product = totalsByProduct(rows).map(({ id, name, sums }) => ({ product_id: id, product_name: name, ...toPayload(sums) }))
  return {
    ...{ from: days[0]!.day, to: days.at(-1)!.day, time_zone: request.time_zone, totals: toPayload(addUp(rows)) },
    by_day: byDay.map(([day, ofDay]) => ({ day, ...toPayload(addUp(ofDay)) })),
    by_product,
  }
}

/**
 * The same as CSV: a row for each day and product and for the payouts of a day, then the totals of each product, of the payouts, and of
 * everything. Records who exports.
 * @throws as `readBooks`, before the first piece
 */
export async function* exportBooks(deps: Deps, actor: Actor, request: PeriodRequest): AsyncGenerator<string> {
  const days = requestedDays(deps, request)
  const changes = creation({ from: days[0]!.day, to: days.at(-1)!.day })
  recordBeside(deps, { actor, action: 'books.exported', subject: { kind: 'export', id: 0, name: 'Books' }, changes })
  yield byteOrderMark + toCsvLine([`Day (${request.time_zone ?? 'UTC'})`, 'Product ID', 'Product', ...columns.map(([title]) => title)])
  const rows: Row[] = []
  for await (const row of listRows(deps, days)) {
    rows.push(row)
    yield toLine(row.day, row)
  }
  const payouts = rows.filter(({ product }) => product === null)
  yield totalsByProduct(rows)
    .map((product) => toLine('Total', { product, sums: product.sums }))
    .join('')
  if (payouts.length > 0) yield toLine('Total', { product: null, sums: addUp(payouts) })
  yield toLine('Total', { product: { id: null, name: 'Everything' }, sums: addUp(rows) })
}

interface Row {
  readonly day: string
  /** Null for the payouts of a day. */
  readonly product: { readonly id: number; readonly name: string } | null
  readonly sums: Sums
}

const requestedDays = ({ now }: Deps, request: PeriodRequest): ZonedDay[] => daysOf(request, dayOf(now(), request.time_zone))

/** Reads one day at a time, so that other requests run in between. */
async function* listRows({ db }: Deps, days: readonly ZonedDay[]): AsyncGenerator<Row> {
  for (const range of days) {
    const { day } = range
    const sums = await sumForBooks(db, range)
    const ids = sums.map(({ product_id }) => product_id)
    const [names, costs, commissions] = [
      await listProductNames(db, ids),
      new Map((await listCostsByProduct(db, [range])).map((row) => [row.product_id, row])),
      await commissionsByProduct(db, range),
    ]
    for (const { product_id: id, product_name, units, sales_cents, paid_cents, refunded_units, refunds_cents } of sums) {
      const { cost_cents, units_without_cost } = costs.get(id) ?? noCosts
      const counted = { ...noSums, units, sales_cents, discounts_cents: sales_cents - paid_cents, refunded_units, refunds_cents }
      const more = { commissions_cents: commissions.get(id) ?? 0, cost_cents, units_without_cost }
      yield { day, product: { id, name: names.get(id) ?? product_name }, sums: { ...counted, ...more } }
    }
    const payouts_cents = await sumPaidOut(db, range.from, range.before)
    if (payouts_cents > 0) yield { day, product: null, sums: { ...noSums, payouts_cents } }
    await breathe()
  }
}

/** The commission of each order, shared over its items in proportion to what is left of their payments. */
async function commissionsByProduct(db: Db, range: TimeRange): Promise<ReadonlyMap<number, number>> {
  const orders = Map.groupBy(await listReferredItems(db, range), (item) => item.order_id)
  const commissions = await findCommissions(db, [...orders.keys()])
  const byProduct = new Map<number, number>()
  for (const [orderId, items] of orders) {
    const weights = items.map(({ left_cents }) => left_cents)
    for (const [nth, cents] of shareCents(commissions.get(orderId) ?? 0, weights).entries()) {
      const { product_id } = items[nth]!
      byProduct.set(product_id, (byProduct.get(product_id) ?? 0) + cents)
    }
  }
  return byProduct
}

function totalsByProduct(rows: readonly Row[]): { id: number; name: string; sums: Sums }[] {
  const groups = Map.groupBy(
    rows.filter(({ product }) => product !== null),
    ({ product }) => product!.id,
  )
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([id, ofProduct]) => ({ id, name: ofProduct[0]!.product!.name, sums: addUp(ofProduct) }))
}

/** The columns of the CSV after day and product. */
const columns: readonly (readonly [title: string, cell: (sums: Sums) => CsvCell])[] = [
  ['Units', ({ units }) => countCell(units)],
  ['Sales', ({ sales_cents }) => amountCell(sales_cents)],
  ['Discounts', ({ discounts_cents }) => amountCell(discounts_cents)],
  ['Refunded units', ({ refunded_units }) => countCell(refunded_units)],
  ['Refunds', ({ refunds_cents }) => amountCell(refunds_cents)],
  ['Revenue', (sums) => amountCell(revenueOf(sums))],
  ['Commissions', ({ commissions_cents }) => amountCell(commissions_cents)],
  ['Payouts', ({ payouts_cents }) => amountCell(payouts_cents)],
  ['Cost', (sums) => (isCostUnknown({ ...sums, cost: sums.cost_cents }) ? '' : amountCell(sums.cost_cents))],
  ['Keys without cost', ({ units_without_cost }) => countCell(units_without_cost)],
  ['Profit', (sums) => amountCell(profitOf(sums))],
]

const toLine = (day: string, { product, sums }: { product: { id: number | null; name: string } | null; sums: Sums }): string =>
  toCsvLine([
    day,
    product === null || product.id === null ? '' : countCell(product.id),
    product?.name ?? 'Payouts',
    ...columns.map(([, cell]) => cell(sums)),
  ])
