import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examine, type Deps } from '@keydesk/server'
import {
  asNextVersion,
  connectToPostgres,
  type Entry,
  type Manifest,
  manifestName,
  passingTables,
  readBackupFile,
  seeded,
  storedTables,
  writeBackupFile,
} from '@keydesk/server/testing'
import { beforeAll, expect, test } from 'vitest'
import {
  folder,
  isPostgres,
  newPlace,
  newServerPlace,
  open,
  openFullShop,
  run,
  runAsking,
  setUpPlaces,
  withDeps,
  type FullShop,
} from './backup-place.ts'
import { seed } from './soak.ts'
import { keysOf } from './world.ts'

setUpPlaces()

/** The shop of all tests in this file, and its backup. */
let shop: FullShop
let file: string
beforeAll(async () => {
  shop = await openFullShop()
  file = join(folder, 'whole.backup')
  await run(shop.place, 'backup', file)
}, 60_000)

test('what is cut, altered, foreign or newer is refused in one sentence, and nothing is written', { timeout: 90_000 }, async (context) => {
  // The file is checked before the database is opened, so the kind of database does not matter.
  if (isPostgres) return context.skip('on SQLite alone')
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
  const notWhole = /^This is not a complete backup/
  for (let i = 0; i < 20; i += 1) await refuse(whole.subarray(0, random.below(whole.length)), notWhole, 'cut')
  for (let i = 0; i < 50; i += 1) {
    const altered = Buffer.from(whole)
    const at = random.below(whole.length)
    altered[at]! ^= 1 << random.below(8)
    await refuse(altered, notWhole, `altered at ${at}`)
  }
  // Only the mark at its end.
  await refuse(whole.subarray(-40), notWhole, 'the end alone')
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

test('a backup of an older Keydesk is brought up to date', { timeout: 60_000 }, async () => {
  const to = await newPlace('up-to-date')
  await asNextVersion(async () => {
    // Restore into an empty place, and into one whose database is already newer.
    expect((await run(to, 'restore', file)).code).toBe(0)
    expect((await run(to, 'restore', file, '--force')).code).toBe(0)
    await withDeps(to, async (deps) => {
      expect(await examine(deps)).toEqual([])
      const tables = await deps.db.introspection.getTables()
      expect(tables.find(({ name }) => name === 'orders')?.columns.map(({ name }) => name)).toContain('made_up')
      expect(tables.map(({ name }) => name).toSorted()).toEqual([...storedTables, ...passingTables, 'made_up'].toSorted())
    })
  })
})

const running = `A server is running on this database. Stop it first.${isPostgres ? ' If none is, stop pgbouncer or another pooler: its connections look like those of a server.' : ''}`

test('what is there is only replaced by force, and never under a running server', { timeout: 90_000 }, async () => {
  const { place, world } = shop
  expect(await run(place, 'backup', file)).toMatchObject({ code: 1, said: expect.stringContaining('--force') })
  expect((await run(place, 'backup', file, '--force')).code).toBe(0)

  await world.makeVariant(keysOf(3, 'LATER'))
  await world.servers.closeDeps()
  expect(await run(place, 'restore', file, '--force')).toMatchObject({
    code: 1,
    said: running,
  })
  await world.servers.kill(0)
  const before = await withDeps(place, everyRow)
  expect(JSON.stringify(before)).toContain('LATER-2')
  expect(await run(place, 'restore', file)).toMatchObject({ code: 1, said: expect.stringMatching(/not empty.*--force/) })
  expect(await withDeps(place, everyRow)).toEqual(before)
  expect((await run(place, 'restore', file, '--force')).code).toBe(0)
  await withDeps(place, async (deps) => {
    expect(await deps.db.selectFrom('license_key').select('value').where('value', 'like', 'LATER%').execute()).toEqual([])
    expect(await examine(deps)).toEqual([])
  })
})

/** A shop without a server, and what restores its backup after something has happened at the question. */
async function openAsked(name: string) {
  const place = await newServerPlace(name)
  const world = await open(1, place)
  const { id } = await world.makeVariant(keysOf(3, 'ASKED'))
  const asked = join(folder, `${name}.backup`)
  expect((await run(place, 'backup', asked)).code).toBe(0)
  // The restore warns of it, so it asks.
  expect((await run(place, 'admin', 'reset-password', 'admin')).code).toBe(0)
  await world.servers.closeDeps()
  await world.servers.kill(0)
  const restoreAfter = async (happens: () => Promise<unknown>) => {
    let questions = 0
    const yes = async () => {
      questions += 1
      await happens()
      return true
    }
    const { code, said } = await runAsking(place, yes, 'restore', asked, '--force')
    return { questions, code, last: said.split('\n').at(-1) }
  }
  const soldKeys = () =>
    world.servers.withDeps(({ db }) => db.selectFrom('license_key').select('value').where('state', '=', 'sold').execute())
  return { place, world, sell: () => world.sell(id), restoreAfter, soldKeys }
}

const changed = { questions: 1, code: 1, last: 'The database has changed since it was compared with the backup. Restore again.' }

test(
  'while a restore asks on SQLite a change is noticed, and no server starts until it has ended',
  { timeout: 60_000 },
  async (context) => {
    if (isPostgres) return context.skip('on SQLite alone')
    const { place, world, sell, restoreAfter, soldKeys } = await openAsked('locked')
    expect(await restoreAfter(() => run(place, 'api-key', 'create', 'second'))).toEqual(changed)
    expect((await run(place, 'api-key', 'list')).said).toContain('second')
    let ended: unknown
    expect(await restoreAfter(() => world.servers.revive(0).catch((error: unknown) => (ended = error)))).toMatchObject({ code: 0 })
    expect(ended).toMatchObject({ message: 'The server ended before it was ready' })
    await world.servers.revive(0)
    await sell()
    expect(await soldKeys()).toHaveLength(1)
  },
)

test('what a server sells on PostgreSQL while a restore asks is not sold again', { timeout: 60_000 }, async (context) => {
  if (!isPostgres) return context.skip('no server starts during a restore on SQLite')
  const { place, world, sell, restoreAfter, soldKeys } = await openAsked('sold')
  expect(await restoreAfter(() => run(place, 'api-key', 'create', 'second'))).toEqual(changed)
  const startAndSell = async () => {
    await world.servers.revive(0)
    await sell()
  }
  expect(await restoreAfter(startAndSell)).toEqual({ questions: 1, code: 1, last: running })
  await world.servers.kill(0)
  const sellAndEnd = async () => {
    await startAndSell()
    await world.servers.kill(0)
  }
  expect(await restoreAfter(sellAndEnd)).toEqual(changed)
  expect(await soldKeys()).toHaveLength(2)
})

test('a server that starts just before the rows are replaced is found, too', { timeout: 60_000 }, async (context) => {
  if (!isPostgres) return context.skip('no server starts during a restore on SQLite')
  const place = await newServerPlace('late')
  const late = join(folder, 'late.backup')
  expect((await run(place, 'backup', late)).code).toBe(0)
  const [reader, server] = [await connectToPostgres(place.DATABASE_URL), await connectToPostgres(place.DATABASE_URL)]
  try {
    await reader.query('begin')
    await reader.query('select id from product')
    const restoring = run(place, 'restore', late, '--force')
    const waits = 'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'
    await expect.poll(async () => (await server.query(waits)).rowCount).toBe(1)
    await server.query(`set application_name = 'keydesk/late/1'`)
    await reader.query('commit')
    expect(await restoring).toMatchObject({ code: 1, said: expect.stringMatching(/^A server is running on this database/m) })
  } finally {
    await Promise.all([reader.end(), server.end()])
  }
})

async function everyRow({ db }: Deps): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {}
  for (const name of storedTables) {
    const rows = await db.selectFrom(name).selectAll().execute()
    tables[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return tables
}

/** Copies a backup with a changed manifest. */
async function rewrite(from: string, to: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of readBackupFile(from)) {
      if (entry.name !== manifestName) yield entry
      else yield { name: manifestName, bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString()) as Manifest))) }
    }
  }
  await writeBackupFile(to, entries())
}
