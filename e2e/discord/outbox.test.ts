import { setTimeout as wait } from 'node:timers/promises'
import { createAnnouncement, createProduct, system } from '@keydesk/server'
import { test } from 'vitest'
import { botKills, messages, record, seed } from '../faults/soak.ts'
import { isRunning, restock, seeded, startBotProcesses, titlesIn, updates, type Processes } from './support.ts'

/**
 * The real server with the real client, against the stand-in. Concurrent: each test has its own server and stand-in, and they mostly wait.
 */

/** Announcements for one channel, whose ids are returned, and as many restocks for the other. */
async function fill({ deps }: Processes, count: number, from = 0): Promise<number[]> {
  const ids: number[] = []
  for (let i = from; i < from + count; i += 2) {
    ids.push((await createAnnouncement(deps, system, { title: `u${i}`, content: 'Text' })).id)
    const variants = [{ name: 'Month', price: 1, keys: [`KEY-${i}`] }]
    await createProduct(deps, system, { name: `r${i + 1}`, description: '', variants })
  }
  return ids
}

/** An announcement scheduled this many milliseconds from now. */
const schedule = ({ deps }: Processes, title: string, ms: number) =>
  createAnnouncement(deps, system, { title, content: 'Text', publish_at: new Date(Date.now() + ms).toISOString() })

const inOrder = (titles: readonly string[]) => titles.filter((title) => !title.startsWith('due'))

const namesOf = (prefix: string, count: number, first: number) =>
  Array.from({ length: Math.ceil(count / 2) }, (_, i) => `${prefix}${first + i * 2}`)

test.concurrent(
  `${messages} messages through rate limits, faults and cut connections arrive once each, in order in each channel, and follow edits and deletions`,
  { timeout: 60_000 + messages * 400 },
  async ({ expect, onTestFinished }) => {
    const { servers, service, call, stop } = await startBotProcesses(1)
    onTestFinished(stop)
    const random = seeded(seed)
    service.fail(({ method, path }) => {
      if (method === 'GET' || !path.includes('/messages')) return null
      const chance = random()
      if (chance < 0.06) return { is: 'rate_limit', seconds: 0.05 + random() * 0.2 }
      if (chance < 0.075) return { is: 'status', status: random() < 0.5 ? 500 : 503 }
      if (chance < 0.08) return { is: 'cut', when: 'before' }
      if (chance < 0.095) return { is: 'cut', when: 'after' }
      return null
    })
    await call('POST', '/admin/discord/bot/start')
    const dropping = new AbortController()
    const dropped = dropNowAndThen(service.gateway.drop, dropping.signal)
    const ids = await fill(servers, messages)
    // By now some are posted, some are being sent, some wait.
    const kept = namesOf('u', messages, 0).filter((_, index) => index % 5 !== 3)
    for (const [index, id] of ids.entries()) {
      if (index % 5 === 1) await call('PUT', `/admin/announcements/${id}`, { title: `u${index * 2}`, content: 'Edited' })
      if (index % 5 === 1) await call('PUT', `/admin/announcements/${id}`, { title: `u${index * 2}`, content: 'Edited again' })
      if (index % 5 === 3) await call('PUT', `/admin/announcements/${id}`, { title: 'Nobody reads this', content: 'Edited' })
      if (index % 5 === 3) await call('DELETE', `/admin/announcements/${id}`)
    }
    await expect.poll(async () => await countPending(servers), { timeout: 30_000 + messages * 300, message: `seed ${seed}` }).toBe(0)
    dropping.abort()
    await dropped
    expect(titlesIn(service, updates), `seed ${seed}`).toEqual(kept)
    expect(titlesIn(service, restock), `seed ${seed}`).toEqual(namesOf('r', messages, 1))
    const texts = service.messages.flatMap(({ channelId, embeds }) => (channelId === updates ? [embeds[0]?.description] : []))
    expect(texts).toEqual(kept.map((title) => ((Number(title.slice(1)) / 2) % 5 === 1 ? 'Edited again' : 'Text')))
  },
)

test.concurrent(
  `killing the server at ${botKills} random instants while messages are under way loses none and repeats none`,
  { timeout: 90_000 + botKills * 4_000 },
  async ({ expect, onTestFinished, skip }) => {
    // SQLite only: PostgreSQL would run the same code for the same time again. The hand-over test below covers it.
    if (process.env['KEYDESK_TEST_DB'] === 'postgres') return skip('on SQLite alone')
    const { servers, service, call, stop } = await startBotProcesses(1)
    onTestFinished(stop)
    const random = seeded(seed)
    await call('POST', '/admin/discord/bot/start')
    const count = 20 + botKills * 4
    await fill(servers, 20)
    for (let kill = 0; kill < botKills; kill += 1) {
      await fill(servers, 4, 20 + kill * 4)
      const instant = random() * 700
      await schedule(servers, `due${kill}`, instant)
      // The moment of the kill is random, so a fixed wait is right here.
      await wait(instant)
      await servers.kill(0)
      await servers.revive(0)
    }
    await expect.poll(async () => await countPending(servers), { timeout: 60_000, message: `seed ${seed}` }).toBe(0)
    expect(service.messages, `seed ${seed}`).toHaveLength(count + botKills)
    expect(inOrder(titlesIn(service, updates)), `seed ${seed}`).toEqual(namesOf('u', count, 0))
    expect(titlesIn(service, restock), `seed ${seed}`).toEqual(namesOf('r', count, 1))
    const due = titlesIn(service, updates).filter((title) => title.startsWith('due'))
    expect(due.toSorted(), `seed ${seed}`).toEqual(Array.from({ length: botKills }, (_, kill) => `due${kill}`).toSorted())
    record('kills of a server whose bot is sending', { kills: botKills, messages: count })
  },
)

test.concurrent(
  'of two servers on one database one runs the bot; killed, the other takes over',
  { timeout: 90_000 },
  async ({ expect, onTestFinished, skip }) => {
    if (process.env['KEYDESK_TEST_DB'] !== 'postgres') return skip('two servers share PostgreSQL alone')
    const { servers, service, call, stop } = await startBotProcesses(2)
    onTestFinished(stop)
    await call('POST', '/admin/discord/bot/start')
    expect([await isRunning(call, 0), await isRunning(call, 1), service.gateway.size()]).toEqual([true, true, 1])
    await fill(servers, 4)
    const { place } = await servers.deps.db.selectFrom('lease').selectAll().executeTakeFirstOrThrow()
    // The server dies when this one is due.
    await schedule(servers, 'due', 0)
    const holder = servers.pidOf(0) === Number(place.split('/').at(-1)) ? 0 : 1
    // Pretend that it ran on another machine, where its death cannot be detected: the lease must run out.
    await servers.kill(holder)
    await servers.deps.db.updateTable('lease').set({ place: '' }).execute()
    const killedAt = Date.now()
    // Read when the lease of the dead server ends, then shorten it: the test need not wait for the rest.
    const { expires_at } = await servers.deps.db.selectFrom('lease').select('expires_at').executeTakeFirstOrThrow()
    const leaseMs = Date.parse(expires_at) - killedAt
    const endsAt = killedAt + 1_500
    await servers.deps.db
      .updateTable('lease')
      .set({ expires_at: new Date(endsAt).toISOString() })
      .execute()
    await fill(servers, 4, 4)
    const connectedAt = async () => {
      const { connected_at } = await servers.deps.db.selectFrom('discord_bot').select('connected_at').executeTakeFirstOrThrow()
      return Date.parse(connected_at ?? '')
    }
    await expect.poll(connectedAt, { timeout: 40_000 }).toBeGreaterThan(killedAt)
    const takeoverMs = (await connectedAt()) - endsAt
    expect(takeoverMs).toBeGreaterThanOrEqual(0)
    // The promise, measured by the times in the database: the bot starts again within 30 s.
    expect(leaseMs + takeoverMs).toBeLessThan(30_000)
    expect(await isRunning(call, 1 - holder)).toBe(true)
    await expect.poll(() => service.messages.length, { timeout: 20_000 }).toBe(9)
    expect(inOrder(titlesIn(service, updates))).toEqual(namesOf('u', 8, 0))
    expect(titlesIn(service, updates).filter((title) => title === 'due')).toHaveLength(1)
    expect(service.gateway.seen.identifies).toBe(2)
  },
)

const countPending = async ({ deps }: Processes): Promise<number> =>
  (await deps.db.selectFrom('outbox').select('id').where('status', 'in', ['pending', 'failed']).execute()).length

async function dropNowAndThen(drop: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(1_500, undefined, { signal }).catch(() => undefined)
    drop()
  }
}
