import type { Database, Statement } from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'

/** One connection to a SQLite file, which keeps its statements prepared. */
export class Connection {
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

  /** A statement without values, of whose rows nobody wants to know, such as `commit`. */
  exec(sql: string): void {
    const statement = this.#prepare(sql)
    if (statement.reader) statement.all()
    else statement.run()
  }

  /** How many pages of the log are not in the file itself yet. */
  countLogged(): number {
    const { log, checkpointed } = this.#prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number }
    return log - checkpointed
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
