import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgresUrl } from '@keydesk/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startCommand } from './command.ts'
import { keysOf, openWorld } from './world.ts'

const limits = { timeout: 240_000 }

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-schedule-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test(
  'a scheduled backup keeps the newest of its own, goes on after a failure, ends when it is told to, and is in the metrics',
  limits,
  async () => {
    const folder = makeFolder()
    const settings = { DATA_DIR: join(folder, 'data'), APP_SECRET: 'a secret of the tests, thirty-two characters' }
    const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'
    const env = isPostgres ? { ...settings, DATABASE_URL: await freshPostgresUrl() } : settings
    const world = await openWorld(1, env)
    onTestFinished(world.servers.stop)
    await world.makeVariant(keysOf(3))
    const age = async () =>
      Number(/^keydesk_backup_age_seconds (\S+)$/m.exec(await (await fetch(`${world.servers.urlOf(0)}/metrics`)).text())?.[1])
    expect(await age()).toBeNaN()

    const target = join(folder, 'backups')
    mkdirSync(target)
    const others = ['keydesk-2020-01-01.backup', 'notes.txt']
    for (const name of others) writeFileSync(join(target, name), '')
    // What a killed one left, two days ago.
    const left = join(target, 'keydesk-2020-01-01T00-00-00Z.backup.0123456789ab.partial')
    writeFileSync(left, '')
    utimesSync(left, new Date(), new Date(Date.now() - 2 * 86_400_000))
    const made = () => readdirSync(target).filter((name) => /^keydesk-20\d\d-\d\d-\d\dT/.test(name))
    const { child, output, exited } = startCommand(['backup', target, '--every', '1s', '--keep', '2'], env)
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = () => output().trim().split('\n')
    await expect
      .poll(() => lines().filter((line) => line.includes(' Deleted the oldest: keydesk-')).length, { timeout: 60_000 })
      .toBeGreaterThan(1)
    for (const line of lines())
      expect(line).toMatch(/^20\S+Z \S+keydesk-\S+Z\.backup holds \d+ rows and 0 media files( Deleted the oldest: \S+)?$/)
    expect(await age()).toBeLessThan(30)

    // The disk of the backups goes, and comes back.
    renameSync(target, `${target}-away`)
    await expect
      .poll(() => lines().at(-1), { timeout: 30_000 })
      .toMatch(/Z The backup failed: The backup cannot be written: the folder \S+ does not exist$/)
    renameSync(`${target}-away`, target)
    await expect.poll(() => lines().at(-1), { timeout: 30_000 }).toContain(' holds ')
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(made()).toHaveLength(2)
    expect(readdirSync(target)).toEqual(expect.arrayContaining(others))
    expect(readdirSync(target).filter((name) => name.endsWith('.partial'))).toEqual([])

    // One that is started again waits for the time of the next, by the files alone: at once there is nothing to do.
    if (isPostgres) return
    const before = made()
    const again = startCommand(['backup', target, '--every', '1d'], env)
    onTestFinished(() => void again.child.kill('SIGKILL'))
    await expect.poll(again.output, { timeout: 60_000 }).toMatch(/ The next backup is due at 20\S+Z\n$/)
    expect(made()).toEqual(before)
    again.child.kill('SIGINT')
    expect(await again.exited).toBe(0)
    expect(again.output().split('\n')).toHaveLength(2)
  },
)
