import { freshPostgresUrl, seeded } from '@keydesk/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openLink } from './link.ts'
import { openMixedLoad } from './load/mixed.ts'
import { record, seed } from './soak.ts'
import { openWorld } from './world.ts'

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')(
  'an outage of the database is a line a second in the log, however many calls fail',
  { timeout: 90_000 },
  async () => {
    const link = await openLink(await freshPostgresUrl())
    onTestFinished(link.cut)
    const world = await openWorld(1, { DATABASE_URL: link.url, LOG_LEVEL: 'warn' })
    onTestFinished(world.stop)
    const load = await openMixedLoad(world, 500)
    const { servers } = world
    await servers.closeDeps()

    let isOver = false
    const running = load.run(seeded(seed), () => isOver)
    await expect.poll(() => load.answered()).toBeGreaterThan(20)
    const began = performance.now()
    await link.cut()
    await expect.poll(() => load.putOff(), { timeout: 60_000 }).toBeGreaterThan(1_000)
    await link.mend()
    const answered = load.answered()
    await expect.poll(() => load.answered()).toBeGreaterThan(answered + 20)
    isOver = true
    await running

    // The last line of a kind counts the errors of the second before it.
    const lines = () => servers.linesOf(0).map((line) => JSON.parse(line) as { level: number; outage?: string; suppressed?: number })
    const counted = () => lines().reduce((sum, { suppressed = 1 }) => sum + suppressed, 0)
    await expect.poll(counted).toBeGreaterThanOrEqual(load.putOff())
    const seconds = (performance.now() - began) / 1_000
    const kinds = new Set(lines().map(({ outage }) => outage))
    expect(kinds).toContain('database')
    expect([...kinds].filter((kind) => kind !== 'database' && kind !== 'database_timeout')).toEqual([])
    expect(new Set(lines().map(({ level }) => level))).toEqual(new Set([40]))
    expect(servers.linesOf(0).filter((line) => line.includes('"stack"'))).toEqual([])
    expect(lines().length).toBeLessThanOrEqual(kinds.size * (seconds + 2))
    record('the log of an outage', { seconds: Math.round(seconds), put_off: load.putOff(), lines: lines().length })
  },
)
