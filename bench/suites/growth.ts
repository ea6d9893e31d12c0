import { median } from '../load.ts'
import { callerOf, signIn, startKeydesk } from '../servers.ts'
import type { Result } from '../table.ts'

const paths: Readonly<Record<string, string>> = {
  products: '/admin/products',
  orders: '/admin/purchases/orders?limit=100',
  'one order': '/admin/purchases/orders/900',
  statistics: '/admin/purchases/stats',
  'sales by day': '/admin/purchases/daily?days=90',
}

/** The same reads in a shop with a thousand orders and in one with a million. */
export async function growth(small: string, large: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const servers = await Promise.all([startKeydesk(small), startKeydesk(large)])
  const tokens = await Promise.all(servers.map(signIn))
  const results: Result[] = []
  for (const [name, path] of Object.entries(paths)) {
    const [few, many]: [number[], number[]] = [[], []]
    // One after the other in turns, so that whatever else the machine does falls on both.
    for (let turn = 0; turn < 150 * rounds; turn += 1) {
      for (const [index, server] of servers.entries()) (index === 0 ? few : many).push(await timed(server.url + path, tokens[index]!))
    }
    const value = median(many) / median(few)
    results.push({
      ...{ work: `${name}, a million orders`, value, unit: 'times the p50', target: '≤ 1.2', passed: value <= 1.2 },
      more: `${median(many).toFixed(2)} ms against ${median(few).toFixed(2)} with a thousand`,
    })
  }
  for (const server of servers) await server.stop()
  return [...results, ...(await pages(large, rounds))]
}

/** Deep pages, filters, sorts and searches of a million orders against the first page, one after the other. */
async function pages(dataDir: string, rounds: number): Promise<Result[]> {
  const server = await startKeydesk(dataDir)
  const { admin } = await callerOf(server, dataDir)
  const list = '/admin/purchases/orders?limit=50'
  const p95 = async (pathOf: (index: number) => string): Promise<number> => {
    const times: number[] = []
    for (let index = 0; index < 40 * rounds; index += 1) {
      const started = performance.now()
      await admin('GET', pathOf(index))
      times.push(performance.now() - started)
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)]!
  }
  const after = (value: number | string, id: number) => `&cursor=${Buffer.from(JSON.stringify([value, id])).toString('base64url')}`
  // Each asks for something else, so that nothing is kept ready.
  const kinds: Readonly<Record<string, (index: number) => string>> = {
    'a deep page': (index) => list + after(250_000 - index * 50, 250_000 - index * 50),
    completed: (index) => `${list}&status=completed${after(900_000 - index * 50, 900_000 - index * 50)}`,
    'by total': (index) => `${list}&sort=total${after(2_000 + index, 1)}`,
    'by date': (index) => `${list}&from=2026-0${1 + (index % 9)}-01&to=2026-0${1 + (index % 9)}-28`,
    'by email': (index) => `${list}&q=buyer${10_000 + index}@`,
    'by id': (index) => `${list}&q=${500_000 + index}`,
    'by key': (index) => `${list}&q=SOLD-${String(400_000 + index).padStart(8, '0')}`,
  }
  const first = await p95((index) => list + after(2_000_000 + index, 2_000_000 + index))
  const results: Result[] = []
  for (const [name, pathOf] of Object.entries(kinds)) {
    const value = (await p95(pathOf)) / first
    results.push({
      ...{ work: `orders: ${name}`, value, unit: 'of the first', target: '≤ 1.5', passed: value <= 1.5 },
      more: `p95; first page ${first.toFixed(1)} ms`,
    })
  }
  await server.stop()
  return results
}

async function timed(url: string, authorization: string): Promise<number> {
  const started = performance.now()
  await (await fetch(url, { headers: { authorization } })).arrayBuffer()
  return performance.now() - started
}
