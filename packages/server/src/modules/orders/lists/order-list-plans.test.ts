import { expect, test } from 'vitest'
import { createTestApp } from '../../../testing.ts'
import { cursorAfter, plansOf, sorted, unindexed } from '../../../testing/databases/plans.ts'
import { listOrders, type OrderListRequest } from './order-list.service.ts'

const wholeTable = unindexed('orders', 'order_item', 'license_key')

const days = { from: '2030-01-01', to: '2030-01-31' }
const filters: Record<string, OrderListRequest> = {
  'no filter': {},
  'a status': { status: 'completed' },
  'partly refunded': { status: 'partly_refunded' },
  'days and partly refunded': { ...days, status: 'partly_refunded' },
  days,
  'days and a status': { ...days, status: 'pending' },
  'a coupon': { coupon_id: 1 },
  'an API key': { api_key_id: 1 },
  'an API key and a status': { api_key_id: 1, status: 'pending' },
  'an API key, partly refunded': { api_key_id: 1, status: 'partly_refunded' },
  'an API key and days': { ...days, api_key_id: 1 },
  'an order': { q: '#12' },
  'an address': { q: 'ada@example.com' },
  'a whole address': { q: '"ada@example.com"' },
  'a whole address, a status and days': { ...days, q: '"ada@example.com"', status: 'completed' },
  'an address and a status': { q: 'ada@', status: 'completed' },
  'an address and days': { q: 'ada@', ...days },
}
const orders = ['id', '-id', 'created_at', '-created_at', 'total', '-total', undefined]
/** Each sort order, with the first and a later page. */
const asksOf = (filter: OrderListRequest): OrderListRequest[] =>
  orders.map((sort) => ({ ...filter, sort })).flatMap((request) => [request, { ...request, cursor: cursorOf(request) }])

test('whatever the filter and the order, orders are looked for by an index', async () => {
  const app = await createTestApp({ unused: true })
  const { 'no filter': _, ...others } = filters
  for (const [name, filter] of Object.entries(others))
    for (const request of asksOf(filter)) {
      const asked = `${name} by ${request.sort}`
      const plans = await plansOf(app.deps.db, (db) => listOrders({ ...app.deps, db }, request))
      expect(plans.length, asked).toBeGreaterThanOrEqual(3)
      for (const plan of plans) expect(plan, asked).not.toMatch(wholeTable)
    }
})

test('with a status and days an index holds the order, and no more is read than is shown', async () => {
  const app = await createTestApp({ unused: true })
  for (const name of ['no filter', 'a status', 'partly refunded', 'days', 'days and a status', 'days and partly refunded'])
    for (const request of asksOf(filters[name]!).filter(({ from, sort }) => from === undefined || !/id|total/.test(sort ?? ''))) {
      const asked = `${name} by ${request.sort}`
      const [page] = await plansOf(app.deps.db, (db) => listOrders({ ...app.deps, db }, request))
      // The index of all completed orders would be too broad for the few that are partly refunded.
      expect(page, asked).toMatch(request.status === 'partly_refunded' ? /orders_refunded_/ : /orders/)
      expect(page, asked).not.toMatch(sorted)
    }
})

test('a plan without an index would be seen', async () => {
  const app = await createTestApp({ unused: true })
  const plans = await plansOf(app.deps.db, (db) => db.selectFrom('orders').selectAll().where('customer_email', '=', 'a').execute())
  expect(plans.join('\n')).toMatch(wholeTable)
})

function cursorOf({ sort, from, coupon_id }: OrderListRequest): string {
  const isByMoment = sort === undefined ? from !== undefined || coupon_id === undefined : sort.endsWith('_at')
  return cursorAfter(isByMoment ? '2030-01-01T00:00:00.000Z' : 7, 7)
}
