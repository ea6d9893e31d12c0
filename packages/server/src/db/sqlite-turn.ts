import type { CompiledQuery, QueryResult } from 'kysely'

/** What a unit of work asks of the connection that writes. */
interface Writer {
  run<R>(query: CompiledQuery): QueryResult<R>
  finish(leave: () => void, isFirst: boolean): Promise<void>
  undo(isFirst: boolean): void
  endTurn(leave: () => void): void
}

/** One unit of work, from when it has the writer until it gives it back. */
export class SqliteTurn {
  readonly #writer: Writer
  readonly #isFirst: boolean
  #leave: (() => void) | null

  constructor(writer: Writer, leave: () => void, isFirst: boolean) {
    this.#writer = writer
    this.#leave = leave
    this.#isFirst = isFirst
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    return this.#writer.run(query)
  }

  /** Settles when it is on the disk. One that fails is followed by a rollback. */
  async commit(): Promise<void> {
    const leave = this.#leave
    if (leave === null) return
    const done = this.#writer.finish(leave, this.#isFirst)
    this.#leave = null
    return done
  }

  rollback(): void {
    const leave = this.#leave
    if (leave === null) return
    this.#leave = null
    try {
      this.#writer.undo(this.#isFirst)
    } finally {
      this.#writer.endTurn(leave)
    }
  }
}
