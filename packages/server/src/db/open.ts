import { Kysely, PostgresDialect } from 'kysely'
import type { Db } from './schema.ts'
import { TwoConnectionSqliteDialect } from './sqlite-dialect.ts'

export interface SqliteOptions {
  /** Whether what is committed survives a power cut. Only what is thrown away may do without. */
  readonly durable: boolean
}

/** Opens a SQLite file, creating it when it is not there. */
export const openSqlite = (path: string, options: SqliteOptions = { durable: true }): Db =>
  new Kysely({ dialect: new TwoConnectionSqliteDialect(path, options) })

export interface PostgresOptions {
  readonly url: string
  readonly connections?: number
  /** Called when an idle connection breaks; the pool opens a new one by itself. */
  readonly onLostConnection?: (error: Error) => void
}

/** Opens a PostgreSQL database. Nothing is connected until the first query. */
export async function openPostgres({ url, connections = 10, onLostConnection }: PostgresOptions): Promise<Db> {
  // Loaded only here: who runs on SQLite should not wait for it.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? parseInteger : pg.types.getTypeParser(oid, format)),
    },
  })
  pool.on('error', (error) => onLostConnection?.(error))
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

/** int8 arrives as text; ids, cents and counts fit a safe integer or something is badly wrong. */
function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`Not a safe integer: ${text}`)
  return value
}
