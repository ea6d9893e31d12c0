import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@keydesk/contract'
import { keydesk } from '../../packages/cli/src/keydesk.ts'
import { readBackupFile, writeBackupFile, type Entry } from '../../packages/server/src/modules/backup/backup-file.ts'
import { manifestName, type Manifest } from '../../packages/server/src/modules/backup/manifest.ts'
import { passingTables, storedTables } from '../../packages/server/src/modules/backup/stored-tables.repo.ts'
import { examine } from '../../packages/server/src/modules/doctor/doctor.service.ts'
import { freshPostgresUrl } from '../../packages/server/src/testing/fresh-database.ts'
import { seeded } from '../../packages/server/src/testing/random.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMixedLoad } from './load/mixed.ts'
import { record, seed } from './soak.ts'
import { dataOf, keysOf, openWorld, type World } from './world.ts'

const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'
const publicUrl = { PUBLIC_URL: 'https://desk.example.com' }
const secret = { APP_SECRET: 'one secret for all the nodes of a test' }

let folder = ''
const cleanUps: (() => Promise<void>)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keydesk-backup-'))
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  await rm(folder, { recursive: true, force: true })
})

async function open(...setting: Parameters<typeof openWorld>): Promise<World> {
  const world = await openWorld(...setting)
  cleanUps.push(world.stop)
  return world
}

async function run(place: Record<string, string>, ...args: string[]) {
  const said: string[] = []
  const parts: number[] = []
  const console = {
    say: (line: string) => void said.push(line),
    readPassword: async () => '',
    progress: () => (part: number) => void parts.push(part),
  }
  const code = await keydesk(args, { ...secret, LOG_LEVEL: 'silent', ...place }, console)
  return { code, said: said.join('\n'), parts }
}

/** A place for another Keydesk: a folder, and a database of the kind. */
async function newPlace(name: string, kind: 'sqlite' | 'postgres' = isPostgres ? 'postgres' : 'sqlite') {
  return { DATA_DIR: join(folder, name), DATABASE_URL: kind === 'postgres' ? await freshPostgresUrl() : '', ...publicUrl }
}

/** A shop in which everything has happened, and the place where it is. */
async function openFullShop() {
  const place = await newPlace('original')
  const world = await open(1, place)
  const load = await openMixedLoad(world, 300)
  const runUntil = async (answered: number) => {
    let isOver = false
    const running = load.run(seeded(seed), () => isOver)
    await expect.poll(() => load.answered()).toBeGreaterThan(answered)
    return async () => {
      isOver = true
      await running
    }
  }
  return { place, world, load, runUntil }
}

/** What every GET of the contract answers, for what there is. */
async function everyRead({ admin, store, servers }: World) {
  const answers: Record<string, unknown> = {}
  for (const [noun, group] of Object.entries(calls)) {
    for (const [name, { method, path, access }] of Object.entries(group)) {
      if (method !== 'GET') continue
      const ids = path.includes(':') ? Array.from({ length: 60 }, (_, index) => index + 1) : [0]
      for (const id of ids) {
        const { status, body } = await (access === 'store' ? store : admin)('GET', path.replace(/:\w+/, String(id)))
        answers[`${noun}.${name} ${id}`] = { status, body }
      }
    }
  }
  const images = await servers.look(({ db }) => db.selectFrom('media_item').select('view_file').where('type', '=', 'image').execute())
  for (const { view_file } of images) {
    const answer = await fetch(`${servers.urlOf(0)}/media/${view_file}`)
    answers[view_file] = [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')]
  }
  return answers
}

test('a backup that is restored answers every read the same, on the other kind of database too', { timeout: 120_000 }, async () => {
  const { place, world, runUntil } = await openFullShop()
  await (
    await runUntil(150)
  )()
  // The newest row of a table is gone: its id must not come back.
  const { id } = dataOf(await world.admin('POST', '/admin/products', { name: 'Gone' })) as { id: number }
  await world.admin('DELETE', `/admin/products/${id}`)
  const original = await everyRead(world)
  expect(Object.keys(original).length).toBeGreaterThan(300)

  let from: Record<string, string> = place
  for (const [index, kind] of (isPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)).entries()) {
    const file = join(folder, `${index}.backup`)
    const backedUp = await run(from, 'backup', file)
    expect(backedUp).toMatchObject({
      code: 0,
      said: expect.stringMatching(/holds \d+ rows and \d+ media files\n.*does not hold the secret/),
    })
    expect(backedUp.parts.at(-1)).toBe(1)
    expect(backedUp.parts).toEqual(backedUp.parts.toSorted((one, other) => one - other))
    const to = await newPlace(`restored-${index}`, kind)
    expect(await run(to, 'restore', file)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Restored \d+ rows and \d+ media files of 20/),
    })
    const restored = await open(1, to)
    // Its own storefront and sign-in go away again: the sessions and keys of before are good.
    const there = { ...restored, admin: as(restored, world.token), store: as(restored, `Bearer ${world.apiKey}`) }
    expect(await everyRead(there)).toEqual(original)
    expect(await restored.servers.look(examine)).toEqual([])
    await restored.stop()
    from = to
  }
  const last = await open(1, from)
  const next = async ({ admin }: World) => (dataOf(await admin('POST', '/admin/products', { name: 'Next' })) as { id: number }).id
  expect(await next(last)).toBe(await next(world))
})

const as = ({ servers }: World, authorization: string): World['admin'] => {
  return async (method, path) => {
    const answer = await fetch(servers.urlOf(0) + path, { method, headers: { authorization } })
    return { status: answer.status, body: (await answer.json()) as never, retryAfter: null }
  }
}

test('a backup taken under load is of one moment', { timeout: 120_000 }, async () => {
  const { place, load, runUntil } = await openFullShop()
  const end = await runUntil(80)
  const before = load.answered()
  const file = join(folder, 'busy.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)
  await expect.poll(() => load.answered()).toBeGreaterThan(before)
  await end()
  const to = await newPlace('restored')
  expect((await run(to, 'restore', file)).code).toBe(0)
  const restored = await open(1, to)
  await restored.servers.look(async (deps) => {
    expect(await examine(deps)).toEqual([])
    const items = await deps.db.selectFrom('media_item').select(['view_file', 'card_file']).where('type', '=', 'image').execute()
    for (const name of items.flatMap((item) => [item.view_file, item.card_file]))
      expect(existsSync(join(to.DATA_DIR, 'media', name))).toBe(true)
  })
  record('a backup under load', { answered: load.answered() })
})

test('what is cut, altered, foreign or newer is refused in one sentence, and nothing is written', { timeout: 90_000 }, async () => {
  const { place, world } = await openFullShop()
  await world.stop()
  const file = join(folder, 'whole.backup')
  await run(place, 'backup', file)
  const whole = readFileSync(file)
  const random = seeded(seed)
  const to = await newPlace('refused')
  const damaged = join(folder, 'damaged.backup')
  const refuse = async (bytes: Buffer, why: RegExp, hint: string) => {
    writeFileSync(damaged, bytes)
    const { code, said } = await run(to, 'restore', damaged, '--force')
    expect({ code, said }, `${hint}, KEYDESK_SEED=${seed}`).toEqual({ code: 1, said: expect.stringMatching(why) })
    expect(said).not.toContain('\n')
  }
  const notWhole = /^This is no whole backup/
  for (let i = 0; i < 20; i += 1) await refuse(whole.subarray(0, random.below(whole.length)), notWhole, 'cut')
  for (let i = 0; i < 50; i += 1) {
    const altered = Buffer.from(whole)
    const at = random.below(whole.length)
    altered[at]! ^= 1 << random.below(8)
    await refuse(altered, notWhole, `altered at ${at}`)
  }
  await refuse(Buffer.concat([whole, Buffer.from('x')]), notWhole, 'longer')
  await refuse(Buffer.from('PK not a backup at all, and long enough to hold a tail of forty bytes'), notWhole, 'foreign')
  expect(await run(to, 'restore', join(folder, 'nothing'))).toMatchObject({
    code: 1,
    said: expect.stringMatching(/cannot be read \(ENOENT\)$/),
  })

  await rewrite(file, damaged, (manifest) => ({ ...manifest, keydesk: '9.9.9', migrations: [...manifest.migrations, '9999-future'] }))
  expect(await run(to, 'restore', damaged)).toMatchObject({ code: 1, said: expect.stringContaining('made by a newer Keydesk (9.9.9)') })
  expect(existsSync(join(to.DATA_DIR, 'keydesk.db'))).toBe(false)
})

test('what is there is only replaced by force, and never under a running server', { timeout: 90_000 }, async () => {
  const { place, world } = await openFullShop()
  const file = join(folder, 'first.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)
  expect(await run(place, 'backup', file)).toMatchObject({ code: 1, said: expect.stringContaining('--force') })
  expect((await run(place, 'backup', file, '--force')).code).toBe(0)

  await world.makeVariant(keysOf(3, 'LATER'))
  const before = await everyRead(world)
  await world.servers.closeDeps()
  expect(await run(place, 'restore', file, '--force')).toMatchObject({
    code: 1,
    said: 'A server is running on this database. Stop it first.',
  })
  await world.servers.kill(0)
  expect(await run(place, 'restore', file)).toMatchObject({ code: 1, said: expect.stringMatching(/not empty.*--force/) })
  await world.servers.revive(0)
  expect(await everyRead(world)).toEqual(before)
  await world.servers.kill(0)
  expect((await run(place, 'restore', file, '--force')).code).toBe(0)
  await world.servers.look(async (deps) => {
    expect(await deps.db.selectFrom('license_key').select('value').where('value', 'like', 'LATER%').execute()).toEqual([])
    expect(await examine(deps)).toEqual([])
  })
})

test('a backup of an older Keydesk is brought up to date', { timeout: 60_000 }, async () => {
  const { place, world } = await openFullShop()
  await world.stop()
  const file = join(folder, 'new.backup')
  const older = join(folder, 'older.backup')
  await run(place, 'backup', file)
  const later = ['two_factor', 'recovery_code']
  await rewrite(file, older, (manifest) => ({
    ...manifest,
    migrations: manifest.migrations.slice(0, 5),
    tables: manifest.tables.filter(({ name }) => !later.includes(name)),
  }))
  // Into an empty place, and into one that is further on.
  const to = await newPlace('up-to-date')
  expect((await run(to, 'restore', older)).code).toBe(0)
  expect((await run(to, 'restore', older, '--force')).code).toBe(0)
  const restored = await open(1, to)
  await restored.servers.look(async (deps) => {
    expect(await deps.db.selectFrom('two_factor').selectAll().execute()).toEqual([])
    expect(await examine(deps)).toEqual([])
    const names = (await deps.db.introspection.getTables()).map((table) => table.name).toSorted()
    expect(names).toEqual([...storedTables, ...passingTables].toSorted())
  })
})

/** The same backup with another manifest. */
async function rewrite(from: string, to: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of readBackupFile(from)) {
      if (entry.name !== manifestName) yield entry
      else yield { name: manifestName, bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString()) as Manifest))) }
    }
  }
  await writeBackupFile(to, entries())
}
