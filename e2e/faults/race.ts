import { afterAll, beforeAll } from 'vitest'
import { record, rounds } from './soak.ts'
import { openWorld, type Said, type World } from './world.ts'

/** One world for the races of a file: one process with SQLite, two with PostgreSQL. Many callers run each race at once. */
export function openRaces(ways: number) {
  const opened: { world?: World } = {}
  const world = (): World => {
    if (opened.world === undefined) throw new Error('The world is there once the tests begin')
    return opened.world
  }
  beforeAll(async () => void (opened.world = await openWorld(2)))
  afterAll(async () => {
    await world().expectBooksToBalance()
    await world().stop()
  })
  return {
    world,
    limits: { timeout: 60_000 + rounds * 10_000 },
    /** The setting, for test names. */
    setting: `${ways} ways at once, ${rounds} rounds`,
    atOnce: (call: (index: number) => Promise<Said>): Promise<Said[]> =>
      Promise.all(Array.from({ length: ways }, (_, index) => call(index))),
    /** Runs a race as often as configured, and checks the books after each. */
    async repeat(what: string, run: () => Promise<void>): Promise<void> {
      for (let round = 0; round < rounds; round += 1) await run()
      await world().expectBooksToBalance()
      record(`race: ${what}`, { ways, rounds })
    },
  }
}
