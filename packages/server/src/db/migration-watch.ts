import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { ConfigError } from '../config-error.ts'
import { codeOf, isLockTimeout, isVictim } from './failures.ts'
import { MigrationWaits } from './migration-steps.ts'
import type { Db } from './schema.ts'

const readMs = 1_000
/** Between two lines about the same wait. */
const logEveryMs = 10_000

interface Blocker {
  /** The process of the migration. */
  readonly waiting: number
  readonly pid: number
  /** What the migration waits for, in words. */
  readonly words: string
}

/** Knows what holds up a migration and for how long, says so, and ends it after too long. */
export class MigrationWatch {
  readonly #log: (line: string) => void
  readonly #patienceMs: number
  #name = ''
  #isIndex = false
  #blocker: Blocker | undefined
  /** When the migration was first held up since it last went on. */
  #since: number | undefined
  #loggedAt = -Infinity
  #lost: unknown

  constructor(log: (line: string) => void, patienceMs: number) {
    this.#log = log
    this.#patienceMs = patienceMs
  }

  begin(name: string, isIndex: boolean): void {
    if (name !== this.#name) this.#goOn()
    this.#name = name
    this.#isIndex = isIndex
  }

  /**
   * Call it after each commit.
   * @throws if the connection with the lock is lost: another server may be migrating
   */
  advance(): void {
    this.#goOn()
    if (this.#lost !== undefined) throw this.#lost
  }

  logOther(): void {
    this.#logAtTimes('Another server is migrating the database. This one waits for it.')
  }

  /**
   * Call it after each failure that may pass.
   * @throws ConfigError if the migration has been held up for too long
   */
  meet(error: unknown): void {
    this.#since ??= performance.now()
    const reason = this.#explain(error)
    if (!this.#isTooLong()) return this.#log(`Migration ${this.#name} ${reason}. It is tried again.`)
    const ask = this.#blocker
      ? `End process ${this.#blocker.pid} (select pg_terminate_backend(${this.#blocker.pid})) or wait until it is done`
      : 'Wait until that is over'
    const done = 'What is done so far stays, and servers of the previous version work on.'
    const tried = `Migration ${this.#name} was tried for ${Math.round(this.#patienceMs / 1_000)} s, and ${reason}`
    throw new ConfigError(`${tried}. ${ask}, then start Keydesk again. ${done}`)
  }

  /** Reads every second what holds up the work. Its queries also keep the transaction of the lock from being idle. */
  async during(lock: Db, work: () => Promise<void>): Promise<void> {
    const over = new AbortController()
    this.#lost = undefined
    this.#blocker = undefined
    const watching = this.#watch(lock, over.signal).catch((error: unknown) => void (this.#lost = error))
    try {
      await work()
    } finally {
      over.abort()
      await watching
    }
  }

  async #watch(lock: Db, over: AbortSignal): Promise<void> {
    const pause = () => wait(readMs, true, { signal: over }).catch(() => false)
    while (await pause()) {
      const blocker = await findBlocker(lock)
      this.#blocker = blocker ?? this.#blocker
      if (!this.#isIndex) continue
      // Any other step ends by its lock timeout. The build of an index waits as long as it has to, now and then.
      if (blocker === undefined) {
        this.#goOn()
        continue
      }
      this.#since ??= performance.now()
      this.#logAtTimes(`Migration ${this.#name} waits for ${blocker.words}.`)
      if (this.#isTooLong()) await sql`select pg_cancel_backend(${blocker.waiting})`.execute(lock)
    }
  }

  #goOn(): void {
    this.#since = undefined
    this.#blocker = undefined
  }

  #isTooLong = (): boolean => this.#since !== undefined && performance.now() - this.#since > this.#patienceMs

  #logAtTimes(line: string): void {
    if (performance.now() - this.#loggedAt < logEveryMs) return
    this.#loggedAt = performance.now()
    this.#log(line)
  }

  #explain(error: unknown): string {
    if (error instanceof MigrationWaits) return `waits for ${error.message}`
    if (isVictim(error)) return `was ended by a deadlock with other transactions (${codeOf(error)})`
    if (this.#blocker !== undefined) return `waits for ${this.#blocker.words}`
    if (isLockTimeout(error)) return 'waits for a table that another transaction uses'
    return `was interrupted by the database (${codeOf(error) || String(error)})`
  }
}

/** The oldest transaction that a session of this process waits for. */
async function findBlocker(db: Db): Promise<Blocker | undefined> {
  const { rows } = await sql<{ waiting: number; table: string | null; pid: number; name: string; state: string | null; s: number | null }>`
    select waiting.pid as waiting, blocker.pid, blocker.application_name as name, blocker.state,
      (select min(relation::regclass::text) from pg_locks where pid = waiting.pid and not granted) as table,
      cast(extract(epoch from clock_timestamp() - blocker.xact_start) as integer) as s
    from pg_stat_activity as waiting
    cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocking(pid)
    join pg_stat_activity as blocker on blocker.pid = blocking.pid
    where waiting.datname = current_database() and waiting.application_name = current_setting('application_name')
      and blocker.application_name <> waiting.application_name
    order by blocker.xact_start limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { waiting, table, pid, name, state, s } = row
  const details = [name, state, s === null ? '' : `for ${s} s`].filter(Boolean).join(', ')
  const who = `process ${pid}${details && ` (${details})`}`
  return { waiting, pid, words: table === null ? `the transaction of ${who}` : `the table ${table}, which ${who} uses` }
}
