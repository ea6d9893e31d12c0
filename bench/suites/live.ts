import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Step } from 'autocannon'
import { measure, measureWrites, medianOf, percentile, type Measured } from '../load.ts'
import { cartOf } from '../sale.ts'
import { openShops, type Shop } from '../shops.ts'
import type { Result } from '../table.ts'
import { readFor } from './million.ts'

interface Setting {
  readonly rounds: number
  readonly seconds: number
}

const salesProcess = fileURLToPath(new URL('../sales.ts', import.meta.url))
const imported = 200_000
let sold = 0

/** A busy shop of a million orders, on both databases: sales at full speed, lists beside sales, and reads beside sales and an import. */
export async function live(dataDir: string, scratch: string, setting: Setting): Promise<Result[]> {
  const results: Result[] = []
  for (const open of openShops(dataDir, scratch)) {
    await using shop = await open()
    results.push(...(await sell(shop, setting)), ...(await listBesideSales(shop, setting)), await readBesideImport(shop, setting))
  }
  return results
}

/** Purchase and completion by 16 customers without a pause. */
async function sell({ engine, real, storeKey }: Shop, { rounds, seconds }: Setting): Promise<Result[]> {
  await measureWrites(real, 16, purchase(storeKey), seconds)
  const measured: Measured[] = []
  for (let round = 0; round < rounds; round += 1) measured.push(await measureWrites(real, 16, purchase(storeKey), seconds))
  const [rate, p99] = [medianOf(measured, 'perSecond') / 2, medianOf(measured, 'p99')]
  const more = `${(2 * medianOf(measured, 'cpu')).toFixed(2)} CPU ms an order`
  return [
    { ...{ work: `${engine}: complete orders`, value: rate, unit: 'a second', target: '≥ 200', passed: rate >= 200 }, more },
    { ...{ work: `${engine}: a call of a sale, p99`, value: p99, unit: 'ms', target: '≤ 150', passed: p99 <= 150 }, more: '' },
  ]
}

/** All products, ten at once, while nothing else happens and beside 20 and 50 sales a second. */
async function listBesideSales(shop: Shop, { rounds, seconds }: Setting): Promise<Result[]> {
  const rates = [0, 20, 50]
  const measured = new Map(rates.map((rate) => [rate, [] as Measured[]]))
  const read = () => measure(shop.real, '/admin/products', { authorization: shop.token }, seconds)
  for (let round = 0; round <= rounds; round += 1)
    for (const rate of rates) {
      // The first round warms up.
      const measureOnce = async () => void (round === 0 ? await read() : measured.get(rate)!.push(await read()))
      await (rate === 0 ? measureOnce() : selling(shop, rate, measureOnce))
    }
  const perSecond = (rate: number) => medianOf(measured.get(rate)!, 'perSecond')
  return rates.slice(1).map((rate) => {
    const value = perSecond(rate) / perSecond(0)
    return {
      ...{ work: `${shop.engine}: all products beside ${rate} sales/s`, value, unit: 'of idle', target: '≥ 0.25', passed: value >= 0.25 },
      more: `${Math.round(perSecond(rate))}/s against ${Math.round(perSecond(0))}/s`,
    }
  })
}

/** Every list, search and statistic in turn, by one person, beside 20 sales a second and the import of 200,000 keys. A 503 ends it. */
async function readBesideImport(shop: Shop, { rounds }: Setting): Promise<Result> {
  const took: { readonly name: string; readonly ms: number }[] = []
  let importMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const variant = { product_id: 1, name: `Live ${round}`, price: 1, keys: [] }
    const { data } = (await shop.admin('POST', '/admin/variants/', variant)) as { data: { id: number } }
    const values = Array.from({ length: imported }, (_, index) => `LIVE-${round}-${String(index).padStart(20, '0')}`)
    await selling(shop, 20, async () => {
      const began = performance.now()
      const over = new AbortController()
      const importing = shop.admin('POST', `/admin/variants/${data.id}/key-imports`, { name: 'Live', values }).finally(() => {
        over.abort()
        importMs += performance.now() - began
      })
      const reading = async () => {
        for (let turn = took.length; !over.signal.aborted; turn += 1) took.push(await readFor(shop, turn))
      }
      await Promise.all([importing, reading()])
    })
  }
  const times = took.map(({ ms }) => ms)
  const value = percentile(times, 0.99)
  const slowest = took.toSorted((one, other) => other.ms - one.ms).slice(0, 3)
  return {
    ...{ work: `${shop.engine}: reads beside sales and an import, p99`, value, unit: 'ms', target: '≤ 250', passed: value <= 250 },
    more: `${took.length} reads, p50 ${percentile(times, 0.5).toFixed(0)} ms; slowest ${slowest.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(', ')}; an import took ${(importMs / rounds / 1_000).toFixed(1)} s`,
  }
}

/** Sells at a rate while the work goes on. Returns the number of sales. */
export async function selling({ real, storeKey }: Shop, rate: number, work: () => Promise<void>): Promise<number> {
  const sales = fork(salesProcess, [real.url, storeKey, String(rate), String(sold)])
  const ended = once(sales, 'exit')
  try {
    await once(sales, 'message')
    await work()
    const told = once(sales, 'message')
    sales.send('over')
    const count = await Promise.race([told.then(([made]: unknown[]) => Number(made)), ended.then(() => undefined)])
    if (count === undefined) throw new Error('A sale failed: see above')
    sold += count
    await ended
    return count
  } finally {
    sales.kill()
  }
}

let turn = 0

const purchase = (authorization: string): Step[] => [
  {
    method: 'POST',
    path: '/store/purchases',
    setupRequest: (request) => {
      turn += 1
      return { ...request, headers: { ...request.headers, authorization }, body: JSON.stringify(cartOf(turn)) }
    },
    onResponse: (_, body, context) => {
      context['order'] = (JSON.parse(body) as { data: { id: number } }).data.id
    },
  },
  {
    method: 'POST',
    setupRequest: (request, context) => ({
      ...request,
      path: `/store/purchases/${String(context['order'])}/complete`,
      headers: { ...request.headers, authorization },
      body: '{}',
    }),
  },
]
