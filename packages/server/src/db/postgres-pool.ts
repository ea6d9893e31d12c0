import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isAnswered } from './failures.ts'
import type { PostgresLimits } from './postgres-limits.ts'
import { timeLeft } from '../time-limit.ts'

/** PostgreSQL ends a slow query itself (`statement_timeout`) and reports it. A longer silence means that it cannot be reached. */
const graceMs = 1_000

/**
 * The driver's pool, with a limit for every wait, and without reuse of connections that may be dead. Whatever silences or breaks one
 * connection (a network cut, a failover) usually breaks all of them, so older connections are replaced too.
 */
export class LimitedPool implements PostgresPool {
  /** For connections that cancel queries; not used here. */
  readonly options = {}
  readonly limits: PostgresLimits
  readonly #pool: pg.Pool
  readonly #openedAt = new WeakMap<pg.ClientBase, number>()
  #brokeAt = -Infinity

  constructor(pool: pg.Pool, limits: PostgresLimits) {
    this.#pool = pool
    this.limits = limits
    pool.on('connect', (client) => {
      this.#openedAt.set(client, performance.now())
      // For reads outside of transactions; a failure breaks the connection, which the first query meets. Behind a pooler it may not last,
      // and without a limit nothing is set: a server that gets this connection later keeps its own.
      if (limits.queryMs > 0) client.query(`set statement_timeout = ${limits.queryMs}`).catch(() => undefined)
    })
  }

  async connect(): Promise<PostgresPoolClient> {
    for (;;) {
      const client = await this.#take()
      if (!this.isSuspect(client)) return new LimitedClient(this, client)
      client.release(true)
    }
  }

  end = (): Promise<void> => this.#pool.end()

  suspectAll(): void {
    this.#brokeAt = performance.now()
  }

  isSuspect = (client: pg.PoolClient): boolean => (this.#openedAt.get(client) ?? 0) <= this.#brokeAt

  async #take(): Promise<pg.PoolClient> {
    const ms = timeLeft()
    if (ms === 0) throw new DatabaseTimeout()
    const connecting = this.#pool.connect()
    // The pool's own limit usually comes first.
    if (ms >= this.limits.connectMs) return connecting
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new DatabaseTimeout())
      // A connection that arrives too late goes back to the pool.
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
    }, ms)
    return Promise.race([connecting, promise]).finally(() => clearTimeout(timer))
  }
}

/** One connection for as long as it is taken from the pool. */
class LimitedClient implements PostgresPoolClient {
  readonly #pool: LimitedPool
  readonly #client: pg.PoolClient
  /** Why this connection is no longer used. */
  #broken: unknown

  constructor(pool: LimitedPool, client: pg.PoolClient) {
    this.#pool = pool
    this.#client = client
  }

  // The library's type also accepts cursors, which are not used here.
  query = (async (text: string, values: readonly unknown[]) => {
    if (this.#broken !== undefined) throw this.#broken
    let isCallsEnd = false
    try {
      const left = timeLeft()
      const ms = Math.min(left, this.#pool.limits.queryMs === 0 ? Infinity : this.#pool.limits.queryMs + graceMs)
      if (ms === 0) throw new DatabaseTimeout()
      isCallsEnd = ms === left
      return await this.#client.query({ text, values: [...values], ...(ms < Infinity && { query_timeout: Math.ceil(ms) }) })
    } catch (error) {
      // If there was no answer, the state of the connection is unknown.
      if (!isAnswered(error)) this.#break(error, isCallsEnd)
      throw error
    }
  }) as unknown as PostgresPoolClient['query']

  release = (): void => this.#client.release(this.#broken !== undefined || this.#pool.isSuspect(this.#client))

  /** @param isCallsEnd the call had less time than a query: a slow query says nothing about the other connections */
  #break(error: unknown, isCallsEnd: boolean): void {
    this.#broken = error
    if (!isCallsEnd && !(error instanceof DatabaseTimeout)) this.#pool.suspectAll()
  }
}

class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time')
  }
}
