import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
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
  /** A number that changes with every commit of anybody but the connection that reads; null before the first query. */
  dataVersion = (): number | null => this.#driver?.dataVersion() ?? null

  createQueryCompiler = () => new PlanKeepingCompiler()
  createAdapter = () => new TransactionalDdlAdapter()
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

/** SQLite can undo DDL; saying so makes each migration all or nothing. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  readonly #durable: boolean
  #writer!: Connection
  #reader: Connection | undefined
  #version: Statement | undefined
  /** Settles when the last one that queued for the writer is done. */
  #queue: Promise<void> = Promise.resolve()

  constructor(path: string, durable: boolean) {
    this.#path = path
    this.#durable = durable
  }

  async init(): Promise<void> {
    const writer = new SqliteDatabase(this.#path)
    writer.pragma('journal_mode = WAL')
    // An acknowledged change must survive a power cut, not just a crash of the process.
    writer.pragma(`synchronous = ${this.#durable ? 'FULL' : 'OFF'}`)
    this.#writer = new Connection(writer)
    const reader = new Connection(new SqliteDatabase(this.#path))
    for (const { database } of [this.#writer, reader]) {
      database.pragma('foreign_keys = ON')
      database.pragma('busy_timeout = 5000')
      database.pragma('cache_size = -128000')
    }
    reader.database.pragma('query_only = ON')
    this.#version = reader.database.prepare('pragma data_version').pluck()
    this.#reader = reader
  }

  dataVersion = (): number | null => (this.#version?.get() as number | undefined) ?? null

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#reader!, this.#writer, () => this.#enter())
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Session).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Session).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Session).rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#queue
    this.#version = undefined
    this.#reader?.database.close()
    this.#writer.database.close()
  }

  /** Waits for the writer and answers how to give it back. */
  async #enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#queue
    this.#queue = promise
    await before
    try {
      // Left open by somebody before, where a broken disk let not even the undoing through.
      if (this.#writer.database.inTransaction) this.#writer.database.exec('rollback')
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }
}

/** What one query or one transaction runs on. */
class Session implements DatabaseConnection {
  readonly #reader: Connection
  readonly #writer: Connection
  readonly #enter: () => Promise<() => void>
  #leave: (() => void) | null = null

  constructor(reader: Connection, writer: Connection, enter: () => Promise<() => void>) {
    this.#reader = reader
    this.#writer = writer
    this.#enter = enter
  }

  async begin(): Promise<void> {
    const leave = await this.#enter()
    try {
      // Taking the write lock at once is what makes "read, decide, write" safe against another process.
      this.#writer.database.exec('BEGIN IMMEDIATE')
      this.#leave = leave
    } catch (error) {
      leave()
      throw error
    }
  }

  /** One that fails is followed by a rollback, which gives the writer back. */
  commit(): void {
    this.#writer.database.exec('commit')
    this.#giveBack()
  }

  rollback(): void {
    try {
      // A full disk makes SQLite roll back by itself; a second rollback would only hide the first error.
      if (this.#writer.database.inTransaction) this.#writer.database.exec('rollback')
    } finally {
      this.#giveBack()
    }
  }

  #giveBack(): void {
    this.#leave?.()
    this.#leave = null
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#leave !== null) return this.#writer.run(query)
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query)
    const leave = await this.#enter()
    try {
      return this.#writer.run(query)
    } finally {
      leave()
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Page by key instead of streaming: a stream would hold the connection')
  }
}

class Connection {
  readonly database: Database
  readonly #prepared = new Map<string, Statement>()

  constructor(database: Database) {
    this.database = database
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  #prepare(sql: string): Statement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.database.prepare(sql)
    // Lists of ids make queries of many lengths; the cap keeps odd ones from piling up.
    if (this.#prepared.size >= 400) this.#prepared.clear()
    this.#prepared.set(sql, statement)
    return statement
  }
}
