import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { breathe } from '../breathe.ts'
import { makePrivateDatabase } from '../private-files.ts'
import { isBusy } from './failures.ts'

/** How long to wait for another program that writes to the file, such as the command line, and how often to try. */
const busyMs = 5_000
const busyPauseMs = 10

/**
 * SQLite with one connection that writes and one that reads (docs/decisions/0012). In WAL mode a reader sees the last commit and never
 * waits, so a long transaction that yields to the event loop does not hold up reads, as it would with Kysely's single connection.
 */
export function createSqliteDialect(path: string, options: DialectOptions): Dialect {
  return {
    createDriver: () => new TwoConnectionDriver(path, options),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TwoConnectionAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

interface DialectOptions {
  readonly durable: boolean
  readonly onFailure: (error: unknown) => void
}

class TwoConnectionAdapter extends SqliteAdapter {
  /** SQLite can undo DDL; saying so makes each migration all or nothing. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Writers take turns here and readers need not wait. Otherwise the library would run one at a time. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class TwoConnectionDriver implements Driver {
  readonly #path: string
  readonly #options: DialectOptions
  #reader!: Connection
  #writer!: Writer

  constructor(path: string, options: DialectOptions) {
    this.#path = path
    this.#options = options
  }

  async init(): Promise<void> {
    makePrivateDatabase(this.#path)
    // SQLite waits by blocking the process, so the writer waits in its own way. A reader almost never has to wait.
    this.#writer = new Writer(this.#open('busy_timeout = 0'))
    this.#reader = new Connection(this.#open('query_only = ON', 'busy_timeout = 100'))
  }

  #open(...pragmas: string[]): Database {
    const database = new SqliteDatabase(this.#path)
    // A confirmed change must survive a power cut, not just a crash of the process. The reader closes last, and checkpoints the log.
    const synchronous = `synchronous = ${this.#options.durable ? 'FULL' : 'OFF'}`
    const shared = ['journal_mode = WAL', synchronous, 'foreign_keys = ON', 'cache_size = -32000']
    for (const pragma of [...shared, ...pragmas]) database.pragma(pragma)
    return database
  }

  acquireConnection = async (): Promise<DatabaseConnection> => new Session(this.#reader, this.#writer, this.#options.onFailure)
  beginTransaction = (session: DatabaseConnection): Promise<void> => (session as Session).begin()
  commitTransaction = async (session: DatabaseConnection): Promise<void> => (session as Session).commit()
  rollbackTransaction = async (session: DatabaseConnection): Promise<void> => (session as Session).rollback()
  releaseConnection = async (): Promise<void> => undefined

  async destroy(): Promise<void> {
    await this.#writer.close()
    this.#reader.database.close()
  }
}

/** The connection that one query or one transaction uses. */
class Session implements DatabaseConnection {
  readonly #reader: Connection
  readonly #writer: Writer
  readonly #onFailure: (error: unknown) => void
  #isWriting = false

  constructor(reader: Connection, writer: Writer, onFailure: (error: unknown) => void) {
    this.#reader = reader
    this.#writer = writer
    this.#onFailure = onFailure
  }

  async begin(): Promise<void> {
    try {
      await this.#writer.begin()
    } catch (error) {
      this.#onFailure(error)
      throw error
    }
    this.#isWriting = true
  }

  commit(): void {
    try {
      this.#writer.commit()
    } catch (error) {
      this.#onFailure(error)
      throw error
    }
    this.#isWriting = false
  }

  rollback(): void {
    this.#isWriting = false
    this.#writer.rollback()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#execute(query)
    } catch (error) {
      this.#onFailure(error)
      throw error
    }
  }

  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isWriting) return this.#writer.run(query)
    if (this.#reader.prepare(query.sql).readonly) return this.#reader.run(query)
    // A single statement is a transaction by itself.
    await this.begin()
    try {
      const result = this.#writer.run<R>(query)
      this.commit()
      return result
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Page by key instead of streaming: a stream would hold the connection')
  }
}

/** A connection that keeps its statements prepared (docs/decisions/0034). */
class Connection {
  readonly database: Database
  readonly #prepared = new Map<string, Statement>()

  constructor(database: Database) {
    this.database = database
  }

  prepare(sql: string): Statement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    // Lists of ids produce queries of many lengths. The cap limits how many rare ones are stored.
    if (this.#prepared.size >= 400) this.#prepared.clear()
    const statement = this.database.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }

  /** @throws what better-sqlite3 throws */
  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/** The connection that writes. Transactions take turns. Each one is on the disk when `commit` returns. */
class Writer extends Connection {
  /** Settles when the last transaction in the queue has ended. */
  #queue: Promise<void> = Promise.resolve()
  #endTurn: () => void = () => undefined
  /** Since when another program has been writing to the file; undefined after the next transaction has begun. */
  #busySince: number | undefined
  /** Why SQLite rolled back the open transaction by itself: the disk is full or broken. */
  #lost: unknown

  /** Waits for its turn and begins a transaction, which must end with `commit` or `rollback`. */
  async begin(): Promise<void> {
    const asked = performance.now()
    await this.#takeTurn()
    try {
      // The previous transaction is still open if a broken disk refused even its rollback.
      if (this.database.inTransaction) this.database.exec('rollback')
      while (!this.#lockFile(asked)) await wait(busyPauseMs)
    } catch (error) {
      this.#endTurn()
      throw error
    }
  }

  override run<R>(query: CompiledQuery): QueryResult<R> {
    this.#requireTransaction()
    try {
      return super.run(query)
    } catch (error) {
      if (!this.database.inTransaction) this.#lost = error
      throw error
    }
  }

  /** If this throws, the transaction is still open and needs a rollback. */
  commit(): void {
    this.#requireTransaction()
    this.database.exec('commit')
    this.#endTurn()
  }

  rollback(): void {
    try {
      // After a disk error everything is already rolled back: a second rollback would only hide the first error.
      if (this.database.inTransaction) this.database.exec('rollback')
    } finally {
      this.#endTurn()
    }
  }

  /** Closes when every transaction in the queue has ended. Later transactions fail with an error that says so. */
  async close(): Promise<void> {
    await this.#takeTurn()
    this.database.close()
    this.#endTurn()
  }

  async #takeTurn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#queue
    this.#queue = promise
    await before
    // Those that waited for a long transaction would otherwise follow one another before any read is answered.
    await breathe()
    this.#endTurn = resolve
  }

  /**
   * Taking the write lock at once makes "read, decide, write" safe against another program. SQLite's own way to wait for it would stop
   * everything else in this process. Transactions that the other program holds up are put off together. The time that one waited for its
   * turn before that does not count.
   * @param asked when the transaction got in line
   */
  #lockFile(asked: number): boolean {
    try {
      this.database.exec('begin immediate')
      this.#busySince = undefined
      return true
    } catch (error) {
      if (!isBusy(error)) throw error
      this.#busySince ??= performance.now()
      if (performance.now() >= Math.max(asked, this.#busySince) + busyMs) throw error
      return false
    }
  }

  /** Outside a transaction each statement would be committed separately. */
  #requireTransaction(): void {
    if (!this.database.inTransaction) throw this.#lost
  }
}
