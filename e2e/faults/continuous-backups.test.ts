import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { connectToPostgres, openLogReader } from '@keydesk/server/testing'
import { createProduct, system } from '@keydesk/server'
import { expect, onTestFinished, test } from 'vitest'
import { isPostgres, newPlace, run, setUpPlaces, withDeps } from './backup-place.ts'
import { makeCluster } from './postgres-cluster.ts'
import { keysOf, openWorld } from './world.ts'

setUpPlaces()

const limits = { timeout: 240_000 }
const page = readFileSync(fileURLToPath(new URL('../../docs/operating/continuous-backups.md', import.meta.url)), 'utf8')

/** The settings of the page below a heading comment, with other paths and values in the place of its own. */
function shown(title: string, replacements: Record<string, string>): string {
  const settings = new RegExp(`\`\`\`(?:ini|yaml)\\n# ${title}\\n(.*?)\`\`\``, 's').exec(page)![1]!
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The page no longer says ${from}`)
    return text.replaceAll(from, to)
  }, settings)
}

test.runIf(isPostgres)('archived logs recover a moment, and a restore from there sells nothing twice', limits, async () => {
  const cluster = await makeCluster()
  onTestFinished(cluster.remove)
  const archive = cluster.makeFolder('archive')
  cluster.configure(cluster.data, shown('postgresql.conf', { '/archive/keydesk': archive }))
  const { url, stop } = await cluster.start(cluster.data)
  const place = { ...(await newPlace('archived')), DATABASE_URL: url }
  const world = await openWorld(1, place)
  const variant = await world.makeVariant(keysOf(3))

  const client = await connectToPostgres(url)
  await client.query(`select pg_backup_start('base', true)`)
  const base = cluster.copyData('base')
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  cluster.writeFile(join(base, 'backup_label'), rows[0]!.labelfile)

  const first = await world.sell(variant.id)
  const { rows: moments } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
  const second = await world.sell(variant.id)
  await client.query('select pg_switch_wal()')
  await world.stop()
  await client.end()
  // Stopping waits for the archive.
  await stop()

  const recovered = base
  cluster.configure(
    recovered,
    shown('postgresql.conf of the recovered server', { '/archive/keydesk': archive, '2026-11-21 08:30:00+00': moments[0]!.at }),
  )
  cluster.writeFile(join(recovered, 'recovery.signal'), '')
  const again = await cluster.start(recovered)
  const there = { ...place, DATABASE_URL: again.url }
  // It takes connections before it has become writable.
  await expect.poll(async () => (await run(there, 'doctor')).said, { timeout: 30_000 }).toBe('Everything adds up')
  expect(await withDeps(there, ({ db }) => db.selectFrom('orders').select('id').execute())).toEqual([{ id: first.id }])

  const file = join(place.DATA_DIR, 'recovered.backup')
  expect((await run(there, 'backup', file)).code).toBe(0)
  const target = await newPlace('target')
  expect((await run(target, 'restore', file)).said).toContain('2 keys may have been sold since the backup')
  const keys = await withDeps(target, ({ db }) => db.selectFrom('license_key').select(['value', 'state']).orderBy('id').execute())
  expect(keys.find(({ value }) => value === first.items[0]!.keys![0])?.state).toBe('sold')
  expect(keys.find(({ value }) => value === second.items[0]!.keys![0])?.state).toBe('withheld')
})

test.runIf(!isPostgres)(
  'while Litestream reads the log of SQLite it is never restarted, and its tables are in nobody’s way',
  limits,
  async () => {
    const place = await newPlace('replicated')
    const config = shown('/etc/litestream.yml', {})
    expect(config).toContain('path: /var/lib/keydesk/keydesk.db')
    const file = join(place.DATA_DIR, 'keydesk.db')
    await run(place, 'migrate')
    const litestream = openLogReader(file)
    const start = litestream.readLogHeader()
    await withDeps(place, async (deps) => {
      for (let saves = 0; saves < 2_000; saves += 1)
        await deps.db
          .updateTable('discord_bot')
          .set((bot) => ({ handled: bot('handled', '+', 1) }))
          .execute()
      await createProduct(deps, system, { name: 'Aim', description: '', variants: [{ name: 'Month', price: 1, keys: keysOf(3) }] })
    })
    expect(litestream.readLogHeader()).toEqual(start)
    expect(await run(place, 'doctor')).toMatchObject({ code: 0 })
    expect(await run(place, 'backup', join(place.DATA_DIR, 'shop.backup'))).toMatchObject({ code: 0 })
    litestream.close()
    expect(await run(place, 'restore', join(place.DATA_DIR, 'shop.backup'), '--force', '--yes')).toMatchObject({ code: 0 })
    expect(await run(place, 'doctor')).toMatchObject({ code: 0 })
  },
)
