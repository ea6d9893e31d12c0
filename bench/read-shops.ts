import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backUp, migrate, openDeps, readConfig, restore } from '@keydesk/server'
import { freshPostgresUrl, startPostgres } from '@keydesk/server/testing'
import { callerOf, startFloor, startKeydesk, type Server } from './servers.ts'

/** The server and its floor on the same kind of database, each with its own copy of a shop. */
export interface Shop {
  readonly engine: 'SQLite' | 'PostgreSQL'
  readonly real: Server
  readonly token: string
  readonly storeKey: string
  readonly startFloor: (bodies: string) => Promise<void>
  readonly floor: () => Server
  readonly stop: () => Promise<void>
}

/** The same shop on each kind of database. Only one is open at a time. */
export const openShops = (dataDir: string, scratch: string): (() => Promise<Shop>)[] => [
  () => openOnSqlite(dataDir, join(scratch, 'reads')),
  () => openOnPostgres(dataDir, join(scratch, 'reads-postgres')),
]

async function openOnSqlite(dataDir: string, own: string): Promise<Shop> {
  mkdirSync(own, { recursive: true })
  const floorFile = join(own, 'floor.db')
  for (const file of [floorFile, join(own, 'keydesk.db')]) copyFileSync(join(dataDir, 'keydesk.db'), file)
  return open('SQLite', own, {}, floorFile)
}

/** A test server that need not survive a power cut, so its writes are cheaper than in production. */
async function openOnPostgres(dataDir: string, own: string): Promise<Shop> {
  mkdirSync(own, { recursive: true })
  const stopPostgres = await startPostgres()
  const file = join(own, 'shop.backup')
  const source = await openDeps(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await backUp(source.deps, file, () => undefined)
  await source.close()
  const urls = [await freshPostgresUrl(), await freshPostgresUrl()]
  for (const DATABASE_URL of urls) {
    const { deps, close } = await openDeps(readConfig({ ...settings(own), DATABASE_URL }), { isPatient: true })
    await migrate(deps.db)
    await restore(deps, file, {
      force: false,
      databaseFile: null,
      onCheck: () => undefined,
      onProgress: () => undefined,
      confirm: async () => true,
    })
    await close()
  }
  const shop = await open('PostgreSQL', own, { ...settings(own), DATABASE_URL: urls[0]! }, urls[1]!)
  const stop = async () => {
    await shop.stop()
    await stopPostgres?.()
  }
  return { ...shop, stop }
}

const settings = (own: string) => ({ DATA_DIR: own, LOG_LEVEL: 'silent', APP_SECRET: 'a secret of the bench, thirty-two characters' })

async function open(engine: Shop['engine'], own: string, variables: Record<string, string>, floorDatabase: string): Promise<Shop> {
  const real = await startKeydesk(own, variables)
  const { token, storeKey } = await callerOf(real, own, variables)
  let floor: Server | undefined
  return {
    ...{ engine, real, token, storeKey },
    startFloor: async (bodies) => void (floor = await startFloor(floorDatabase, bodies)),
    floor: () => floor!,
    stop: async () => {
      await floor?.stop()
      await real.stop()
    },
  }
}
