import { setTimeout as wait } from 'node:timers/promises'
import { examine } from '@keydesk/server'
import { seeded } from '@keydesk/server/testing'
import { afterEach, expect, test } from 'vitest'
import { openMixedLoad } from './load/mixed.ts'
import { kills, record, seed } from './soak.ts'
import { openWorld } from './world.ts'

let stop: (() => Promise<void>) | undefined
afterEach(async () => stop?.())

test(
  `killed at ${kills} random instants under a mixed load, a server loses nothing that was answered, and does nothing by halves`,
  { timeout: 120_000 + kills * 15_000 },
  async () => {
    const world = await openWorld(2)
    const { servers } = world
    stop = servers.stop
    const load = await openMixedLoad(world, 1_000 + kills * 60)
    await servers.closeDeps()
    const random = seeded(seed)
    const hint = `KEYDESK_SEED=${seed}`

    for (let kill = 0; kill < kills; kill += 1) {
      let isOver = false
      const running = load.run(random, () => isOver)
      // The moment of the kill is random, so a fixed wait is right here.
      await wait(20 + random.next() * 1_000)
      // On PostgreSQL one of two nodes is killed; the other one keeps running.
      const victim = random.below(servers.urls.length)
      await servers.kill(victim)
      isOver = true
      await running
      await servers.revive(victim)
      await servers.withDeps(async (deps) => {
        await expect(load.check(deps), `${hint}, kill ${kill + 1}`).resolves.toBeUndefined()
        expect(await examine(deps), `${hint}, kill ${kill + 1}`).toEqual([])
      })
    }
    expect(load.answered()).toBeGreaterThan(kills * 5)
    expect(load.putOff(), hint).toBe(0)
    record('kills under a mixed load', { kills, answered: load.answered() })
  },
)
