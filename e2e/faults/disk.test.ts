import { existsSync, readFileSync } from 'node:fs'
import { examine } from '@keydesk/server'
import { seeded } from '@keydesk/server/testing'
import { afterEach, expect, test } from 'vitest'
import { breakDisk, smallDisk, strace } from './disk.ts'
import { openMixedLoad } from './load/mixed.ts'
import { record, diskRounds, seed } from './soak.ts'
import { openWorld, unique, type World } from './world.ts'

/** SQLite only: the disk of PostgreSQL is not Keydesk's responsibility. */
const isSqlite = process.env['KEYDESK_TEST_DB'] !== 'postgres'
const hint = `KEYDESK_SEED=${seed}`
const limits = { timeout: 120_000 + diskRounds * 10_000 }

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const isAlive = ({ servers }: World): boolean => servers.isRunning(0)
const save = (world: World) => world.admin('POST', '/admin/products', { name: unique('Saved') })

test(
  'on a full disk everything can be read, what cannot be stored is put off, and it goes on by itself when there is room',
  limits,
  async (context) => {
    if (!isSqlite) return context.skip('on SQLite alone')
    const disk = smallDisk(64)
    if (disk === undefined) return context.skip('a small disk cannot be mounted here')
    cleanUps.push(disk.unmount)
    const world = await openWorld(1, { DATA_DIR: `${disk.folder}/data` })
    cleanUps.push(world.servers.stop)
    const load = await openMixedLoad(world, 1_000)
    await world.servers.closeDeps()
    const random = seeded(seed)

    const runUntil = async (isDone: () => boolean) => {
      let isOver = false
      const running = load.run(random, () => isOver)
      await expect.poll(isDone, { message: hint, interval: 5, timeout: 60_000 }).toBe(true)
      isOver = true
      await running
    }
    await runUntil(() => load.answered() > 50)
    disk.fill()
    // Space that the files already occupy is used first.
    await runUntil(() => load.putOff() > 100)
    // Concurrent saves need more space than a single one.
    let refused = await save(world)
    for (let more = 0; refused.status === 200 && more < 1_000; more += 1) refused = await save(world)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringContaining('try again in a moment') } })
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    expect((await world.admin('GET', '/admin/products')).status).toBe(200)
    expect(isAlive(world)).toBe(true)

    // A start on the full disk finds the data, too.
    await world.servers.kill(0)
    await world.servers.revive(0)
    expect((await world.admin('GET', '/admin/products')).status).toBe(200)
    expect((await save(world)).status).toBe(503)

    disk.makeRoom()
    await expect.poll(async () => (await save(world)).status).toBe(200)
    await world.servers.look(async (deps) => {
      await load.check(deps)
      expect(await examine(deps), hint).toEqual([])
    })
    record('a full disk', { answered: load.answered(), put_off: load.putOff() })
  },
)

/** The most calls that work before the first failure: a commit makes a few of one kind, and dozens of the other. */
const callsBefore = { 'fsync,fdatasync': 30, pwrite64: 1_000 }

for (const calls of ['fsync,fdatasync', 'pwrite64'] as const)
  test(
    `when ${calls} fail from the Nth on, nothing is answered that is not stored, and it goes on by itself when they work again`,
    limits,
    async (context) => {
      if (!isSqlite) return context.skip('on SQLite alone')
      if (strace === undefined) return context.skip('strace is not installed')
      const world = await openWorld(1)
      cleanUps.push(world.servers.stop)
      const load = await openMixedLoad(world, 1_000 + diskRounds * 100)
      await world.servers.closeDeps()
      const random = seeded(seed)

      for (let round = 0; round < diskRounds; round += 1) {
        const before = load.putOff()
        const broken = await breakDisk(world.servers.pidOf(0)!, calls, 1 + random.below(callsBefore[calls]))
        let isOver = false
        const running = load.run(random, () => isOver)
        await expect.poll(() => load.putOff(), { message: hint, interval: 5, timeout: 60_000 }).toBeGreaterThan(before + 20)
        isOver = true
        await running
        // In half of the rounds the process is killed now. A call answered with 503 may then be stored, but only as a whole.
        const isKilled = random.next() < 0.5
        if (isKilled) await world.servers.kill(0)
        await broken.mend()
        if (isKilled) await world.servers.revive(0)
        expect(isAlive(world), hint).toBe(true)
        await expect.poll(async () => (await save(world)).status, { message: hint }).toBe(200)
        await world.servers.look(async (deps) => {
          await expect(load.check(deps), `${hint}, round ${round + 1}`).resolves.toBeUndefined()
          expect(await examine(deps), hint).toEqual([])
        })
      }
      record(`failing ${calls}`, { rounds: diskRounds, answered: load.answered(), put_off: load.putOff() })
    },
  )

test('a first start on a full disk leaves no secret that is cut, and works when there is room', limits, async (context) => {
  if (!isSqlite) return context.skip('on SQLite alone')
  const disk = smallDisk(16)
  if (disk === undefined) return context.skip('a small disk cannot be mounted here')
  cleanUps.push(disk.unmount)
  disk.fill()
  const folder = `${disk.folder}/data`
  await expect(openWorld(1, { DATA_DIR: folder, APP_SECRET: '' })).rejects.toThrow('ended before it was ready')
  expect(existsSync(`${folder}/secret`)).toBe(false)
  disk.makeRoom()
  const world = await openWorld(1, { DATA_DIR: folder, APP_SECRET: '' })
  cleanUps.push(world.servers.stop)
  expect(readFileSync(`${folder}/secret`, 'utf8').trim().length).toBeGreaterThanOrEqual(32)
})
