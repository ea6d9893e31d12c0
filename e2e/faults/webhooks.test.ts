import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { webhookEvents } from '@keydesk/contract'
import { seeded } from '@keydesk/server/testing'
import { expect, test } from 'vitest'
import { kills, record, seed } from './soak.ts'
import { dataOf, keysOf, openWorld } from './world.ts'

/** A message stored in the transaction of its event reaches the receiver, whatever fails on the way. */

interface Message {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Stores the messages it receives, and answers after a delay. */
async function startReceiver(delayMs: () => number) {
  const received: Message[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as Message
      received.push({ id: String(request.headers['webhook-id']), type, data })
      setTimeout(() => response.writeHead(204).end(), delayMs())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { url, received, close: () => void server.close() }
}

test(
  'killing the server at random instants while webhooks are under way loses none; on PostgreSQL another server takes over',
  { timeout: 120_000 + kills * 10_000 },
  async ({ onTestFinished }) => {
    const rounds = Math.min(kills, 40)
    const random = seeded(seed)
    const receiver = await startReceiver(() => random.next() * 30)
    const world = await openWorld(2, { WEBHOOKS_ALLOW_PRIVATE: '1' })
    onTestFinished(async () => {
      await world.stop()
      receiver.close()
    })
    const { servers } = world
    const hook = { url: receiver.url, events: webhookEvents, active: true }
    dataOf(await world.admin('POST', '/admin/webhooks', hook))
    const variant = await world.makeVariant(keysOf(rounds * 5))
    for (let round = 0; round < rounds; round += 1) {
      for (let sale = 0; sale < 5; sale += 1) await world.sell(variant.id)
      // The moment of the kill is random, so a fixed wait is right here.
      await wait(random.next() * 300)
      const victim = round % servers.urls.length
      await servers.kill(victim)
      await servers.revive(victim)
    }
    const waiting = () => servers.deps.db.selectFrom('outbox').select('id').where('status', '=', 'pending').execute()
    await expect.poll(async () => (await waiting()).length, { timeout: 60_000, message: `seed ${seed}` }).toBe(0)
    const sold = receiver.received.filter((message) => message.type === 'order.completed')
    expect(new Set(sold.map(({ data }) => data['order_id'])).size, `seed ${seed}`).toBe(rounds * 5)
    // All messages of one event have the same id.
    expect(new Set(sold.map(({ id }) => id)).size).toBe(rounds * 5)
    // A repeated message has the stock of its first attempt. The last message has the current stock.
    expect(receiver.received.filter(({ type }) => type === 'variant.stock_changed').at(-1)?.data).toMatchObject({ available: 0 })
    record('kills of a server that sends webhooks', { kills: rounds, sent: sold.length })
  },
)
