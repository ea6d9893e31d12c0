import { hostname } from 'node:os'
import { Kysely, type CompiledQuery, type LogEvent } from 'kysely'
import { LimitedPostgresDialect } from './postgres-dialect.ts'
import { usualLimits, type PostgresLimits } from './postgres-limits.ts'
import type { Db } from './schema.ts'
import { createSqliteDialect } from './sqlite.ts'

interface Watch {
  /** Called with every completed query. Tests inspect the queries. */
  readonly onQuery?: (query: CompiledQuery) => void
}

export interface SqliteOptions extends Watch {
  /** Whether a commit survives a power cut. Off only for throw-away data. */
  readonly durable?: boolean
  /** Called with every failure of a statement. */
  readonly onFailure?: (error: unknown) => void
}

/** Opens a SQLite file, and creates it if it does not exist. */
export const openSqlite = (path: string, { durable = true, onFailure = () => undefined, onQuery }: SqliteOptions = {}): Db => {
  const dialect = createSqliteDialect(path, { durable, onFailure })
  return new Kysely({ dialect, log: logTo(onQuery) })
}

export interface PostgresOptions extends Watch {
  readonly url: string
  readonly connections?: number
  readonly limits?: PostgresLimits
  /** Called when a connection breaks, possibly twice. The pool opens a new connection by itself. */
  readonly onLostConnection?: (error: Error) => void
}

/** More would only wait for disk and locks; nine servers fit into the 100 connections that PostgreSQL accepts by default. */
const usualConnections = 10

/** Opens a PostgreSQL database. Nothing is connected until the first query. */
export async function openPostgres({
  url,
  connections = usualConnections,
  limits = usualLimits,
  onLostConnection,
  onQuery,
}: PostgresOptions): Promise<Db> {
  // Loaded here: a server on SQLite does not need it.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: limits.connectMs,
    // Lets the system detect a dead peer, and keeps firewalls from dropping an idle connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Shows operators, and a restore, which processes are connected.
    application_name: `keydesk/${hostname()}/${process.pid}`,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? parseInteger : pg.types.getTypeParser(oid, format)),
    },
  })
  const say = (error: Error): void => onLostConnection?.(error)
  pool.on('error', say)
  // The pool has error listeners only on idle connections. An error between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', say))
  const db: Db = new Kysely({ dialect: new LimitedPostgresDialect(pool, limits), log: logTo(onQuery) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }>()

/** `connections` of Deps. */
export function poolFigures(db: Db): { readonly inUse: number; readonly waiting: number } {
  const pool = pools.get(db)
  return pool === undefined ? { inUse: 0, waiting: 0 } : { inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }
}

const logTo = (onQuery: Watch['onQuery']) => onQuery && (({ level, query }: LogEvent) => void (level === 'query' && onQuery(query)))

/** int8 arrives as text. Ids, cents and counts fit a safe integer; anything else is a bug. */
function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`Not a safe integer: ${text}`)
  return value
}
