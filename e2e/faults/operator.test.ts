import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { StoreOrder } from '@keydesk/contract'
import { freshPostgresUrl } from '@keydesk/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { run } from './backup-place.ts'
import { openLink } from './link.ts'
import { pgbouncer, startPgbouncer } from './pgbouncer.ts'
import { makeCluster } from './postgres-cluster.ts'
import { makeCertificate, openssl } from './reverse-proxy.ts'
import { record, upgrades } from './soak.ts'
import { dataOf, keysOf, openWorld, type World } from './world.ts'

/** What an operator does while the shop sells (docs/operating.md, Upgrades): roll to the next version, go back, start behind a pooler. */

const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'
// Fewer in the short run, which shares the processor with other tests.
const salesPerSecond = upgrades > 2 ? 20 : 5

/** Sells at a constant rate on the server that the balancer has chosen. */
function sell({ buy, store }: World, variantId: number) {
  const failures: string[] = []
  const sold: StoreOrder[] = []
  const sales: Promise<void>[] = []
  const balancer = { node: 0 }
  const sellOne = async (node: number): Promise<void> => {
    try {
      const { id } = dataOf(await buy(variantId, {}, { node })) as StoreOrder
      sold.push(dataOf(await store('POST', `/store/purchases/${id}/complete`, {}, { node })) as StoreOrder)
    } catch (error) {
      failures.push(inspect(error))
    }
  }
  const timer = setInterval(() => sales.push(sellOne(balancer.node)), 1_000 / salesPerSecond)
  return {
    balancer,
    failures,
    sold,
    started: () => sales.length,
    settle: () => Promise.all(sales),
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(sales)
    },
  }
}

test.skipIf(!isPostgres)(
  `${upgrades} upgrades while ${salesPerSecond} sales a second go on: no call fails, no server ends by itself`,
  { timeout: 120_000 + upgrades * 60_000 },
  async () => {
    const world = await openWorld(1)
    onTestFinished(world.stop)
    const { servers } = world
    const { id } = await world.makeVariant(keysOf(2_000 + upgrades * 600))
    const load = sell(world, id)
    let running = 0
    for (let upgrade = 1; upgrade <= upgrades; upgrade += 1) {
      await expect.poll(load.started).toBeGreaterThan(upgrade * salesPerSecond)
      // It is ready when it prints its address: it does not listen while it migrates.
      const next = await servers.startNext(upgrade)
      expect((await fetch(`${servers.urlOf(next)}/ready`)).status).toBe(200)
      expect(servers.isRunning(running)).toBe(true)
      load.balancer.node = next
      await load.settle()
      expect(await servers.stopOne(running)).toBe(0)
      running = next
    }
    // Back to the version before, which is the built one, and runs on the database of the next one if it is allowed to.
    await expect(servers.startBuilt({})).rejects.toThrow('ended before it was ready')
    const old = await servers.startBuilt({ ALLOW_NEWER_DATABASE: '1' })
    load.balancer.node = old
    await load.settle()
    expect(await servers.stopOne(running)).toBe(0)
    const started = load.started()
    await expect.poll(load.started).toBeGreaterThan(started + salesPerSecond)
    await load.stop()
    expect(load.failures).toEqual([])
    expect(servers.isRunning(old)).toBe(true)
    const keys = load.sold.flatMap((order) => order.items.flatMap((item) => item.keys ?? []))
    expect(new Set(keys).size).toBe(load.started())
    for (const order of load.sold)
      expect(dataOf(await world.store('GET', `/store/purchases/${order.id}`, undefined, { node: old }))).toMatchObject({
        status: 'completed',
      })
    await world.expectBooksToBalance()
    record('upgrades under load', { upgrades, sales: load.started(), failed: load.failures.length })
  },
)

test('the version before runs on the database of the next one, if it is allowed to, and sells', { timeout: 120_000 }, async ({ skip }) => {
  if (isPostgres) return skip('the upgrades above end with it')
  const world = await openWorld(1)
  onTestFinished(world.stop)
  const { servers, store, buy } = world
  const { id } = await world.makeVariant(keysOf(10))
  const sellOn = async (node: number) => {
    const order = dataOf(await buy(id, {}, { node })) as StoreOrder
    return dataOf(await store('POST', `/store/purchases/${order.id}/complete`, {}, { node })) as StoreOrder
  }
  const before = await sellOn(0)
  await servers.stopOne(0)
  const next = await servers.startNext(1)
  const between = await sellOn(next)
  await servers.stopOne(next)
  await expect(servers.startBuilt({})).rejects.toThrow('ended before it was ready')
  const old = await servers.startBuilt({ ALLOW_NEWER_DATABASE: '1' })
  const after = await sellOn(old)
  const keys = [before, between, after].flatMap((order) => order.items.flatMap((item) => item.keys ?? []))
  expect(new Set(keys).size).toBe(3)
  for (const { id: orderId } of [before, between, after])
    expect(dataOf(await store('GET', `/store/purchases/${orderId}`, undefined, { node: old }))).toMatchObject({ status: 'completed' })
  await world.expectBooksToBalance()
})

test.skipIf(!isPostgres)('a start through pgbouncer is ready or fails within 15 seconds', { timeout: 90_000 }, async ({ skip }) => {
  if (pgbouncer === undefined) return skip('pgbouncer is not installed')
  const link = await openLink(await freshPostgresUrl())
  const pooler = await startPgbouncer(link.url)
  onTestFinished(async () => {
    await pooler.stop()
    await link.cut()
  })
  const world = await openWorld(1, { DATABASE_URL: pooler.url })
  onTestFinished(world.stop)
  const { id } = await world.makeVariant(keysOf(1_000))
  const load = sell(world, id)
  const boundary = () => AbortSignal.timeout(15_000)
  const inTime = <T>(work: Promise<T>) =>
    Promise.race([
      work,
      new Promise<never>((_, reject) => boundary().addEventListener('abort', () => reject(new Error('later than 15 s')))),
    ])
  await inTime(world.servers.startBuilt({}))
  await load.stop()
  expect(load.failures).toEqual([])
  // pgbouncer gets no answer from PostgreSQL, and keeps its clients waiting.
  link.silence()
  await expect(inTime(world.servers.startBuilt({}))).rejects.toThrow('ended before it was ready')
  await link.mend()
  // pgbouncer waits a second before it connects again, and refuses whoever asks meanwhile (docs/operating.md, Behind pgbouncer).
  await expect.poll(async () => (await fetch(`${world.servers.urlOf(0)}/ready`)).text(), { timeout: 30_000 }).toBe('{"status":"ready"}')
  await inTime(world.servers.startBuilt({}))
})

test.skipIf(!isPostgres)(
  'TLS to PostgreSQL works with a CA of its own, and each failure is one line',
  { timeout: 60_000 },
  async ({ skip }) => {
    if (openssl === undefined) return skip('openssl is not installed')
    const cluster = await makeCluster()
    onTestFinished(cluster.remove)
    const folder = mkdtempSync(join(tmpdir(), 'keydesk-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const migrate = (url: string, query: string) => run({ DATA_DIR: folder, DATABASE_URL: `${url}?sslmode=verify-full${query}` }, 'migrate')
    const failure = (url: string, reason: string) => ({
      ...{ code: 1, parts: [] },
      said: `TLS to the database at ${new URL(url).host} failed (${reason}). Check sslmode and sslrootcert in DATABASE_URL.`,
    })

    const plain = await cluster.start(cluster.data)
    expect(await migrate(plain.url, '')).toEqual(failure(plain.url, 'The server does not support SSL connections'))
    await plain.stop()
    const [key, certificate] = [join(cluster.data, 'server.key'), join(cluster.data, 'server.crt')]
    makeCertificate('IP:127.0.0.1', key, certificate)
    // The account of PostgreSQL owns what this writes.
    cluster.writeFile(key, readFileSync(key, 'utf8'))
    cluster.configure(cluster.data, 'ssl = on')
    const secure = await cluster.start(cluster.data)
    expect(await migrate(secure.url, '')).toEqual(failure(secure.url, 'DEPTH_ZERO_SELF_SIGNED_CERT'))
    expect(await migrate(secure.url, `&sslrootcert=${certificate}`)).toMatchObject({ code: 0, said: 'The database is up to date' })
  },
)
