import {
  addDays,
  centsToDollars,
  dollarsToCents,
  partOfCents,
  periodBefore,
  type BooksOfPeriod,
  type CouponUsage,
  type Customer,
  type DailySales,
  type OrderDetails,
  type PeriodSales,
  type Referral,
  type StatisticsRow,
} from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, seeded, testNow, type Random, type TestApp } from '../../testing.ts'
import { dataOf, makeVariant, saveVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { importKeyList } from '../../testing/shop/key-imports.ts'
import { openShop, type Shop } from '../../testing/shop/shop.ts'
import { examine } from '../doctor/doctor.service.ts'

/** A shop that buys, refunds, replaces, discounts and pays out at random: every sum of it agrees, to the cent (docs/reference/books.md). */

/** Clocks go back in Berlin on October 28 and in Los Angeles on November 4: days of 25 hours. */
const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu'] as const
const [first, last] = ['2029-10-20', '2029-11-12']
const periods = [
  { from: first, to: last },
  { from: '2029-10-28', to: '2029-10-28' },
  { from: '2029-11-04', to: '2029-11-04' },
  { from: '2029-10-01', to: '2029-10-31' },
  { from: '2029-10-27', to: '2029-11-05' },
]
const couponIds = [1, 2]

interface World {
  readonly app: TestApp
  readonly shop: Shop
  readonly random: Random
  readonly variants: readonly number[]
  readonly codes: readonly string[]
  readonly users: readonly { readonly id: number; readonly referral_code: string }[]
}

async function openWorld(random: Random): Promise<World> {
  const app = await createTestApp()
  const shop = await openShop(app)
  const variants: number[] = []
  for (const price of [0, 0.01, 3.33, 19.99, 120]) {
    const { id } = await makeVariant(app, [`FREE-${price}-1`, `FREE-${price}-2`], { price })
    await saveVariant(app, id, {})
    const batch = (name: string, count: number) => Array.from({ length: count }, (_, nth) => `${name}-${price}-${nth}`)
    await importKeyList(app, id, batch('TOTAL', 7), { cost_total: random.below(4_000) / 100 })
    await importKeyList(app, id, batch('UNKNOWN', 3))
    await importKeyList(app, id, batch('EACH', 120), { cost_per_key: random.below(500) / 100 })
    variants.push(id)
  }
  await makeCoupon(app, { code: 'THIRD', discount_value: 33.33 })
  await makeCoupon(app, { code: 'FIVE', discount_type: 'fixed_amount', discount_value: 5 })
  const users = [await shop.addUser('ada'), await shop.addUser('bob')]
  return { app, shop, random, variants, codes: ['THIRD', 'FIVE'], users }
}

/** Does something at a random minute. */
async function step({ app, shop, random, variants, codes, users }: World): Promise<void> {
  const minutes = random.below((Date.parse(last) - Date.parse(first)) / 60_000)
  app.clock.at = new Date(Date.parse(first) + minutes * 60_000)
  const list = async () => dataOf(await app.call('GET', '/admin/purchases/orders?limit=500')) as { id: number; status: string }[]
  const completed = async () => (await list()).filter(({ status }) => status === 'completed')
  const what = random.next()
  if (what < 0.6) {
    const wish = Object.fromEntries(Array.from({ length: 1 + random.below(3) }, () => [random.pick(variants), 1 + random.below(3)]))
    const terms = {
      customer_email: `buyer${random.below(4)}@example.com`,
      ...(random.chance(0.4) && { coupon_code: random.pick(codes) }),
      ...(random.chance(0.4) && { referral_code: random.pick(users).referral_code }),
    }
    const order = await shop.buy(wish, terms)
    if (order.status === 'pending') await (random.chance(0.9) ? shop.complete(order.id) : shop.cancel(order.id))
  } else if (what < 0.8) {
    const orders = await completed()
    if (orders.length === 0) return
    const { id, items } = await shop.find(random.pick(orders).id)
    const open = items.filter(({ quantity, refunded_quantity }) => quantity > refunded_quantity)
    const item = random.pick(open)
    const quantity = 1 + random.below(item.quantity - item.refunded_quantity)
    await shop.succeed('POST', `/purchases/${id}/refund`, random.chance(0.3) ? undefined : { items: [{ id: item.id, quantity }] })
  } else if (what < 0.87) {
    const orders = await completed()
    if (orders.length === 0) return
    const { id, keys } = dataOf(await app.call('GET', `/admin/purchases/orders/${random.pick(orders).id}`)) as OrderDetails
    const key = keys.find(({ state }) => state === 'sold')
    if (key !== undefined) await app.call('POST', `/admin/purchases/orders/${id}/keys/${key.id}/replace`, { reason: 'not_working' })
  } else if (what < 0.93) {
    const { id } = random.pick(users)
    const asked = await shop.askPayout(id, (1 + random.below(300)) / 100)
    if (asked.status !== 201) return
    const payout = (asked.body as { data: { id: number } }).data.id
    const decision = random.chance(0.8) ? { status: 'completed', transaction_id: `tx-${payout}` } : { status: 'failed' }
    await app.call('PUT', `/admin/referrals/payout/${payout}/status`, decision)
  } else {
    const cost = random.pick([{ cost_total: random.below(9_000) / 100 }, { cost_per_key: random.below(700) / 100 }, {}])
    dataOf(await app.call('PUT', `/admin/key-imports/${1 + random.below(15)}/cost`, cost))
  }
}

type CsvRow = Readonly<Record<string, string>>

/** The rows of a file by their titles. No text of this shop has a comma. */
async function download(app: TestApp, url: string): Promise<CsvRow[]> {
  const answer = await app.app.inject({ url, headers: { authorization: app.token } })
  expect(answer.statusCode, url).toBe(200)
  const [titles = [], ...rows] = answer.body
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(cells.map((cell, nth) => [titles[nth]!, cell])))
}

const add = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
/** In cents. */
const sumOf = (rows: readonly CsvRow[], title: string): number => add(rows, (row) => dollarsToCents(Number(row[title])))
const cents = dollarsToCents

/** Compares everything that says something about a period. */
async function comparePeriod(
  { app }: World,
  orders: ReadonlyMap<number, OrderDetails>,
  zone: string,
  { from, to }: { from: string; to: string },
) {
  const query = `from=${from}&to=${to}&time_zone=${zone}`
  const get = async <T>(path: string) => dataOf(await app.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)) as T
  const isIn = (row: CsvRow) => from <= row['Completed At']!.slice(0, 10) && row['Completed At']!.slice(0, 10) <= to
  const [byOrder, byLine] = [
    (await download(app, `/admin/purchases/orders/export.csv?time_zone=${zone}`)).filter(isIn),
    (await download(app, `/admin/purchases/orders/export.csv?rows=lines&time_zone=${zone}`)).filter(isIn),
  ]
  const file = await download(app, `/admin/books.csv?${query}`)
  const books = await get<BooksOfPeriod>('/admin/books')
  const products = await get<PeriodSales[]>('/admin/purchases/by-product')
  const days = await get<DailySales[]>('/admin/purchases/daily')

  // The file: its rows add up to its totals, which the page has, too.
  const booked = file.filter((row) => row[`Day (${zone})`] !== 'Total')
  const total = file.at(-1)!
  for (const title of [
    'Sales',
    'Discounts',
    'Refunds',
    'Revenue',
    'Commissions',
    'Payouts',
    'Cost',
    'Profit',
    'Units',
    'Keys without cost',
  ])
    expect(sumOf(booked, title), title).toBe(cents(Number(total[title])))
  const shown = Object.entries({
    sales: 'Sales',
    discounts: 'Discounts',
    refunds: 'Refunds',
    revenue: 'Revenue',
    profit: 'Profit',
    payouts: 'Payouts',
  })
  for (const [field, title] of shown) expect(books.totals[field as 'sales']).toBe(Number(total[title]))
  for (const part of [books.by_day, books.by_product])
    for (const field of ['sales', 'refunds', 'revenue', 'commissions', 'cost', 'profit', 'units_without_cost'] as const)
      expect(
        add<(typeof part)[number]>(part, (row) => cents(row[field])),
        field,
      ).toBe(cents(books.totals[field]))

  // Both forms of the orders' CSV.
  const { sales, discounts, refunds, revenue, cost, profit, units_without_cost } = books.totals
  for (const rows of [byOrder, byLine]) {
    expect(sumOf(rows, 'Subtotal')).toBe(cents(sales))
    expect(sumOf(rows, 'Discount')).toBe(cents(discounts))
    expect(sumOf(rows, 'Refunded')).toBe(cents(refunds))
    expect(sumOf(rows, 'Total') - sumOf(rows, 'Refunded')).toBe(cents(revenue))
  }
  expect(sumOf(byLine, 'Cost')).toBe(cents(cost))
  expect(add(byLine, (row) => Number(row['Keys without cost']))).toBe(units_without_cost)
  expect(cents(profit)).toBe(cents(revenue) - cents(cost))

  // Chart and table of products.
  expect(add(days, (day) => cents(day.revenue))).toBe(cents(revenue))
  expect(add(days, (day) => day.orders)).toBe(byOrder.filter((row) => row['Status'] === 'completed').length)
  expect(add(products, (row) => cents(row.revenue))).toBe(cents(revenue))
  for (const row of books.by_product) {
    const product = products.find(({ product_id }) => product_id === row.product_id)
    const { units, refunded_units, revenue: own, cost: ownCost, profit: ownProfit, units_without_cost: unknown } = row
    expect(product).toMatchObject({
      quantity: units - refunded_units,
      revenue: own,
      cost: ownCost,
      profit: ownProfit,
      units_without_cost: unknown,
    })
  }
  const before = periodBefore({ from, to })
  const earlier = dataOf(
    await app.call('GET', `/admin/purchases/by-product?from=${before.from}&to=${before.to}&time_zone=${zone}`),
  ) as PeriodSales[]
  for (const { product_id, before: sums } of products) expect(sums).toEqual(pickSales(earlier.find((row) => row.product_id === product_id)))

  // Commissions of the period's orders, and the coupons' usage.
  const own = byOrder.map((row) => orders.get(Number(row['Order ID']))!)
  expect(add(own, ({ referral }) => cents(referral?.status === 'completed' ? referral.commission_amount : 0))).toBe(
    cents(books.totals.commissions),
  )
  for (const [nth, id] of couponIds.entries()) {
    const usage = await get<CouponUsage>(`/admin/coupons/${id}/usage`)
    const used = own.filter(({ coupon_code, status }) => coupon_code === ['THIRD', 'FIVE'][nth] && status === 'completed')
    expect(add(usage.by_day, ({ uses }) => uses)).toBe(used.length)
    expect(add(usage.by_day, (day) => cents(day.revenue))).toBe(add(used, (order) => cents(order.total) - cents(order.refunded_total ?? 0)))
    expect(add(usage.by_day, (day) => cents(day.discount))).toBe(add(used, discountLeft))
  }
}

const pickSales = (row: PeriodSales | undefined) => ({ quantity: row?.quantity ?? 0, revenue: row?.revenue ?? 0 })

/** The coupon's discount of an order less the share of its refunded units, in cents. */
function discountLeft({ coupon_discount, subtotal = 0, items }: OrderDetails): number {
  const refunded = add(items, (item) => (item.refunded_quantity ?? 0) * cents(item.unit_price ?? 0))
  return partOfCents(cents(coupon_discount), cents(subtotal) - refunded, cents(subtotal))
}

/** Compares the sums over the whole life of the shop. */
async function compareLife({ app }: World, orders: ReadonlyMap<number, OrderDetails>): Promise<void> {
  const get = async <T>(path: string) => dataOf(await app.call('GET', path)) as T
  const all = [...orders.values()]
  const left = (order: OrderDetails) => (order.status === 'completed' ? cents(order.total) - cents(order.refunded_total ?? 0) : 0)
  const statistics = await get<StatisticsRow[]>('/admin/purchases/stats')
  expect(add(statistics, (row) => cents(row.total_revenue))).toBe(add(all, left))
  for (const [email, own] of Map.groupBy(all, (order) => order.customer_email)) {
    const { orders: sums } = await get<Customer>(`/admin/customers?order_id=${own[0]!.id}`)
    expect(sums, email).toMatchObject({
      count: own.length,
      total: centsToDollars(add(own, left)),
      refunded: centsToDollars(add(own, (order) => (order.completed_at === null ? 0 : cents(order.refunded_total ?? 0)))),
    })
  }
  const books = await get<BooksOfPeriod>(`/admin/books?from=${addDays(first, -2)}&to=${addDays(last, 2)}`)
  const referrals = (await app.call('GET', '/admin/referrals/completed')).body as unknown as Referral[]
  expect(add(referrals, (row) => cents(row.commission_amount))).toBe(cents(books.totals.commissions))
  const payouts = (await app.call('GET', '/admin/referrals?type=payouts&status=completed')).body as unknown as { amount: number }[]
  expect(add(payouts, ({ amount }) => cents(amount))).toBe(cents(books.totals.payouts))
}

/** `npm run soak` sets a higher number. */
const rounds = Math.ceil(Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 60) / 60)

test(
  'whatever was bought, refunded, replaced and paid out, all sums of all periods agree',
  { timeout: 60_000 + rounds * 60_000 },
  async () => {
    const random = seeded(Number(process.env['KEYDESK_SEED'] ?? 1))
    for (let round = 0; round < rounds; round += 1) {
      const world = await openWorld(random)
      for (let nth = 0; nth < 70; nth += 1) await step(world)
      world.app.clock.at = testNow
      expect(await examine(world.app.deps)).toEqual([])
      const list = dataOf(await world.app.call('GET', '/admin/purchases/orders?limit=500')) as { id: number }[]
      const details = list.map(async ({ id }) => dataOf(await world.app.call('GET', `/admin/purchases/orders/${id}`)) as OrderDetails)
      const orders = new Map((await Promise.all(details)).map((order) => [order.id, order]))
      expect([...orders.values()].filter(({ refunded_total }) => (refunded_total ?? 0) > 0).length).toBeGreaterThan(2)
      for (const zone of zones) for (const period of periods) await comparePeriod(world, orders, zone, period)
      await compareLife(world, orders)
    }
  },
)
