import { CompiledQuery, PostgresAdapter, PostgresDialect, PostgresDriver, type DatabaseConnection, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import type { PostgresLimits } from './postgres-limits.ts'
import { LimitedPool } from './postgres-pool.ts'

/**
 * PostgreSQL with limits. They are set in each transaction and not on the connection, since a pooler such as pgbouncer gives each
 * transaction another connection: nothing may rely on session state. The names of statements do not: they are given up when refused.
 */
export class LimitedPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #limits: PostgresLimits

  constructor(pool: pg.Pool, limits: PostgresLimits) {
    super({ pool })
    this.#pool = pool
    this.#limits = limits
  }

  override createAdapter = () => new AdapterWithoutSessions()

  override createDriver = () => new LimitedDriver(new LimitedPool(this.#pool, this.#limits), this.#limits)
}

/** The lock of migrations is in db/migrate.ts: Kysely's own lock belongs to a session. */
class AdapterWithoutSessions extends PostgresAdapter {
  override acquireMigrationLock = async (): Promise<void> => undefined
  override releaseMigrationLock = async (): Promise<void> => undefined
}

class LimitedDriver extends PostgresDriver {
  readonly #settings: string

  constructor(pool: LimitedPool, { queryMs, lockMs, idleInTransactionMs }: PostgresLimits) {
    super({ pool })
    const settings = { statement_timeout: queryMs, lock_timeout: lockMs, idle_in_transaction_session_timeout: idleInTransactionMs }
    this.#settings = Object.entries(settings)
      .map(([name, ms]) => `; set local ${name} = ${ms}`)
      .join('')
  }

  /**
   * In one message with the settings: no extra round trip. Only in a transaction without modes do statements have names
   * (db/postgres-pool.ts): those with modes, such as the one of a backup, do not begin again.
   */
  override async beginTransaction(connection: DatabaseConnection, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(', ')
    await connection.executeQuery(CompiledQuery.raw(`begin${modes && ` ${modes}`}${this.#settings}`))
  }
}
