import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '@keydesk/contract'
import { examine } from '@keydesk/server'
import { seeded, writeGarbage } from '@keydesk/server/testing'
import { afterEach, expect, test } from 'vitest'
import { run } from './backup-place.ts'
import { startCommand } from './command.ts'
import { breakDisk, smallDisk, strace } from './disk.ts'
import { openMixedLoad } from './load/mixed.ts'
import { record, diskRounds, seed } from './soak.ts'
import { dataOf, keysOf, openWorld, unique, type World } from './world.ts'

/** On SQLite alone: the disk of PostgreSQL is not Keydesk's responsibility. */

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
    await world.servers.withDeps(async (deps) => {
      await load.check(deps)
      expect(await examine(deps), hint).toEqual([])
    })
    record('a full disk', { answered: load.answered(), put_off: load.putOff() })
  },
)

test(
  'while the disk is full a person can sign in, delete things and back up to another disk, also after a new start',
  limits,
  async (context) => {
    const [disk, target] = [smallDisk(64), smallDisk(4)]
    if (disk === undefined || target === undefined) return context.skip('a small disk cannot be mounted here')
    cleanUps.push(disk.unmount, target.unmount)
    const elsewhere = mkdtempSync(join(tmpdir(), 'keydesk-elsewhere-'))
    cleanUps.push(() => rmSync(elsewhere, { recursive: true, force: true }))
    const data = `${disk.folder}/data`
    const place = { DATA_DIR: data }
    const world = await openWorld(1, { DATA_DIR: data })
    cleanUps.push(world.servers.stop)
    const variant = await world.makeVariant(keysOf(20))
    await world.sell(variant.id)
    await world.servers.closeDeps()
    const signIn = async () =>
      (await world.as('')('POST', '/auth/password-login', { identity: 'admin', password: world.servers.password })).status
    const remove = async () => {
      const [newest] = dataOf(await world.admin('GET', '/admin/products?sort=-id')) as Product[]
      return (await world.admin('DELETE', `/admin/products/${newest?.id}`)).status
    }
    for (let product = 0; product < 3; product += 1) await save(world)

    disk.fill()
    await expect.poll(async () => (await save(world)).status).toBe(503)
    for (const start of ['running', 'killed', 'stopped'] as const) {
      if (start === 'killed') await world.servers.kill(0)
      if (start === 'stopped') await world.servers.stopOne(0)
      if (start !== 'running') await world.servers.revive(0)
      expect(await signIn(), start).toBe(200)
      expect(await remove(), start).toBe(200)
      expect(await world.buy(variant.id), start).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('disk of the server is full') },
      })
      expect((await fetch(`${world.servers.urlOf(0)}/ready`)).status, start).toBe(503)
    }
    expect((await run(place, 'doctor')).said).toBe('Everything adds up')
    expect((await run(place, 'backup', join(elsewhere, 'shop.backup'))).said).toContain('media files')

    target.fill()
    const full = join(target.folder, 'shop.backup')
    expect(await run(place, 'backup', full)).toMatchObject({ code: 1, said: `The backup cannot be written: the disk of ${full} is full` })
    expect(readdirSync(target.folder)).toEqual(['ballast'])

    disk.makeRoom()
    await expect.poll(async () => (await save(world)).status).toBe(200)
    expect((await world.buy(variant.id)).status).toBe(201)
    expect(statSync(`${data}/reserve`).size).toBe(8 * 1024 ** 2)
  },
)

/** The most calls that work before the first failure: a commit makes a few of one kind, and dozens of the other. */
const callsBefore = { 'fsync,fdatasync': 30, pwrite64: 1_000 }

for (const calls of ['fsync,fdatasync', 'pwrite64'] as const)
  test(
    `when ${calls} fail from the Nth on, nothing is answered that is not stored, and it goes on by itself when they work again`,
    limits,
    async (context) => {
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
        await world.servers.withDeps(async (deps) => {
          await expect(load.check(deps), `${hint}, round ${round + 1}`).resolves.toBeUndefined()
          expect(await examine(deps), hint).toEqual([])
        })
      }
      record(`failing ${calls}`, { rounds: diskRounds, answered: load.answered(), put_off: load.putOff() })
    },
  )

test('an image that the disk does not read is answered as an outage of the media storage', limits, async (context) => {
  if (strace === undefined) return context.skip('strace is not installed')
  const data = mkdtempSync(join(tmpdir(), 'keydesk-unread-'))
  cleanUps.push(() => rmSync(data, { recursive: true, force: true }))
  const world = await openWorld(1, { DATA_DIR: data })
  cleanUps.push(world.servers.stop)
  const name = `${'0'.repeat(32)}-view.webp`
  const path = join(data, 'media', name)
  mkdirSync(join(data, 'media'), { recursive: true })
  writeFileSync(path, 'an image')
  const url = `${world.servers.urlOf(0)}/media/${name}`
  const broken = await breakDisk(world.servers.pidOf(0)!, 'openat', 1, path)
  const refused = await fetch(url)
  const body: unknown = await refused.json()
  await broken.mend()
  expect(refused.status).toBe(503)
  expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('media storage is not available') })
  expect(await (await fetch(url)).text()).toBe('an image')
})

test(
  'a server with a damaged database is not ready and sells nothing; the doctor names it, and a restore brings it back',
  limits,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keydesk-damaged-'))
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
    const data = join(folder, 'data')
    const world = await openWorld(1, { DATA_DIR: data })
    cleanUps.push(world.servers.stop)
    const variant = await world.makeVariant(keysOf(20))
    await world.sell(variant.id)
    const place = { DATA_DIR: data }
    expect((await run(place, 'backup', join(folder, 'shop.backup'))).code).toBe(0)
    await world.servers.closeDeps()
    await world.servers.stopOne(0)
    writeGarbage(join(data, 'keydesk.db'), 'key_event')

    await world.servers.revive(0)
    const url = world.servers.urlOf(0)
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(503)
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The database file is damaged: .*page/),
    })
    const refused = await world.buy(variant.id)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.stringContaining('nothing is sold') } })
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    // Whoever looks into it can still do so.
    expect((await world.admin('GET', '/admin/products')).status).toBe(200)
    expect((await fetch(`${url}/health`)).status).toBe(200)

    await world.servers.stopOne(0)
    const diagnosed = await run(place, 'doctor', '--since', '2026-11-21T08:30:00Z')
    expect(diagnosed.code).toBe(1)
    expect(diagnosed.said).toMatch(/^file: \S+keydesk\.db is damaged: .*\nThe file of sold keys was not written: it could lack some\.$/)
    for (const name of ['keydesk.db', 'keydesk.db-wal', 'keydesk.db-shm']) rmSync(join(data, name), { force: true })
    expect((await run(place, 'restore', join(folder, 'shop.backup'), '--force')).said).toContain('Restored')
    await world.servers.revive(0)
    expect((await fetch(`${world.servers.urlOf(0)}/ready`)).status).toBe(200)
  },
)

test('a first start on a full disk says so, leaves no secret that is cut, and works when there is room', limits, async (context) => {
  const disk = smallDisk(16)
  if (disk === undefined) return context.skip('a small disk cannot be mounted here')
  cleanUps.push(disk.unmount)
  disk.fill()
  const folder = `${disk.folder}/data`
  await expect(openWorld(1, { DATA_DIR: folder, APP_SECRET: '' })).rejects.toThrow('ended before it was ready')
  expect(existsSync(`${folder}/secret`)).toBe(false)
  const { code, said } = await run({ DATA_DIR: folder, APP_SECRET: '' }, 'migrate')
  expect(code).toBe(1)
  expect(said).toMatch(/^The disk of \S+data is full \((ENOSPC|SQLITE_FULL)\)\. Make room on it, and try again\.$/)
  expect(existsSync(`${folder}/secret`)).toBe(false)
  disk.makeRoom()
  const world = await openWorld(1, { DATA_DIR: folder, APP_SECRET: '' })
  cleanUps.push(world.servers.stop)
  expect(readFileSync(`${folder}/secret`, 'utf8').trim().length).toBeGreaterThanOrEqual(32)
})

test(
  'the file of sold keys and the secret get their names when they are on the disk, and the names are there, too',
  limits,
  async (context) => {
    if (strace === undefined) return context.skip('strace is not installed')
    const folder = mkdtempSync(join(tmpdir(), 'keydesk-named-'))
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
    const [data, calls] = [join(folder, 'data'), join(folder, 'calls')]
    const place = { DATA_DIR: data, APP_SECRET: '', DATABASE_URL: '' }
    const traced = [strace, '-f', '-y', '-e', 'trace=fsync,/^rename,/^link', '-o', calls]
    for (const { words, name } of [
      { words: ['migrate'], name: 'secret' },
      { words: ['doctor', '--since', '2026-11-21T08:30:00Z'], name: 'sold-since-2026-11-21T08-30-00.000Z.txt' },
    ]) {
      const { exited, output } = startCommand(words, place, traced)
      expect(await exited, output()).toBe(0)
      const [written, named] = [`fsync\\(\\d+<\\S*/${name}\\.\\w+\\.partial>`, `(rename|link)\\w*\\(.*/${name}"`]
      // The folder is next: SQLite writes it down, too, but later.
      const inOrder = new RegExp(`${written}[^]*${named}((?!fsync)[^])*fsync\\(\\d+<${data}>`)
      expect(readFileSync(calls, 'utf8'), name).toMatch(inOrder)
    }
  },
)
