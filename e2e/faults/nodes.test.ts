import { setTimeout as wait } from 'node:timers/promises'
import { examine } from '@keydesk/server'
import { freshPostgresUrl, seeded } from '@keydesk/server/testing'
import type { StoreOrder } from '@keydesk/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLink } from './link.ts'
import { openMixedLoad } from './load/mixed.ts'
import { record, secondsAway, seed } from './soak.ts'
import { dataOf, keysOf, openWorld, type World } from './world.ts'

/** Several servers on one PostgreSQL. The bot's hand-over is proved in e2e/discord/outbox.test.ts, the races on two nodes in races.test.ts. */

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})
beforeEach((context) => {
  if (process.env['KEYDESK_TEST_DB'] !== 'postgres') context.skip('several servers share PostgreSQL alone')
})

async function open(...setting: Parameters<typeof openWorld>): Promise<World> {
  const world = await openWorld(...setting)
  cleanUps.push(world.stop)
  return world
}

test('four servers that start at once on an empty database migrate it once and make one administrator', { timeout: 90_000 }, async () => {
  const { servers, admin } = await open(4, {}, { together: true })
  const { db } = servers.deps
  expect(await db.selectFrom('app_user').select('username').execute()).toEqual([{ username: 'admin' }])
  expect(await db.selectFrom('activity').select('action').where('action', '=', 'administrator.created').execute()).toHaveLength(1)
  const games = await db.selectFrom('game').select('name').execute()
  expect(new Set(games.map((game) => game.name)).size).toBe(games.length)
  for (let node = 0; node < 4; node += 1) expect((await admin('GET', '/admin/products', undefined, { node })).status).toBe(200)
})

test('a sign-in is good on every node until it ends on any of them, and failures are counted together', { timeout: 60_000 }, async () => {
  const { admin, servers } = await open(2)
  expect((await admin('GET', '/admin/products', undefined, { node: 0 })).status).toBe(200)
  expect((await admin('GET', '/admin/products', undefined, { node: 1 })).status).toBe(200)
  expect((await admin('POST', '/auth/logout', {}, { node: 1 })).status).toBe(200)
  expect((await admin('GET', '/admin/products', undefined, { node: 0 })).status).toBe(401)

  const signIn = (password: string, node: number) => admin('POST', '/auth/password-login', { identity: 'admin', password }, { node })
  for (let failure = 0; failure < 10; failure += 1) expect((await signIn('wrong', failure % 2)).status).toBe(401)
  expect((await signIn(servers.password, 0)).status).toBe(429)
  expect((await signIn(servers.password, 1)).status).toBe(429)
})

test('what one node has reserved, and answered to an Idempotency-Key, outlives it', { timeout: 60_000 }, async () => {
  const { buy, makeVariant, servers, store } = await open(2, { RESERVATION_MINUTES: '0.05' })
  const { id } = await makeVariant(keysOf(1))
  const more = { customer_email: 'ann@example.com' }
  const order = dataOf(await buy(id, more, { node: 0, idempotencyKey: 'once' })) as StoreOrder
  await servers.kill(0)
  expect(dataOf(await buy(id, more, { node: 1, idempotencyKey: 'once' }))).toEqual(order)
  const statusOf = async () => (dataOf(await store('GET', `/store/purchases/${order.id}`, undefined, { node: 1 })) as StoreOrder).status
  await expect.poll(statusOf).toBe('expired')
  expect((await buy(id, {}, { node: 1 })).status).toBe(201)
})

test(
  `without the database for ${secondsAway} s everything is put off with a 503, and goes on by itself`,
  { timeout: 90_000 + secondsAway * 1_000 },
  async () => {
    const link = await openLink(await freshPostgresUrl())
    cleanUps.push(link.cut)
    const world = await open(2, { DATABASE_URL: link.url })
    const load = await openMixedLoad(world, 1_000)
    const { servers, admin, store } = world
    await servers.closeDeps()

    let isOver = false
    const running = load.run(seeded(seed), () => isOver)
    await expect.poll(() => load.answered()).toBeGreaterThan(50)
    await link.cut()
    const answered = load.answered()
    await expect.poll(() => load.putOff()).toBeGreaterThan(50)
    for (const call of [admin, store]) {
      const said = await call('GET', call === admin ? '/admin/products' : '/store/products')
      expect(said).toMatchObject({
        status: 503,
        body: { code: 'unavailable', message: expect.stringContaining('not available right now') },
      })
      expect(Number(said.retryAfter)).toBeGreaterThan(0)
    }
    for (const url of servers.urls) {
      expect((await fetch(`${url}/ready`)).status).toBe(503)
      expect((await fetch(`${url}/health`)).status).toBe(200)
    }
    // How long the database is away, which is what this test is about.
    await wait(secondsAway * 1_000)
    await link.mend()
    await expect.poll(() => load.answered()).toBeGreaterThan(answered + 100)
    isOver = true
    await running
    await servers.look(async (deps) => {
      await load.check(deps)
      expect(await examine(deps), `KEYDESK_SEED=${seed}`).toEqual([])
    })
    record('the database away', { seconds: secondsAway, answered: load.answered(), put_off: load.putOff() })
  },
)
