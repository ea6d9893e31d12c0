import type { Db } from './schema.ts'
import { readState } from './state.ts'

/** Beyond so many bytes everything is dropped and begun anew: 16 MB. */
const most = 16 * 1024 * 1024

interface Entry {
  /** Undefined when something was written while it was read. */
  readonly value: Promise<{ readonly bytes: number; readonly value: unknown } | undefined>
}

/**
 * What was read from the database, kept for as long as nobody writes to it. Each use asks the database for the name of its state first, so
 * that an answer is never older than a read at that moment would be: on no node, and for nobody.
 */
export class Kept {
  readonly #db: Db
  /** The newest state that is known here: the one of which the entries are. */
  #state = ''
  #bytes = 0
  readonly #entries = new Map<string, Entry>()

  constructor(db: Db) {
    this.#db = db
  }

  /** For all that one request reads. */
  glance(): Glance {
    return new Glance(this)
  }

  /** For what is read by itself. */
  get: Glance['get'] = (key, read, bytes) => this.glance().get(key, read, bytes)

  readState = (): Promise<string> => readState(this.#db)

  isNewest = (state: string): boolean => state === this.#state

  /** @param state as the database has named it after whoever asks had come */
  async getAt<T>(state: string, key: string, read: () => Promise<T>, bytes: (value: T) => number): Promise<T> {
    if (state !== this.#state) this.#dropAll(state)
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      entry = { value: this.#read(state, read, bytes) }
      this.#entries.set(key, entry)
      const own = entry
      const forget = () => this.#entries.get(key) === own && this.#entries.delete(key)
      void own.value.then((kept) => (kept === undefined ? forget() : this.#count(state, kept.bytes)), forget)
    }
    const kept = await entry.value
    return kept === undefined ? read() : (kept.value as T)
  }

  async #read<T>(state: string, read: () => Promise<T>, bytes: (value: T) => number) {
    const value = await read()
    // Between the queries of one read somebody may have written: such a result is good for nobody.
    return (await readState(this.#db)) === state ? { bytes: bytes(value), value } : undefined
  }

  #count(state: string, bytes: number): void {
    if (state !== this.#state) return
    this.#bytes += bytes
    if (this.#bytes > most) this.#dropAll(state)
  }

  #dropAll(state: string): void {
    this.#state = state
    this.#bytes = 0
    this.#entries.clear()
  }
}

/**
 * The reads of one request. The database is asked for its state once, when the first of them needs it: that was after the request had come,
 * and an answer of that moment is as fresh as one of any later.
 */
export class Glance {
  readonly #kept: Kept
  #state: string | undefined

  constructor(kept: Kept) {
    this.#kept = kept
  }

  /**
   * @param key says all that the result depends on beside the database
   * @param read must read from the database and nothing else
   * @param bytes about what the result takes
   */
  async get<T>(key: string, read: () => Promise<T>, bytes: (value: T) => number): Promise<T> {
    // Once somebody has seen a newer state, ours is not gone back to: the entries would be dropped to and fro.
    if (this.#state === undefined || !this.#kept.isNewest(this.#state)) this.#state = await this.#kept.readState()
    return this.#kept.getAt(this.#state, key, read, bytes)
  }
}
