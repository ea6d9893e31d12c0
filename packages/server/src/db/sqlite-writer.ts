import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Database, Statement } from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'
import { isBusy } from './failures.ts'

/** The log's length is asked for once so many rows have changed: with their indexes they fill about as many pages as are worth copying. */
const rowsBetweenLooks = 400
/** 16 MB. Pages that change often are copied only once then. */
const checkpointPages = 4_000
/** Turns of the event loop that a finished unit of work waits, at most, for others to join its commit. */
const mostTurns = 5
/** How long to wait for another program that writes to the file, such as the command line, and how often to try. */
const busyMs = 5_000
const busyPauseMs = 10

/** Runs queries on one connection, which keeps its statements prepared. */
export function keepPrepared(database: Database): <R>(query: CompiledQuery) => QueryResult<R> {
  const prepared = new Map<string, Statement>()
  const prepare = (sql: string): Statement => {
    // Lists of ids make queries of many lengths; the cap keeps odd ones from piling up.
    if (prepared.size >= 400) prepared.clear()
    const statement = database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  return <R>({ sql, parameters }: CompiledQuery): QueryResult<R> => {
    const statement = prepared.get(sql) ?? prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/**
 * The connection that writes. Units of work take turns; one that ends is not on the disk yet. Since a durable commit is slow, units that
 * end one after the other share one: the first is the transaction, each later one is a savepoint in it, and all are told when it is
 * committed (docs/decisions/0012).
 */
export class SqliteWriter {
  readonly #database: Database
  readonly #runPrepared: ReturnType<typeof keepPrepared>
  /** Settles when the last unit in the queue has had its turn. */
  #queue: Promise<void> = Promise.resolve()
  /** Lets the next unit have its turn; null while nobody has one. */
  #leave: (() => void) | null = null
  /** Units that have ended in the open transaction, and wait for its commit. */
  #waiting: PromiseWithResolvers<void>[] = []
  /** Commit when the unit ends that has its turn now. */
  #isDue = false
  /** Why the open transaction is gone. */
  #lost: unknown
  #rowsSinceLook = 0

  constructor(database: Database) {
    this.#database = database
    this.#runPrepared = keepPrepared(database)
    // Within a commit it would hold everybody up for twice as long.
    database.pragma('wal_autocheckpoint = 0')
  }

  /** Waits for its turn and begins a unit of work, which must end with `commit` or `rollback`. */
  async begin(): Promise<void> {
    const until = performance.now() + busyMs
    await this.#enter()
    try {
      if (this.#waiting.length > 0) this.#database.exec('savepoint unit')
      else await this.#open(until)
    } catch (error) {
      this.#lose(error)
      this.#endTurn()
      throw error
    }
  }

  /** @throws what the driver throws; an error that cost the whole transaction fails everybody in it */
  run<R>(query: CompiledQuery): QueryResult<R> {
    this.#requireTransaction()
    try {
      const result = this.#runPrepared<R>(query)
      this.#rowsSinceLook += Number(result.numAffectedRows ?? result.rows.length)
      return result
    } catch (error) {
      // A full or broken disk makes SQLite undo everything by itself.
      if (!this.#database.inTransaction) this.#lose(error)
      throw error
    }
  }

  /** Ends a unit of work. The promise settles when it is on the disk; if this throws by itself, the unit goes on and needs a rollback. */
  commit(): Promise<void> {
    this.#requireTransaction()
    if (this.#waiting.length > 0) this.#database.exec('release unit')
    const waiting = Promise.withResolvers<void>()
    if (this.#waiting.push(waiting) === 1) void this.#commitWhenQuiet()
    this.#endTurn()
    return waiting.promise
  }

  /** Undoes a unit of work, and nothing of those before it. */
  rollback(): void {
    try {
      // After an error of the disk everything is undone already: a second time would only hide the first error.
      if (this.#database.inTransaction) this.#database.exec(this.#waiting.length > 0 ? 'rollback to unit; release unit' : 'rollback')
    } catch (error) {
      this.#lose(error)
      throw error
    } finally {
      this.#endTurn()
    }
  }

  /** Closes when everybody in the queue is done and on the disk. */
  async close(): Promise<void> {
    await this.#enter()
    this.#commitAll()
    this.#database.close()
    // Who comes later is told that it is closed.
    this.#endTurn()
  }

  async #enter(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#queue
    this.#queue = promise
    await before
    this.#leave = resolve
  }

  #endTurn(): void {
    const leave = this.#leave
    this.#leave = null
    if (this.#isDue) this.#commitAll()
    leave?.()
  }

  async #open(until: number): Promise<void> {
    // Left open by somebody before, where a broken disk refused even to roll back.
    if (this.#database.inTransaction) this.#database.exec('rollback')
    for (;;) {
      try {
        // Taking the write lock at once makes "read, decide, write" safe against another process.
        this.#database.exec('begin immediate')
        return
      } catch (error) {
        // Another program writes. SQLite's own way to wait would stop everything else in this process.
        if (!isBusy(error) || performance.now() >= until) throw error
      }
      await wait(busyPauseMs)
    }
  }

  /** Outside of a transaction a statement would be kept by itself. */
  #requireTransaction(): void {
    if (!this.#database.inTransaction) throw this.#lost
  }

  async #commitWhenQuiet(): Promise<void> {
    let before = 0
    for (let turn = 0; turn < mostTurns; turn += 1) {
      await nextTurn()
      if (this.#waiting.length === before) break
      before = this.#waiting.length
    }
    if (this.#leave === null) this.#commitAll()
    else this.#isDue = true
  }

  #commitAll(): void {
    this.#isDue = false
    if (this.#waiting.length === 0) return
    try {
      this.#database.exec('commit')
    } catch (error) {
      return this.#lose(error)
    }
    for (const { resolve } of this.#waiting.splice(0)) resolve()
    if (this.#rowsSinceLook >= rowsBetweenLooks) void this.#shortenLog()
  }

  /** In a turn of its own, in which nothing is open: only so can the log begin anew. A broken disk may refuse; then the log stays. */
  async #shortenLog(): Promise<void> {
    this.#rowsSinceLook = 0
    try {
      const [{ log, checkpointed }] = this.#database.pragma('wal_checkpoint(noop)') as [{ log: number; checkpointed: number }]
      if (log - checkpointed < checkpointPages) return
      await this.#enter()
      try {
        await nextTurn()
        this.#commitAll()
        this.#database.pragma('wal_checkpoint(passive)')
      } finally {
        this.#endTurn()
      }
    } catch {
      // What was committed is committed all the same.
    }
  }

  /** Nothing of the open transaction is kept. */
  #lose(error: unknown): void {
    this.#lost = error
    try {
      if (this.#database.inTransaction) this.#database.exec('rollback')
    } catch {
      // The next to begin tries again.
    }
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
