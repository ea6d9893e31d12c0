import SqliteDatabase, { type Statement } from 'better-sqlite3'
import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { makePrivateDatabase } from '../private-files.ts'
import { Connection } from './sqlite-connection.ts'
import type { SqliteTurn } from './sqlite-turn.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/**
 * SQLite with one connection that writes and one that reads. In WAL mode a reader sees the last commit and never
 * waits, so a long transaction that yields to the event loop does not hold up other people's reads, as it would
 * with the library's own single connection.
 */
export class TwoConnectionSqliteDialect implements Dialect {
  readonly #path: string
  readonly #durable: boolean
  #driver: SqliteDriver | undefined

  constructor(path: string, { durable }: { durable: boolean }) {
    this.#path = path
    this.#durable = durable
  }

  createDriver = (): Driver => (this.#driver = new SqliteDriver(this.#path, this.#durable))
  /** Names the state of the database; null before the first query. */
  nameState = (): string | null => this.#driver?.nameState() ?? null

  createQueryCompiler = () => new PlanKeepingCompiler()
  createAdapter = () => new TwoConnectionAdapter()
  createIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db)
}

/**
 * Writes `+?` for a value. Where a query compares a bare `?` and sorts, SQLite takes the value into account when it plans, and so plans
 * again each time that another one is bound, which costs several times the query itself. The sign changes no value. Its price: an index on
 * a part of a table is found only by a literal, not by a value.
 */
class PlanKeepingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

class TwoConnectionAdapter extends SqliteAdapter {
  /** SQLite can undo DDL; saying so makes each migration all or nothing. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Who writes takes turns here, and who reads need not wait: without this the library would let one in at a time. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  readonly #durable: boolean
  #writer!: SqliteWriter
  #reader: Connection | undefined
  #version: Statement | undefined

  constructor(path: string, durable: boolean) {
    this.#path = path
    this.#durable = durable
  }

  async init(): Promise<void> {
    makePrivateDatabase(this.#path)
    const writing = new SqliteDatabase(this.#path)
    writing.pragma('journal_mode = WAL')
    // An acknowledged change must survive a power cut, not just a crash of the process.
    writing.pragma(`synchronous = ${this.#durable ? 'FULL' : 'OFF'}`)
    const reading = new SqliteDatabase(this.#path)
    for (const database of [writing, reading]) {
      database.pragma('foreign_keys = ON')
      database.pragma('busy_timeout = 5000')
      database.pragma('cache_size = -128000')
    }
    reading.pragma('query_only = ON')
    // From here on whoever waits for another program does so without stopping the process (sqlite-writer.ts); a reader hardly ever has to.
    writing.pragma('busy_timeout = 0')
    reading.pragma('busy_timeout = 100')
    this.#version = reading.prepare('pragma data_version').pluck()
    this.#reader = new Connection(reading)
    this.#writer = new SqliteWriter(new Connection(writing))
  }

  /** Counts the commits of every other connection, of this process or another; the one that reads commits nothing. */
  nameState = (): string | null => (this.#version === undefined ? null : String(this.#version.get()))

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#reader!, this.#writer)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Session).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Session).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Session).rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#version = undefined
    await this.#writer.drain()
    this.#reader?.database.close()
    this.#writer.close()
  }
}

/** What one query or one transaction runs on. */
class Session implements DatabaseConnection {
  readonly #reader: Connection
  readonly #writer: SqliteWriter
  #turn: SqliteTurn | null = null

  constructor(reader: Connection, writer: SqliteWriter) {
    this.#reader = reader
    this.#writer = writer
  }

  async begin(): Promise<void> {
    this.#turn = await this.#writer.begin()
  }

  async commit(): Promise<void> {
    await this.#turn?.commit()
    this.#turn = null
  }

  rollback(): void {
    this.#turn?.rollback()
    this.#turn = null
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#turn !== null) return this.#turn.run(query)
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query)
    return this.#writer.runAlone(query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Page by key instead of streaming: a stream would hold the connection')
  }
}
