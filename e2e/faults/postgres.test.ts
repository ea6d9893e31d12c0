import { expireDue } from '@keydesk/server'
import { connectToPostgres, freshPostgresUrl, seeded } from '@keydesk/server/testing'
import type { StoreOrder } from '@keydesk/contract'
import { describe, test, type TestContext } from 'vitest'
import { openLink } from './link.ts'
import { openMixedLoad } from './load/mixed.ts'
import { pgbouncer, poolSize, startPgbouncer } from './pgbouncer.ts'
import { longSave, seed } from './soak.ts'
import { dataOf, keysOf, openWorld, type Said, type World } from './world.ts'

const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'

/** PostgreSQL that is silent, slow, read-only or behind a pooler, and a node that is frozen. Every call is answered within 10 s. */

type Test = Pick<TestContext, 'expect' | 'onTestFinished'>

async function open({ onTestFinished }: Pick<Test, 'onTestFinished'>, ...setting: Parameters<typeof openWorld>): Promise<World> {
  const world = await openWorld(...setting)
  onTestFinished(world.stop)
  return world
}

async function linkedWorld({ onTestFinished }: Pick<Test, 'onTestFinished'>) {
  const link = await openLink(await freshPostgresUrl())
  const world = await openWorld(1, { DATABASE_URL: link.url })
  onTestFinished(async () => {
    await world.stop()
    await link.cut()
  })
  return { link, world }
}

/** A separate connection, as an operator would open it. */
async function connect({ onTestFinished }: Pick<Test, 'onTestFinished'>, url: string) {
  const client = await connectToPostgres(url)
  onTestFinished(() => client.end())
  return client
}

const limitMs = 10_000

/** Reads and writes of the back office and the shop, and `/ready`, all at once: more calls than the pool has connections. */
async function askAll({ admin, buy, servers, store }: World, variantId: number) {
  const calls = [
    () => admin('GET', '/admin/products'),
    () => admin('GET', `/admin/variants/${variantId}`),
    () => admin('POST', '/admin/products', { name: 'Aim' }),
    () => admin('POST', '/auth/password-login', { identity: 'admin', password: 'wrong' }),
    () => store('GET', '/store/products'),
    () => buy(variantId),
  ]
  const began = performance.now()
  const timed = async (call: () => Promise<Said>) => ({ said: await call(), ms: performance.now() - began })
  const answers = await Promise.all([...calls, ...calls, ...calls].map(timed))
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const ready = await fetch(`${servers.urlOf(0)}/ready`)
  return { slowest, statuses: new Set(answers.map(({ said }) => said.status)), ready: ready.status }
}

async function expectRecovery({ expect }: Test, { admin, buy, servers }: World, variantId: number): Promise<void> {
  const works = async () => [
    (await admin('GET', '/admin/products')).status,
    (await buy(variantId)).status,
    (await fetch(`${servers.urlOf(0)}/ready`)).status,
  ]
  await expect.poll(works, { timeout: 30_000 }).toEqual([200, 201, 200])
  // Repeat, to prove that the pool holds no dead connection.
  for (let round = 0; round < 12; round += 1) expect(await works()).toEqual([200, 201, 200])
}

/** Concurrent: each test has its own servers and database, and mostly waits. */
describe.skipIf(!isPostgres)('with PostgreSQL', { concurrent: true }, () => {
  test(
    'connections that go silent are answered with a 503 in time, and replaced',
    { timeout: 90_000 },
    async ({ expect, onTestFinished }) => {
      const { link, world } = await linkedWorld({ onTestFinished })
      const { id } = await world.makeVariant(keysOf(100))
      await askAll(world, id)
      link.silence()
      const { slowest, statuses, ready } = await askAll(world, id)
      expect(slowest).toBeLessThan(limitMs)
      expect(statuses).toEqual(new Set([503]))
      expect(ready).toBe(503)
      expect((await fetch(`${world.servers.urlOf(0)}/health`)).status).toBe(200)
      await link.mend()
      await expectRecovery({ expect, onTestFinished }, world, id)
    },
  )

  test(
    'a database that answers each query late does not make the sum of them late',
    { timeout: 90_000 },
    async ({ expect, onTestFinished }) => {
      const { link, world } = await linkedWorld({ onTestFinished })
      const { id } = await world.makeVariant(keysOf(100))
      await askAll(world, id)
      link.slowDown(1_000)
      expect((await askAll(world, id)).slowest).toBeLessThan(limitMs)
      await link.mend()
      await expectRecovery({ expect, onTestFinished }, world, id)
    },
  )

  test(
    'a frozen node that holds locks holds up nobody for longer than its transaction may be idle',
    { timeout: 90_000 },
    async ({ expect, onTestFinished }) => {
      const url = await freshPostgresUrl()
      const world = await open({ onTestFinished }, 2, { DATABASE_URL: url })
      const { id } = await world.makeVariant(keysOf(500))
      const operator = await connect({ onTestFinished }, url)
      const frozen = world.servers.pidOf(0)!
      const isHolding = async (): Promise<boolean> => {
        const asked = operator.query('select id from variant where id = $1 for update nowait', [id])
        return asked.then(
          () => false,
          () => true,
        )
      }
      const ending = new AbortController()
      const selling = Array.from({ length: 8 }, async () => {
        while (!ending.signal.aborted) await world.buy(id, {}, { node: 0 }).catch(() => undefined)
      })
      do {
        process.kill(frozen, 'SIGCONT')
        // Let the load run for a moment.
        await world.admin('GET', '/admin/products', undefined, { node: 0 })
        process.kill(frozen, 'SIGSTOP')
      } while (!(await isHolding()))
      onTestFinished(() => void process.kill(frozen, 'SIGCONT'))

      const began = performance.now()
      const other = await Promise.all(Array.from({ length: 30 }, () => world.buy(id, {}, { node: 1 })))
      expect(performance.now() - began).toBeLessThan(limitMs)
      expect(other.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([])
      await expect.poll(async () => (await world.buy(id, {}, { node: 1 })).status, { timeout: 10_000 }).toBe(201)

      ending.abort()
      process.kill(frozen, 'SIGCONT')
      await Promise.all(selling)
      await expect.poll(async () => (await world.buy(id, {}, { node: 0 })).status, { timeout: 10_000 }).toBe(201)
      await world.expectBooksToBalance()
    },
  )

  test('on a read-only database reads go on and writes are put off', { timeout: 90_000 }, async ({ expect, onTestFinished }) => {
    const url = await freshPostgresUrl()
    const world = await open({ onTestFinished }, 1, { DATABASE_URL: url })
    const { id } = await world.makeVariant(keysOf(100))
    const operator = await connect({ onTestFinished }, url)
    const name = new URL(url).pathname.slice(1)
    // A connection gets the setting when it is opened.
    const cutConnections = () =>
      operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`, [name])
    await operator.query(`alter database ${name} set default_transaction_read_only = on`)
    await cutConnections()

    await expect.poll(async () => (await world.admin('GET', '/admin/products')).status).toBe(200)
    expect(await world.buy(id)).toMatchObject({ status: 503, body: { code: 'unavailable' }, retryAfter: '2' })
    expect(await world.admin('POST', '/admin/products', { name: 'Aim' })).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await fetch(`${world.servers.urlOf(0)}/ready`)).status).toBe(503)
    expect((await world.store('GET', '/store/products')).status).toBe(200)

    await operator.query(`set default_transaction_read_only = off`)
    await operator.query(`alter database ${name} reset default_transaction_read_only`)
    await cutConnections()
    await expectRecovery({ expect, onTestFinished }, world, id)
  })

  test(
    'behind pgbouncer in transaction mode everything works as without it',
    { timeout: 90_000 },
    async ({ expect, onTestFinished, skip }) => {
      if (pgbouncer === undefined) return skip('pgbouncer is not installed')
      const pooler = await startPgbouncer(await freshPostgresUrl())
      onTestFinished(pooler.stop)
      const world = await open({ onTestFinished }, 3, { DATABASE_URL: pooler.url }, { together: true })
      const load = await openMixedLoad(world, 300)
      await load.run(seeded(seed), () => load.answered() > 200)
      await load.check(world.servers.deps)
      expect((await world.buy((await world.makeVariant(keysOf(1))).id)).status).toBe(201)
      await world.expectBooksToBalance(`KEYDESK_SEED=${seed}`)
    },
  )

  test(
    'pgbouncer gives up connections that PostgreSQL no longer answers, also while it checks them or sets their names',
    { timeout: 60_000 },
    async ({ expect, onTestFinished, skip }) => {
      if (pgbouncer === undefined) return skip('pgbouncer is not installed')
      const link = await openLink(await freshPostgresUrl())
      onTestFinished(link.cut)
      // Check each connection, not only those that were idle for 30 seconds, and do not wait long.
      const pooler = await startPgbouncer(link.url, [['query_timeout = 15', 'query_timeout = 2\nserver_check_delay = 0']])
      onTestFinished(pooler.stop)
      const openClients = (name: string) =>
        Promise.all(Array.from({ length: poolSize }, () => connectToPostgres(`${pooler.url}?application_name=${name}`)))
      const [ones, others] = [await openClients('one'), await openClients('other')]
      // All at once, so that the pool is full.
      await Promise.all(ones.map((client) => client.query('select pg_sleep(0.2)')))
      link.silence()
      const asked = others.map((client) => client.query('select 1').catch(() => undefined))
      await Promise.all([...ones, ...others].map((client) => client.end()))
      await Promise.all(asked)
      await link.mend()
      const ask = async () => {
        const client = await connectToPostgres(pooler.url)
        try {
          return await client.query('select 1 as one')
        } finally {
          await client.end()
        }
      }
      await expect.poll(() => ask().catch(String), { timeout: 30_000 }).toMatchObject({ rows: [{ one: 1 }] })
    },
  )

  test.for([-2, 2])(
    'a node whose clock is wrong by %i hours goes by the clock of the database',
    { timeout: 60_000 },
    async (hours, { expect, onTestFinished }) => {
      const wrong = `const Right = Date, by = ${hours} * 3600000
      globalThis.Date = class extends Right {
        constructor(...given) { given.length === 0 ? super(Right.now() + by) : super(...given) }
        static now() { return Right.now() + by }
      }`
      const world = await open({ onTestFinished }, 1, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrong)}` })
      const { id } = await world.makeVariant(keysOf(1))
      const order = dataOf(await world.buy(id)) as StoreOrder
      const leftMs = Date.parse(order.reserved_until!) - Date.now()
      expect(leftMs).toBeGreaterThan(25 * 60_000)
      expect(leftMs).toBeLessThan(30 * 60_000 + 1_000)
      // By the correct clock, too, nothing is due, and a token from the node with the wrong clock is neither from the future nor expired.
      expect(await expireDue(world.servers.deps)).toBe(0)
      expect((await world.store('GET', `/store/purchases/${order.id}`)).body.data).toMatchObject({ status: 'pending' })
      const { exp } = JSON.parse(String(Buffer.from(world.token.split('.')[1]!, 'base64url'))) as { exp: number }
      expect(Math.abs(exp * 1_000 - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000)
    },
  )
})

test.skipIf(!isPostgres)(
  `while ${longSave.toLocaleString('en-US')} keys are saved, others read and sell`,
  { timeout: 120_000 },
  async ({ expect, onTestFinished }) => {
    const { admin, buy, makeVariant } = await open({ onTestFinished }, 1)
    const saved = await makeVariant(keysOf(100))
    const other = await makeVariant(keysOf(400))
    const ending = new AbortController()
    const saving = admin('PUT', `/admin/variants/${saved.id}`, { keys: keysOf(longSave, 'LONG') }).finally(() => ending.abort())
    const answers: { what: string; status: number; ms: number }[] = []
    const ask = async (what: string, call: () => Promise<Said>) => {
      while (!ending.signal.aborted) {
        const asked = performance.now()
        const { status } = await call()
        answers.push({ what, status, ms: performance.now() - asked })
      }
    }
    const sales = Array.from({ length: 15 }, () => ask('same', () => buy(saved.id)))
    await Promise.all([saving, ...sales, ask('other', () => buy(other.id)), ask('list', () => admin('GET', '/admin/products'))])
    expect((await saving).status).toBe(200)
    // A sale of the same variant waits for the save, and is refused with a 503 if that takes too long.
    expect(answers.filter(({ what, status }) => what !== 'same' && status === 503)).toEqual([])
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(limitMs)
  },
)
