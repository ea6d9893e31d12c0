import { percentile, timed } from '../load.ts'
import { sell } from '../sale.ts'
import { openShops, type Shop } from '../shops.ts'
import type { Result } from '../table.ts'

const perRound = 40

/** Every list, search and statistic of a shop with a million orders, on both databases, one at a time. */
export async function million(dataDir: string, scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const results: Result[] = []
  for (const open of openShops(dataDir, scratch)) {
    await using shop = await open()
    for (const [name, read] of Object.entries(reads)) {
      const took: number[] = []
      for (let index = 0; index < perRound * rounds; index += 1) {
        // Changes the database, so that cached answers are not used.
        await sell(shop.real.url, shop.storeKey, (sold += 1))
        took.push(await timeRead(shop, read, index))
      }
      const value = percentile(took, 0.95)
      results.push({
        ...{ work: `${shop.engine}: ${name}`, value, unit: 'ms', target: '≤ 100 ms', passed: value <= 100 },
        more: `p95; p50 ${percentile(took, 0.5).toFixed(1)} ms`,
      })
    }
  }
  return results
}

/** One read of a long turn of all of them. */
export async function readFor(shop: Shop, turn: number): Promise<{ readonly name: string; readonly ms: number }> {
  const all = Object.entries(reads)
  const [name, read] = all[turn % all.length]!
  return { name, ms: await timeRead(shop, read, Math.floor(turn / all.length)) }
}

function timeRead({ real, token }: Shop, read: Read, index: number): Promise<number> {
  if (typeof read === 'function') return timed(real.url + read(index), token)
  return timedPost(real.url + read.path, token, read.body)
}

let sold = 0

async function timedPost(url: string, authorization: string, body: object): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - started
}

type Read = ((index: number) => string) | { readonly path: string; readonly body: object }

const orders = '/admin/purchases/orders?limit=50'
const after = (value: number | string, id: number) => `&cursor=${Buffer.from(JSON.stringify([value, id])).toString('base64url')}`
const twoDigits = (value: number): string => String(value).padStart(2, '0')
/** The year before 2026-11-01. */
const monthOf = (index: number): string => twoDigits(1 + (index % 9))
const noonOf = (index: number): string => `2026-${monthOf(index)}-${twoDigits(1 + (index % 28))}T12:00:00.000Z`

const reads: Readonly<Record<string, Read>> = {
  'all products': () => '/admin/products',
  'one product': (index) => `/products/id/${1 + index}`,
  'newest orders': () => orders,
  'orders: a deep page': (index) => orders + after(noonOf(index), 1),
  'orders: completed': (index) => `${orders}&status=completed${after(noonOf(index), 1)}`,
  'orders: by total': (index) => `${orders}&sort=total${after(2_000 + index, 1)}`,
  'orders: by date': (index) =>
    `${orders}&from=2026-${monthOf(index)}-${twoDigits(1 + (Math.floor(index / 9) % 22))}&to=2026-${monthOf(index)}-28`,
  'orders: a year by total': () => `${orders}&from=2025-11-01&to=2026-10-31&sort=-total`,
  'orders: of a coupon': () => `${orders}&coupon_id=1`,
  'orders: by email': (index) => `${orders}&q=buyer${10_000 + index}@`,
  'orders: by id': (index) => `${orders}&q=${500_000 + index}`,
  'orders: by key': (index) => `${orders}&q=SOLD-${String(400_000 + index).padStart(8, '0')}`,
  'one order': (index) => `/admin/purchases/orders/${900 + index}`,
  search: { path: '/admin/search', body: { q: 'buyer20001@' } },
  'statistics of products': () => '/admin/purchases/stats',
  'sales of 30 days': () => '/admin/purchases/daily?days=30&to=2026-10-31&time_zone=Asia/Kathmandu',
  'sales of two years': () => '/admin/purchases/daily?days=732&to=2026-10-31&time_zone=Asia/Kathmandu',
  'products in 30 days': () => '/admin/purchases/by-product?days=30&to=2026-10-31&time_zone=Asia/Kathmandu',
  'products in two years': () => '/admin/purchases/by-product?days=732&to=2026-10-31&time_zone=Asia/Kathmandu',
  runway: () => '/admin/stock/runway',
  coupons: () => '/admin/coupons',
  'usage of a coupon, 30 days': () => '/admin/coupons/1/usage?days=30&to=2026-10-31&time_zone=Asia/Kathmandu',
  'usage of a coupon, two years': () => '/admin/coupons/1/usage?days=732&to=2026-10-31&time_zone=Asia/Kathmandu',
  activity: () => '/admin/activity?limit=50',
  payouts: () => '/admin/referrals?type=payouts&status=completed&limit=10',
}
