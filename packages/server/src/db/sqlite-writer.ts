import { setImmediate } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { isBusy } from './failures.ts'
import type { Connection } from './sqlite-connection.ts'
import { SqliteTurn } from './sqlite-turn.ts'

/** Who waits for the commit that ends the open transaction. */
type Waiting = PromiseWithResolvers<void>

/** The log is looked at once so many rows have changed: with their indexes they are about as many pages as are worth copying. */
const rowsBetweenLooks = 400
/** So many pages are copied from the log into the file at once: 16 MB. Those that change often are copied only once then. */
const checkpointPages = 4_000
/** Nobody waits longer for others to join, however many come. */
const mostTurns = 4

/** How long somebody waits for another program that writes to the file, such as the command line, and how often it looks. */
const busyMs = 5_000
const busyPauseMs = 10

/**
 * The connection that writes, of which each unit of work has its turn. A durable commit costs the disk a turn of its own, so units that
 * end one after the other share one, until a turn of the event loop brings no more: each is a savepoint in one transaction, and none is
 * said to be done before that transaction is on the disk.
 */
export class SqliteWriter {
  readonly #connection: Connection
  /** Settles when the last one that queued for its turn is done. */
  #queue: Promise<void> = Promise.resolve()
  #waiting: Waiting[] = []
  #isInTurn = false
  /** Nobody else has come, but somebody's unit of work is not over: the commit follows it. */
  #isDue = false
  /** Why the open transaction is gone, for whoever still goes on in it. */
  #lost: unknown

  #isCheckpointing = false
  #rowsSinceLook = 0

  constructor(connection: Connection) {
    this.#connection = connection
    // Within a commit it would hold everybody up for twice as long.
    connection.database.pragma('wal_autocheckpoint = 0')
  }

  /** Waits until everybody before is done, and begins a unit of work. */
  async begin(): Promise<SqliteTurn> {
    const until = performance.now() + busyMs
    const leave = await this.#enter()
    try {
      await this.#open(until)
      const isFirst = this.#waiting.length === 0
      if (!isFirst) this.#connection.exec('savepoint turn')
      return new SqliteTurn(this, leave, isFirst)
    } catch (error) {
      this.#lose(error)
      this.endTurn(leave)
      throw error
    }
  }

  /** One statement that is a unit of work by itself. */
  async runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const turn = await this.begin()
    try {
      const result = turn.run<R>(query)
      await turn.commit()
      return result
    } catch (error) {
      turn.rollback()
      throw error
    }
  }

  /** Settles when everybody who has queued is done, and what they did is on the disk. */
  async drain(): Promise<void> {
    await this.#queue
    this.#commit()
  }

  close(): void {
    this.#connection.database.close()
  }

  /** @throws what the driver throws; an error that cost the whole transaction fails everybody in it */
  run<R>(query: CompiledQuery): QueryResult<R> {
    // Outside of a transaction a statement would be kept by itself.
    if (!this.#connection.database.inTransaction) throw this.#lost
    try {
      const result = this.#connection.run<R>(query)
      this.#rowsSinceLook += Number(result.numAffectedRows ?? result.rows.length)
      return result
    } catch (error) {
      // A full or broken disk makes SQLite undo everything by itself.
      if (!this.#connection.database.inTransaction) this.#lose(error)
      throw error
    }
  }

  /** Ends a unit of work, and settles when it is on the disk. */
  finish(leave: () => void, isFirst: boolean): Promise<void> {
    if (!isFirst) this.#connection.exec('release turn')
    const waiting = Promise.withResolvers<void>()
    this.#waiting.push(waiting)
    if (this.#waiting.length === 1) this.#commitWhenQuiet(0, mostTurns)
    this.endTurn(leave)
    return waiting.promise
  }

  /** Undoes a unit of work, and nothing of those before it. */
  undo(isFirst: boolean): void {
    // Undone already, where the disk is to blame: a second time would only hide the first error.
    if (!this.#connection.database.inTransaction) return
    try {
      if (isFirst) this.#connection.exec('rollback')
      else {
        this.#connection.exec('rollback to turn')
        this.#connection.exec('release turn')
      }
    } catch (error) {
      this.#lose(error)
      throw error
    }
  }

  endTurn(leave: () => void): void {
    this.#isInTurn = false
    if (this.#isDue) this.#commit()
    leave()
  }

  /** @param until how long to wait for another program that writes to the file; whoever queued waits no longer than the first */
  async #open(until: number): Promise<void> {
    const { database } = this.#connection
    if (this.#waiting.length > 0) return
    // Left open by somebody before, where a broken disk let not even the undoing through.
    if (database.inTransaction) this.#connection.exec('rollback')
    // Taking the write lock at once is what makes "read, decide, write" safe against another process.
    while (!this.#tryToBegin(performance.now() < until)) await wait(busyPauseMs)
  }

  /** False where another program is writing. SQLite's own way to wait would stop everything else in this process. */
  #tryToBegin(isPatient: boolean): boolean {
    try {
      this.#connection.exec('begin immediate')
      return true
    } catch (error) {
      if (isPatient && isBusy(error)) return false
      throw error
    }
  }

  /** @param before so many had ended their work a turn of the event loop ago */
  #commitWhenQuiet(before: number, turnsLeft: number): void {
    setImmediate(() => {
      const { length } = this.#waiting
      if (length > before && turnsLeft > 0) this.#commitWhenQuiet(length, turnsLeft - 1)
      else if (this.#isInTurn) this.#isDue = true
      else this.#commit()
    })
  }

  #commit(): void {
    this.#isDue = false
    if (this.#waiting.length === 0) return
    try {
      this.#connection.exec('commit')
    } catch (error) {
      return this.#lose(error)
    }
    for (const { resolve } of this.#waiting.splice(0)) resolve()
    if (!this.#isCheckpointing && this.#isCheckpointDue()) void this.#checkpoint()
  }

  /** A broken disk may refuse even to say so. What was committed is committed all the same. */
  #isCheckpointDue(): boolean {
    if (this.#rowsSinceLook < rowsBetweenLooks) return false
    this.#rowsSinceLook = 0
    try {
      return this.#connection.countLogged() >= checkpointPages
    } catch {
      return false
    }
  }

  /** In a turn of its own, in which nothing is open: only so can the log begin anew. */
  async #checkpoint(): Promise<void> {
    this.#isCheckpointing = true
    const leave = await this.#enter()
    await new Promise((resolve) => setImmediate(resolve))
    try {
      this.#commit()
      this.#connection.exec('pragma wal_checkpoint(passive)')
    } catch {
      // The log keeps what it has; the next commit sees that it is due.
    } finally {
      this.#isCheckpointing = false
      this.endTurn(leave)
    }
  }

  /** Nothing of the open transaction will be kept. */
  #lose(error: unknown): void {
    this.#lost = error
    try {
      if (this.#connection.database.inTransaction) this.#connection.exec('rollback')
    } catch {
      // The next to begin tries again.
    }
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  async #enter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#queue
    this.#queue = promise
    await before
    this.#isInTurn = true
    return resolve
  }
}
