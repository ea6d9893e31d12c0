import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addImage, createProduct, examine, system } from '@keydesk/server'
import { connectToPostgres, makeImage } from '@keydesk/server/testing'
import { beforeAll, expect, test } from 'vitest'
import { everyRead } from './backup-reads.ts'
import { folder, isPostgres, newPlace, open, openFullShop, run, setUpPlaces, withDeps, type FullShop } from './backup-place.ts'
import { record } from './soak.ts'
import { dataOf, type World } from './world.ts'

setUpPlaces()

/** The shop of all tests in this file, which back it up. */
let shop: FullShop
beforeAll(async () => {
  shop = await openFullShop()
}, 60_000)

test('a backup taken under load is of one moment', { timeout: 120_000 }, async () => {
  const { place, load, runUntil } = shop
  const end = await runUntil(80)
  const before = load.answered()
  const file = join(folder, 'busy.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)
  await expect.poll(() => load.answered()).toBeGreaterThan(before)
  await end()
  const to = await newPlace('busy')
  expect((await run(to, 'restore', file)).code).toBe(0)
  await withDeps(to, async (deps) => {
    expect(await examine(deps)).toEqual([])
    const items = await deps.db.selectFrom('media_item').select(['view_file', 'card_file']).where('type', '=', 'image').execute()
    for (const name of items.flatMap((item) => [item.view_file, item.card_file]))
      expect(existsSync(join(to.DATA_DIR, 'media', name))).toBe(true)
  })
  record('a backup under load', { answered: load.answered() })
})

test('a backup that is restored answers every read the same, on the other kind of database too', { timeout: 120_000 }, async () => {
  const { place, world, runUntil } = shop
  const end = await runUntil(150)
  await end()
  // Delete the newest row of a table: its id must not be used again.
  const { id } = dataOf(await world.admin('POST', '/admin/products', { name: 'Gone' })) as { id: number }
  await world.admin('DELETE', `/admin/products/${id}`)
  const original = await everyRead(world)
  expect(Object.keys(original).length).toBeGreaterThan(200)

  let from: Record<string, string> = place
  let last: World = world
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
    // Nothing is sold after the backup; backup-held.test.ts is about shops that go on.
    expect(await run(to, 'restore', file, '--nothing-since')).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Restored \d+ rows and \d+ media files of 20/),
    })
    const restored = await open(1, to)
    // API keys from before are still valid; the sessions have ended.
    const there = { ...restored, store: as(restored, `Bearer ${world.apiKey}`) }
    expect(await everyRead(there)).toEqual(original)
    expect(await restored.servers.withDeps(examine)).toEqual([])
    from = to
    last = restored
  }
  const next = async ({ admin }: World) => (dataOf(await admin('POST', '/admin/products', { name: 'Next' })) as { id: number }).id
  expect(await next(last)).toBe(await next(world))
})

test('images that the backup lacks are left to the server to delete, so a restore succeeds if that is not possible now', async () => {
  const place = await newPlace('images')
  const file = join(folder, 'images.backup')
  expect((await run(place, 'migrate')).code).toBe(0)
  const { id } = await withDeps(place, (deps) => createProduct(deps, system, { name: 'Aim', description: '', variants: [] }))
  expect((await run(place, 'backup', file)).code).toBe(0)
  const png = await makeImage('png')
  await withDeps(place, (deps) => addImage(deps, system, id, png))
  const media = join(place.DATA_DIR, 'media')
  const names = (await readdir(media)).toSorted()
  // A folder of that name cannot be deleted as a file.
  await rm(join(media, names[0]!))
  await mkdir(join(media, names[0]!))

  expect(await run(place, 'restore', file, '--force')).toMatchObject({ code: 0, said: expect.stringContaining('Every session has ended.') })
  // A second restore keeps them listed, too.
  expect((await run(place, 'restore', file, '--force')).code).toBe(0)
  expect((await readdir(media)).toSorted()).toEqual(names)
  await withDeps(place, async (deps) => {
    expect(await deps.db.selectFrom('unused_file').select('name').orderBy('name').execute()).toEqual(names.map((name) => ({ name })))
    await addImage(deps, system, id, png)
    expect(await examine(deps)).toEqual([])
  })
})

test.skipIf(!isPostgres)('tables and views of others in the database do not stand in the way of a restore', async () => {
  const place = await newPlace('others')
  const file = join(folder, 'others.backup')
  expect((await run(place, 'migrate')).code).toBe(0)
  expect((await run(place, 'backup', file)).code).toBe(0)
  const other = await connectToPostgres(place.DATABASE_URL)
  await other.query('create schema other; create table other.job (id int); create view other.view as select 1 as one')
  await other.end()
  expect(await run(place, 'restore', file, '--force')).toMatchObject({ code: 0, said: expect.stringContaining('Every session has ended.') })
})

const as = ({ servers }: World, authorization: string): World['admin'] => {
  return async (method, path) => {
    const answer = await fetch(servers.urlOf(0) + path, { method, headers: { authorization } })
    return { status: answer.status, body: (await answer.json()) as never, retryAfter: null }
  }
}

test.each(['sqlite', ...(isPostgres ? ['postgres' as const] : [])] as const)(
  'a backup of a new shop on %s, in which nothing has happened, is restored',
  async (kind) => {
    const place = await newPlace(`new-${kind}`, kind)
    expect(await run(place, 'migrate')).toMatchObject({ code: 0 })
    const file = join(folder, `new-${kind}.backup`)
    expect(await run(place, 'backup', file)).toMatchObject({ code: 0 })
    const to = await newPlace(`new-from-${kind}`)
    expect(await run(to, 'restore', file, '--nothing-since')).toMatchObject({ code: 0 })
    // -1 if PostgreSQL has not analysed the table yet.
    expect(isPostgres ? await rowsKnownToPlanner(to.DATABASE_URL) : 0).toBe(0)
    await withDeps(to, async (deps) => {
      expect(await createProduct(deps, system, { name: 'First', description: '', variants: [] })).toMatchObject({ id: 1 })
      expect(await examine(deps)).toEqual([])
    })
  },
)

async function rowsKnownToPlanner(url: string): Promise<number> {
  const client = await connectToPostgres(url)
  const { rows } = await client.query<{ reltuples: number }>(`select reltuples from pg_class where relname = 'license_key'`)
  await client.end()
  return rows[0]!.reltuples
}
