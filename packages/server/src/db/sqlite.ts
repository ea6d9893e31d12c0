import SqliteDatabase from 'better-sqlite3'
import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { makePrivateDatabase } from '../private-files.ts'
import { keepPrepared, SqliteWriter } from './sqlite-writer.ts'

/**
 * SQLite with one connection that writes and one that reads. In WAL mode a reader sees the last commit and never waits, so a long
 * transaction that yields to the event loop does not hold up reads, as it would with the library's single connection.
 */
export function createSqliteDialect(path: string, { durable }: { durable: boolean }): { dialect: Dialect; nameState: () => string | null } {
  let open: ReturnType<typeof openConnections> | undefined
  const driver: Driver = {
    init: async () => void (open = openConnections(path, durable)),
    acquireConnection: async () => new Session(open!.read, open!.writer),
    beginTransaction: (session) => (session as Session).begin(),
    commitTransaction: (session) => (session as Session).commit(),
    rollbackTransaction: async (session) => (session as Session).rollback(),
    releaseConnection: async () => undefined,
    destroy: async () => {
      const { writer, reading } = open!
      open = undefined
      await writer.close()
      reading.close()
    },
  }
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new PlanKeepingCompiler(),
    createAdapter: () => new TwoConnectionAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  return {
    dialect,
    /** Counts the commits of every other connection, of this process or another; the one that reads commits nothing. Null before the first query. */
    nameState: () => (open === undefined ? null : String(open.version.get())),
  }
}

function openConnections(path: string, durable: boolean) {
  makePrivateDatabase(path)
  const writing = new SqliteDatabase(path)
  writing.pragma('journal_mode = WAL')
  const reading = new SqliteDatabase(path)
  for (const database of [writing, reading]) {
    // An acknowledged change must survive a power cut, not just a crash of the process. The one that reads closes last, and copies the log.
    database.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`)
    database.pragma('foreign_keys = ON')
    database.pragma('cache_size = -128000')
  }
  reading.pragma('query_only = ON')
  const version = reading.prepare('pragma data_version').pluck()
  // SQLite waits by stopping the process. The writer waits in its own way; a reader hardly ever has to.
  writing.pragma('busy_timeout = 0')
  reading.pragma('busy_timeout = 100')
  return { reading, version, read: keepPrepared(reading), writer: new SqliteWriter(writing) }
}

/**
 * Writes `+?` for a value. Where a query compares a bare `?` and sorts, SQLite takes the value into account when it plans, and so plans
 * again for each value, which costs several times the query itself. The sign changes no value. Its price: an index on a part of a table
 * is found only by a literal.
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

  /** Writers take turns here and readers need not wait; without this the library would let in one at a time. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Run = ReturnType<typeof keepPrepared>

/** What one query or one transaction runs on. */
export class Session implements DatabaseConnection {
  readonly #read: Run
  readonly #writer: SqliteWriter
  #isWriting = false

  constructor(read: Run, writer: SqliteWriter) {
    this.#read = read
    this.#writer = writer
  }

  async begin(): Promise<void> {
    await this.#writer.begin()
    this.#isWriting = true
  }

  async commit(): Promise<void> {
    const committed = this.#writer.commit()
    this.#isWriting = false
    await committed
  }

  /** Also called when `commit` fails, which may have ended the unit of work already. */
  rollback(): void {
    if (!this.#isWriting) return
    this.#isWriting = false
    this.#writer.rollback()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isWriting) return this.#writer.run(query)
    if (SelectQueryNode.is(query.query)) return this.#read(query)
    // One statement that is a unit of work by itself.
    await this.begin()
    try {
      const result = this.#writer.run<R>(query)
      await this.commit()
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
