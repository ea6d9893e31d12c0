import { median, percentile, timed } from '../load.ts'
import { signIn, startKeydesk } from '../servers.ts'
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

/** Deep pages, filters, sorts and searches of a million orders, each in turns with the first page. */
async function pages(dataDir: string, rounds: number): Promise<Result[]> {
  const server = await startKeydesk(dataDir)
  const token = await signIn(server)
  const results: Result[] = []
  let asked = 0
  for (const [name, pathOf] of Object.entries(kinds)) {
    const [first, kind]: [number[], number[]] = [[], []]
    const warmUp = perRound
    for (let index = 0; index < warmUp + rounds * perRound; index += 1) {
      // What is measured is a server that has run for a while.
      if (index === warmUp) first.length = kind.length = 0
      asked += 1
      const turn = [
        async () => first.push(await timed(server.url + list + after(2_000_000 + asked, 2_000_000 + asked), token)),
        async () => kind.push(await timed(server.url + list + pathOf(index), token)),
      ]
      // By chance, who is first: the server collects its garbage every so many requests, which would fall on one of the two each time.
      if (Math.random() < 0.5) turn.reverse()
      for (const ask of turn) await ask()
    }
    // Of all rounds together: the slowest twentieth of 400 is a matter of chance.
    const [ms, firstMs] = [percentile(kind, 0.95), percentile(first, 0.95)]
    const value = ms / firstMs
    results.push({
      ...{ work: `orders: ${name}`, value, unit: 'of the first', target: '≤ 1.5', passed: value <= 1.5 },
      more: `p95; ${ms.toFixed(1)} ms against ${firstMs.toFixed(1)}`,
    })
  }
  await server.stop()
  return results
}

const list = '/admin/purchases/orders?limit=50'
const perRound = 400

const after = (value: number | string, id: number) => `&cursor=${Buffer.from(JSON.stringify([value, id])).toString('base64url')}`
/** Of nine. */
const monthOf = (index: number): string => twoDigits(1 + (index % 9))
const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Each asks for something else, so that nothing is kept ready. */
const kinds: Readonly<Record<string, (index: number) => string>> = {
  'a deep page': (index) => after(250_000 - index * 50, 250_000 - index * 50),
  completed: (index) => `&status=completed${after(900_000 - index * 50, 900_000 - index * 50)}`,
  'by total': (index) => `&sort=total${after(2_000 + index, 1)}`,
  'by date': (index) =>
    `&from=2026-${monthOf(index)}-${twoDigits(1 + (Math.floor(index / 9) % 22))}&to=2026-${monthOf(index)}-${28 - Math.floor(index / 198)}`,
  'by email': (index) => `&q=buyer${10_000 + index}@`,
  'by id': (index) => `&q=${500_000 + index}`,
  'by key': (index) => `&q=SOLD-${String(400_000 + index).padStart(8, '0')}`,
}
