import { hostname } from 'node:os'
import { Kysely, type CompiledQuery, type LogEvent } from 'kysely'
import { LimitedPostgresDialect } from './postgres-dialect.ts'
import { usualLimits, type PostgresLimits } from './postgres-limits.ts'
import type { Db } from './schema.ts'
import { nameStates } from './state.ts'
import { createSqliteDialect } from './sqlite.ts'

interface Watch {
  /** Told of every query that was answered: for tests, of what is asked and how. */
  readonly onQuery?: (query: CompiledQuery) => void
}

export interface SqliteOptions extends Watch {
  /** Whether what is committed survives a power cut. Only what is thrown away may do without. */
  readonly durable?: boolean
}

/** Opens a SQLite file, creating it when it is not there. */
export const openSqlite = (path: string, { durable = true, onQuery }: SqliteOptions = {}): Db => {
  const { dialect, nameState } = createSqliteDialect(path, { durable })
  const db: Db = new Kysely({ dialect, log: logTo(onQuery) })
  // Asked for by every request, so without a query's detours; before the first query there is nothing to ask.
  nameStates(db, nameState)
  return db
}

export interface PostgresOptions extends Watch {
  readonly url: string
  readonly connections?: number
  readonly limits?: PostgresLimits
  /** Called when a connection breaks, maybe twice; the pool opens a new one by itself. */
  readonly onLostConnection?: (error: Error) => void
}

/** More would only wait for each other's disk and locks; nine nodes still fit into the 100 that PostgreSQL accepts by default. */
const usualConnections = 10

/** Opens a PostgreSQL database. Nothing is connected until the first query. */
export async function openPostgres({
  url,
  connections = usualConnections,
  limits = usualLimits,
  onLostConnection,
  onQuery,
}: PostgresOptions): Promise<Db> {
  // Loaded only here: who runs on SQLite should not wait for it.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: limits.connectMs,
    // So that the system notices a peer that is gone, and a firewall does not forget who is quiet.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // By which an operator, and a restore, sees who is connected.
    application_name: `keydesk/${hostname()}/${process.pid}`,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? parseInteger : pg.types.getTypeParser(oid, format)),
    },
  })
  const say = (error: Error): void => onLostConnection?.(error)
  pool.on('error', say)
  // The pool listens to idle connections only: one that breaks between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', say))
  return new Kysely({ dialect: new LimitedPostgresDialect(pool, limits), log: logTo(onQuery) })
}

const logTo = (onQuery: Watch['onQuery']) => onQuery && (({ level, query }: LogEvent) => void (level === 'query' && onQuery(query)))

/** int8 arrives as text; ids, cents and counts fit a safe integer or something is badly wrong. */
function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`Not a safe integer: ${text}`)
  return value
}
