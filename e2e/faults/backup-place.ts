import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDeps, readConfig, type Deps } from '@keydesk/server'
import { emptyPostgresUrl, freshPostgresUrl, seeded } from '@keydesk/server/testing'
import { keydesk } from '@keydesk/cli'
import { afterAll, beforeAll, expect } from 'vitest'
import { openMixedLoad } from './load/mixed.ts'
import { seed } from './soak.ts'
import { openWorld, type World } from './world.ts'

export const isPostgres = process.env['KEYDESK_TEST_DB'] === 'postgres'
const publicUrl = { PUBLIC_URL: 'https://desk.example.com' }
/** The secret of the servers: doctor checks that it opens what they sealed. */
const secret = { APP_SECRET: 'one secret for all the servers of a test' }

/** The folder of the running test file. It is deleted at the end of the file. */
export let folder = ''
const cleanUps: (() => Promise<void>)[] = []

/** Every test file calls this before its own hooks: top-level code here runs only for the first file that imports this module. */
export function setUpPlaces(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keydesk-backup-'))
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
    await rm(folder, { recursive: true, force: true })
  })
}

/** A world that is stopped at the end of the file. */
export async function open(...setting: Parameters<typeof openWorld>): Promise<World> {
  const world = await openWorld(...setting)
  cleanUps.push(world.stop)
  return world
}

/** Opens the data of a place, without a server. */
export async function withDeps<T>(place: Record<string, string>, work: (deps: Deps) => Promise<T>): Promise<T> {
  const opened = await openDeps(readConfig({ ...secret, LOG_LEVEL: 'silent', ...place }))
  try {
    return await work(opened.deps)
  } finally {
    await opened.close()
  }
}

/** Runs a `keydesk` command on a place, without a terminal. Returns its exit code, its output, and the reported progress. */
export const run = (place: Record<string, string>, ...args: string[]) => runAsking(place, undefined, ...args)

/** Like `run`, at a terminal where somebody answers. */
export async function runAsking(place: Record<string, string>, ask: (() => Promise<boolean>) | undefined, ...args: string[]) {
  const said: string[] = []
  const parts: number[] = []
  const console = {
    print: (line: string) => void said.push(line),
    fail: (line: string) => void said.push(line),
    readPassword: async () => '',
    progress: () => (part: number) => void parts.push(part),
    ...(ask && { ask }),
  }
  const code = await keydesk(args, { ...secret, LOG_LEVEL: 'silent', ...place }, console)
  return { code, said: said.join('\n'), parts }
}

/** A place for another Keydesk: a folder, and an empty database of this kind. */
export async function newPlace(name: string, kind: 'sqlite' | 'postgres' = isPostgres ? 'postgres' : 'sqlite') {
  return { DATA_DIR: join(folder, name), DATABASE_URL: kind === 'postgres' ? await emptyPostgresUrl() : '', ...publicUrl }
}

/** A place for a server: PostgreSQL is migrated already. */
export async function newServerPlace(name: string) {
  return { DATA_DIR: join(folder, name), DATABASE_URL: isPostgres ? await freshPostgresUrl() : '', ...publicUrl }
}

/** A shop with data of every kind, and its place. */
export async function openFullShop() {
  const place = await newServerPlace('original')
  const world = await open(1, place)
  const load = await openMixedLoad(world, 300)
  const runUntil = async (answered: number) => {
    let isOver = false
    const running = load.run(seeded(seed), () => isOver)
    const end = async () => {
      isOver = true
      await running
    }
    try {
      await expect.poll(() => load.answered(), { timeout: 60_000 }).toBeGreaterThan(answered)
    } catch (error) {
      await end()
      throw error
    }
    return end
  }
  return { place, world, load, runUntil }
}

export type FullShop = Awaited<ReturnType<typeof openFullShop>>
