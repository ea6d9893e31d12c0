import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { backUp, migrate, openDeps, readConfig, restore, type Deps } from '@keydesk/server'
import { emptyPostgresUrl, startPostgres } from '@keydesk/server/testing'
import { callerOf, startKeydesk, type Call, type Server } from './servers.ts'

/** A server on its own copy of a shop. */
export interface Shop {
  readonly engine: 'SQLite' | 'PostgreSQL'
  readonly real: Server
  readonly token: string
  readonly storeKey: string
  readonly admin: Call
  /** Stops the server, which would keep the bench from ending. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** The same shop on each kind of database, with these settings. Only one is open at a time. */
export const openShops = (dataDir: string, scratch: string, variables: Record<string, string> = {}): (() => Promise<Shop>)[] => [
  () => openOnSqlite(dataDir, join(scratch, 'sqlite'), variables),
  () => openOnPostgres(dataDir, join(scratch, 'postgres'), variables),
]

async function openOnSqlite(dataDir: string, own: string, variables: Record<string, string>): Promise<Shop> {
  mkdirSync(own, { recursive: true })
  copyFileSync(join(dataDir, 'keydesk.db'), join(own, 'keydesk.db'))
  return open('SQLite', own, variables)
}

/** A test server that need not survive a power cut, so its writes are cheaper than in production. */
async function openOnPostgres(dataDir: string, own: string, more: Record<string, string>): Promise<Shop> {
  mkdirSync(own, { recursive: true })
  await using stack = new AsyncDisposableStack()
  const stopPostgres = await startPostgres()
  stack.defer(async () => stopPostgres?.())
  const file = join(own, 'shop.backup')
  const source = await openDeps(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await backUp(source.deps, file, () => undefined)
  await source.close()
  const variables = { ...settings(own), ...more, DATABASE_URL: await emptyPostgresUrl() }
  const { deps, close } = await openDeps(readConfig(variables), { isPatient: true })
  await migrate(deps.db)
  await restore(deps, file, {
    force: false,
    nothingSince: true,
    databaseFile: null,
    lostOrdersFile: join(own, 'lost-orders.csv'),
    onCheck: () => undefined,
    onProgress: () => undefined,
    confirm: async () => true,
  })
  await vacuum(deps.db)
  await close()
  const shop = stack.use(await open('PostgreSQL', own, variables))
  const running = stack.move()
  return { ...shop, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** A production server vacuums by itself; the server of the tests leaves deleted rows where they are. */
async function vacuum(db: Deps['db']): Promise<void> {
  for (const statement of ['alter system set autovacuum = on', 'select pg_reload_conf()', 'vacuum analyze'])
    await db.executeQuery(CompiledQuery.raw(statement))
}

const settings = (own: string) => ({ DATA_DIR: own, LOG_LEVEL: 'silent', APP_SECRET: 'a secret of the bench, thirty-two characters' })

async function open(engine: Shop['engine'], own: string, variables: Record<string, string>): Promise<Shop> {
  await using stack = new AsyncDisposableStack()
  const real = await startKeydesk(own, variables)
  stack.defer(real.stop)
  const caller = await callerOf(real, own, variables)
  const running = stack.move()
  return { engine, real, ...caller, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
