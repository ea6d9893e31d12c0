import { calls, limits, ordersExport, type Endpoint } from '@keydesk/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApp, testNow, type TestApp } from '../testing.ts'
import { openFilledShop } from '../testing/shop/filled-shop.ts'
import { queriesOf } from '../testing/databases/queries.ts'

/** The cursor and the total of a page, from its `meta` or its headers. */
async function pageOf(app: TestApp, address: string) {
  const { status, headers, body } = await app.call('GET', address)
  expect({ status, body }, address).toMatchObject({ status: 200 })
  if (!Array.isArray(body)) return (body as { meta?: { next_cursor: string | null; total?: number } }).meta
  const total = headers['x-total-count']
  return { next_cursor: headers['x-next-cursor'] ?? null, total: total === undefined ? undefined : Number(total) }
}

const lists = {
  '/admin/coupons?': 3,
  '/admin/coupons?include_expired=false&': 3,
  '/admin/announcements?': 3,
  '/admin/referrals/users-with-stats?': 3,
  '/admin/referrals/pending?': 3,
  '/admin/referrals/completed?': 3,
  '/admin/referrals?type=payouts&': 3,
  '/admin/referrals?type=payouts&status=pending&': 3,
  '/admin/referrals?type=payouts&status=failed&': 0,
  '/admin/purchases/orders?': 6,
  '/admin/purchases/orders?status=pending&': 3,
  '/admin/purchases/orders?from=2030-01-01&to=2030-01-01&': 6,
  '/admin/purchases/orders?from=2030-01-02&': 0,
}

test('each list says how many match, on every page, and with a search how many of them it finds', async () => {
  const app = await openFilledShop(['ann', 'bob', 'bobby'])
  for (const [list, total] of Object.entries(lists)) {
    const first = await pageOf(app, `${list}limit=1`)
    expect(first?.total, list).toBe(total)
    expect(first?.next_cursor === null, list).toBe(total < 2)
    if (total < 2) continue
    expect(await pageOf(app, `${list}limit=2&cursor=${String(first?.next_cursor)}`), list).toMatchObject({ total })
    const q = list.includes('orders') ? 'buyer-of-bob' : 'bob'
    expect(await pageOf(app, `${list}limit=1&q=${q}`), list).toMatchObject({ total: (total / 3) * 2 })
  }
})

test('the bare lists say how many they are without a limit, too', async () => {
  const app = await openFilledShop(['ann', 'bob'])
  for (const list of ['pending', 'completed', '?type=payouts', 'pending?q=ann'])
    expect((await app.call('GET', `/admin/referrals/${list}`)).headers['x-total-count'], list).toBe(list.includes('q=') ? '1' : '2')
})

test('a list that is too long to be counted says nothing of it, however few a search finds', async () => {
  const app = await createTestApp()
  const at = testNow.toISOString()
  const rows = Array.from({ length: limits.countedRows + 1 }, (_, index) => ({
    title: `News ${index}`,
    content: '',
    version: 1,
    created_at: at,
  }))
  for (let start = 0; start < rows.length; start += 500) {
    const part = rows.slice(start, start + 500).map((row) => ({ ...row, updated_at: at }))
    await app.deps.db.insertInto('announcement').values(part).execute()
  }
  const list = '/admin/announcements?limit=1'
  const queries = await queriesOf(app.deps.db, async () => expect(await pageOf(app, list)).toEqual({ next_cursor: expect.any(String) }))
  // The query reads no more rows than that.
  expect(queries.find(({ sql }) => sql.includes('count('))?.parameters).toContain(limits.countedRows + 1)
  expect(await pageOf(app, `${list}&q=news`)).toEqual({ next_cursor: expect.any(String) })
  // All matches fit on one page.
  expect(await pageOf(app, '/admin/announcements?limit=500&q=news 77')).toEqual({ next_cursor: null, total: 111 })
  await app.deps.db.deleteFrom('announcement').where('title', '=', 'News 1').execute()
  expect(await pageOf(app, list)).toMatchObject({ total: limits.countedRows })
})

const reads = Object.values(calls)
  .flatMap((group) => Object.values(group))
  .filter((call: Endpoint) => call.method === 'GET')
const isList = ({ query }: Endpoint) => query instanceof z.ZodMiniObject && 'limit' in query.shape

test('a parameter that a list does not have is refused by its name', async () => {
  const { app, call, token } = await createTestApp()
  const paths = [...reads.filter(isList).map(({ path }) => path), ordersExport.path].filter((path) => !path.includes(':'))
  expect(paths).toHaveLength(10)
  for (const path of paths) {
    for (const slash of ['', '/']) {
      expect(await call('GET', `${path}${slash}?sorted=id&limit=1&toString=1`), path).toMatchObject({
        status: 400,
        body: {
          message: 'Unknown parameter: sorted',
          code: 'invalid_input',
          fields: { sorted: 'Unknown parameter: sorted', toString: 'Unknown parameter: toString' },
        },
      })
      const known = await app.inject({ url: `${path}${slash}?limit=1`, headers: { authorization: token } })
      expect(known.statusCode, path).toBe(200)
    }
  }
})

test('the parameters of each list are known, and a call that takes none ignores all', async () => {
  const app = await openFilledShop(['ann'])
  const known = [
    'coupons?include_expired=true',
    'coupons/?include_expired=false',
    'referrals?type=payouts&status=pending',
    'discord/logs?limit=50',
  ]
  for (const address of known) expect((await app.call('GET', `/admin/${address}`)).status, address).toBe(200)
  expect((await app.call('DELETE', '/admin/variants/1?permanent=true&sorted=1')).status).toBe(200)
  // Paths with an id need an existing thing, and those of the storefront an API key.
  const plain = reads.filter(({ query, path }) => query === undefined && !/:|^\/store/.test(path)).map(({ path }) => path)
  expect(plain).toContain('/admin/products')
  for (const path of plain) expect((await app.call('GET', `${path}?sorted=id&limit=x`)).status, path).toBe(200)
})
