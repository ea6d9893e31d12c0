import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isAnswered } from './failures.ts'
import type { PostgresLimits } from './postgres-limits.ts'
import { timeLeft } from '../time-limit.ts'

/**
 * The driver's pool, in which nobody waits without a limit and no connection is used again that may be dead. What silences or breaks one
 * connection (a network that is cut, a primary that another one replaces) has mostly broken all: those opened before are replaced too.
 */
export class LimitedPool implements PostgresPool {
  /** Of the connections by which the library would cancel queries, which nothing here asks for. */
  readonly options = {}
  readonly limits: PostgresLimits
  readonly #pool: pg.Pool
  readonly #openedAt = new WeakMap<pg.ClientBase, number>()
  #brokeAt = -Infinity

  constructor(pool: pg.Pool, limits: PostgresLimits) {
    this.#pool = pool
    this.limits = limits
    pool.on('connect', (client) => void this.#openedAt.set(client, performance.now()))
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
    // The pool's own limit comes first for most.
    if (ms >= this.limits.connectMs) return connecting
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new DatabaseTimeout())
      // One that comes too late goes back.
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
  /** Why nothing more is asked of this connection. */
  #broken: unknown

  constructor(pool: LimitedPool, client: pg.PoolClient) {
    this.#pool = pool
    this.#client = client
  }

  // The library's type also wants cursors, which nothing here uses.
  query = (async (text: string, values: readonly unknown[]) => {
    if (this.#broken !== undefined) throw this.#broken
    try {
      const ms = Math.min(timeLeft(), this.#pool.limits.queryMs || Infinity)
      if (ms === 0) throw new DatabaseTimeout()
      return await this.#client.query({ text, values: [...values], ...(ms < Infinity && { query_timeout: Math.ceil(ms) }) })
    } catch (error) {
      // Without an answer nobody knows what the connection will say next, nor whether it lives.
      if (!isAnswered(error)) this.#break(error)
      throw error
    }
  }) as unknown as PostgresPoolClient['query']

  release = (): void => this.#client.release(this.#broken !== undefined || this.#pool.isSuspect(this.#client))

  #break(error: unknown): void {
    this.#broken = error
    // That the call's time was over says nothing about the connections.
    if (!(error instanceof DatabaseTimeout)) this.#pool.suspectAll()
  }
}

class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time')
  }
}
