import { hash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isAnswered, isStaleName } from './failures.ts'
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
  readonly names: StatementNames
  readonly #pool: pg.Pool
  readonly #openedAt = new WeakMap<pg.ClientBase, number>()
  #brokeAt = -Infinity

  constructor(pool: pg.Pool, limits: PostgresLimits) {
    this.#pool = pool
    this.limits = limits
    // Migrations and the command line run few statements twice.
    this.names = new StatementNames(limits.queryMs > 0)
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
  #isInTransaction = false

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
      this.#isInTransaction ||= text.startsWith('begin;')
      const name = this.#isInTransaction && values.length > 0 ? this.#pool.names.of(text) : undefined
      return await this.#client.query({ name, text, values: [...values], ...(ms < Infinity && { query_timeout: Math.ceil(ms) }) })
    } catch (error) {
      if (isStaleName(error)) this.#pool.names.stop()
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

/** Longer statements are mostly lists of rows, and each length of a list is another statement. */
const longestNamed = 2_000
/** Each connection keeps all of them in PostgreSQL's memory. */
const mostNames = 500

/**
 * Names for the statements of transactions: PostgreSQL parses and plans a named statement once for each connection. See
 * docs/decisions/0081. A name is the hash of its text, so it means the same on every server, also if a pooler shares their connections.
 */
class StatementNames {
  readonly #names = new Map<string, string>()
  #areUsed: boolean

  constructor(areUsed: boolean) {
    this.#areUsed = areUsed
  }

  of(text: string): string | undefined {
    if (!this.#areUsed || text.length > longestNamed) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size === mostNames) return known
    const name = hash('sha256', text, 'base64url')
    this.#names.set(text, name)
    return name
  }

  /** PostgreSQL refused a name: a newer version has changed a table, or a pooler does not know names. `transact` begins again without. */
  stop(): void {
    this.#areUsed = false
  }
}

class DatabaseTimeout extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database did not answer in time')
  }
}
