import { setTimeout as wait } from 'node:timers/promises'
import { examine } from '@keydesk/server'
import { emptyPostgresUrl, freshPostgresUrl, seeded } from '@keydesk/server/testing'
import type { StoreOrder } from '@keydesk/contract'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openLink } from './link.ts'
import { openMixedLoad } from './load/mixed.ts'
import { record, secondsAway, seed } from './soak.ts'
import { dataOf, keysOf, openWorld, type World } from './world.ts'

/** Several servers on one PostgreSQL. The bot's hand-over is tested in e2e/discord/outbox.test.ts, races on two nodes in races.test.ts. */

const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'

describe.skipIf(!isPostgres)('three servers that start at once on an empty database', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(3, { RESERVATION_MINUTES: '0.03', DATABASE_URL: await emptyPostgresUrl() }, { together: true })
    return world.stop
  }, 60_000)

  test('migrate it once and make one administrator', async () => {
    const { servers, admin } = world
    const { db } = servers.deps
    expect(await db.selectFrom('app_user').select('username').execute()).toEqual([{ username: 'admin' }])
    expect(await db.selectFrom('activity').select('action').where('action', '=', 'administrator.created').execute()).toHaveLength(1)
    const games = await db.selectFrom('game').select('name').execute()
    expect(new Set(games.map((game) => game.name)).size).toBe(games.length)
    for (let node = 0; node < 3; node += 1) expect((await admin('GET', '/admin/products', undefined, { node })).status).toBe(200)
  })

  test('what one node has reserved, and answered to an Idempotency-Key, outlives it', { timeout: 60_000 }, async () => {
    const { buy, makeVariant, servers, store } = world
    const { id } = await makeVariant(keysOf(1))
    const more = { customer_email: 'ann@example.com' }
    const order = dataOf(await buy(id, more, { node: 2, idempotencyKey: 'once' })) as StoreOrder
    await servers.kill(2)
    expect(dataOf(await buy(id, more, { node: 1, idempotencyKey: 'once' }))).toEqual(order)
    const statusOf = async () => (dataOf(await store('GET', `/store/purchases/${order.id}`, undefined, { node: 1 })) as StoreOrder).status
    await expect.poll(statusOf).toBe('expired')
    expect((await buy(id, {}, { node: 1 })).status).toBe(201)
  })

  test('take a sign-in on every node until it ends on any of them, and count failures together', { timeout: 60_000 }, async () => {
    const { admin, servers } = world
    expect((await admin('GET', '/admin/products', undefined, { node: 0 })).status).toBe(200)
    expect((await admin('GET', '/admin/products', undefined, { node: 1 })).status).toBe(200)
    expect((await admin('POST', '/auth/logout', {}, { node: 1 })).status).toBe(200)
    expect((await admin('GET', '/admin/products', undefined, { node: 0 })).status).toBe(401)

    const signIn = (password: string, node: number) => admin('POST', '/auth/password-login', { identity: 'admin', password }, { node })
    for (let failure = 0; failure < 10; failure += 1) expect((await signIn('wrong', failure % 2)).status).toBe(401)
    expect((await signIn(servers.password, 0)).status).toBe(429)
    expect((await signIn(servers.password, 1)).status).toBe(429)
  })
})

test.skipIf(!isPostgres)(
  `without the database for ${secondsAway} s everything is put off with a 503, and goes on by itself`,
  { timeout: 90_000 + secondsAway * 1_000 },
  async () => {
    const link = await openLink(await freshPostgresUrl())
    onTestFinished(link.cut)
    const world = await openWorld(2, { DATABASE_URL: link.url })
    onTestFinished(world.stop)
    const load = await openMixedLoad(world, 500)
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
    // The time without a database, which is the subject of this test.
    await wait(secondsAway * 1_000)
    await link.mend()
    await expect.poll(() => load.answered()).toBeGreaterThan(answered + 100)
    isOver = true
    await running
    await servers.withDeps(async (deps) => {
      await load.check(deps)
      expect(await examine(deps), `KEYDESK_SEED=${seed}`).toEqual([])
    })
    record('the database away', { seconds: secondsAway, answered: load.answered(), put_off: load.putOff() })
  },
)
