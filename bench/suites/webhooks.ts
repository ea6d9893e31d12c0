import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { median } from '../load.ts'
import { callerOf, startFloorPosts, startKeydesk, type Server } from '../servers.ts'
import type { Result } from '../table.ts'

const deliveries = 2_000
const allowed = { WEBHOOKS_ALLOW_PRIVATE: '1' }
const body = JSON.stringify({
  ...{ type: 'order.completed', timestamp: '2026-11-01T00:00:00.000Z' },
  data: { order_id: 1, status: 'completed', customer_email: 'ann@example.com', subtotal: 49.99, discount: 0, total: 49.99, items: [] },
})

/** How fast pending deliveries are sent to one receiver on this machine, against bare POSTs of the same body. */
export async function webhooks(scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const folder = join(scratch, 'webhooks')
  mkdirSync(folder, { recursive: true })
  await using receiver = await startReceiver()
  await makeWebhook(folder, receiver.url)
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    storeDeliveries(folder)
    ours.push(await receiver.rateOf(() => startKeydesk(folder, allowed)))
    floor.push(await receiver.rateOf(() => startFloorPosts(receiver.url, deliveries, body)))
  }
  const value = median(ours.map((rate, round) => rate / floor[round]!))
  const more = `${median(ours).toFixed(0)} a second against ${median(floor).toFixed(0)}`
  return [{ work: 'deliveries to one receiver', value, unit: 'of bare POSTs', target: '≥ 0.1', passed: value >= 0.1, more }]
}

/** Counts what arrives, and responds at once. */
async function startReceiver() {
  let arrived: () => void = () => undefined
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      arrived()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Deliveries per second, from the first to the last. */
    async rateOf(begin: () => Promise<Server>): Promise<number> {
      let count = 0
      let first = 0
      const all = new Promise<number>((resolve) => {
        arrived = () => {
          count += 1
          if (count === 1) first = performance.now()
          if (count === deliveries) resolve(performance.now() - first)
        }
      })
      const sender = await begin()
      const ms = await all
      await sender.stop()
      return (deliveries - 1) / (ms / 1000)
    },
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

async function makeWebhook(folder: string, url: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const server = await startKeydesk(folder, allowed)
  stack.defer(server.stop)
  const { admin } = await callerOf(server, folder)
  await admin('POST', '/admin/webhooks', { url, events: ['order.completed'], active: true })
}

/** Inserts the pending deliveries that this many order events would create. */
function storeDeliveries(folder: string): void {
  const database = new SqliteDatabase(join(folder, 'keydesk.db'))
  const insert = database.prepare(
    `insert into outbox (channel, target, idempotency_key, event, subject, status, body, attempts, created_at, due_at, send_after)
     values ('webhook', '1', lower(hex(randomblob(12))), 'order.completed', 'order ' || ?, 'pending', ?, 0, ?, ?, ?)`,
  )
  const now = new Date().toISOString()
  database.transaction(() => {
    for (let nth = 0; nth < deliveries; nth += 1) insert.run(nth, body, now, now, now)
  })()
  database.close()
}
