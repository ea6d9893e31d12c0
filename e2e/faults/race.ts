import { afterAll, beforeAll } from 'vitest'
import { record, rounds } from './soak.ts'
import { openWorld, type Said, type World } from './world.ts'

/** One world for the races of a file, on one process with SQLite and on two with PostgreSQL, each run by so many callers at once. */
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
    /** For the names of the tests. */
    setting: `${ways} ways at once, ${rounds} rounds`,
    atOnce: (call: (index: number) => Promise<Said>): Promise<Said[]> =>
      Promise.all(Array.from({ length: ways }, (_, index) => call(index))),
    /** Runs a race as often as asked, and looks at the books after it. */
    async repeat(what: string, run: () => Promise<void>): Promise<void> {
      for (let round = 0; round < rounds; round += 1) await run()
      await world().expectBooksToBalance()
      record(`race: ${what}`, { ways, rounds })
    },
  }
}
