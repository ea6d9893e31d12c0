import type { Db } from './schema.ts'
import { readState } from './state.ts'

/** Above 16 MB the whole cache is dropped. */
const most = 16 * 1024 * 1024

type Read<T> = (glance: Glance) => Promise<T>

/** A read that is under way. */
interface Flight {
  /** A count that requests and reads share. */
  readonly began: number
  readonly value: Promise<unknown>
  /** The next read, for requests that came after this one began. */
  next?: Promise<unknown>
}

/**
 * A cache of database reads. An entry is valid until the next write; requests that wait for the same read share it. Cached answers are
 * never stale: each use first asks the database for the name of its state, and a request is only answered by a read that began after the
 * request came. However many requests and writes there are, at most one read per key runs and one waits.
 */
export class Kept {
  readonly #db: Db
  /** The state of the database that the entries were read from. */
  #state = ''
  #bytes = 0
  #clock = 0
  readonly #entries = new Map<string, unknown>()
  readonly #flights = new Map<string, Flight>()

  constructor(db: Db) {
    this.#db = db
  }

  /** For all reads of one request. */
  glance(): Glance {
    return new Glance(this, ++this.#clock)
  }

  /** For a single read. */
  get: Glance['get'] = (key, read, bytes) => this.glance().get(key, read, bytes)

  readState = (): Promise<string> => readState(this.#db)

  isNewest = (state: string): boolean => state === this.#state

  /**
   * @param came when the request came
   * @param state the name of the database's state, read after that
   */
  async getAt<T>(came: number, state: string, key: string, read: Read<T>, bytes: (value: T) => number): Promise<T> {
    if (state !== this.#state) this.#dropAll(state)
    if (this.#entries.has(key)) return this.#entries.get(key) as T
    return this.#share(came, key, (known) => this.#begin(key, read, bytes, known), state)
  }

  /** @param known the state, if it need not be asked for again */
  #share<T>(came: number, key: string, begin: (known?: string) => Promise<T>, known?: string): Promise<T> {
    const flight = this.#flights.get(key)
    if (flight === undefined) return begin(known)
    if (flight.began > came) return flight.value as Promise<T>
    const beginNext = () => this.#share(came, key, begin)
    // Whether the one before succeeded or not.
    flight.next ??= flight.value.then(beginNext, beginNext)
    return flight.next as Promise<T>
  }

  #begin<T>(key: string, read: Read<T>, bytes: (value: T) => number, known?: string): Promise<T> {
    const glance = this.glance()
    const end = () => this.#flights.delete(key)
    const value = this.#read(key, () => read(glance), bytes, known).finally(end)
    this.#flights.set(key, { began: glance.came, value })
    return value
  }

  async #read<T>(key: string, read: () => Promise<T>, bytes: (value: T) => number, known?: string): Promise<T> {
    const before = known ?? (await readState(this.#db))
    const value = await read()
    // A write may have come between the queries of this read: answer the requests that wait, but do not keep it.
    if ((await readState(this.#db)) === before) this.#keep(before, key, value, bytes(value) + 2 * key.length)
    return value
  }

  #keep(state: string, key: string, value: unknown, bytes: number): void {
    if (state !== this.#state || this.#bytes + bytes > most) this.#dropAll(state)
    this.#bytes += bytes
    this.#entries.set(key, value)
  }

  #dropAll(state: string): void {
    this.#state = state
    this.#bytes = 0
    this.#entries.clear()
  }
}

/**
 * The reads of one request. The database is asked for its state once, at the first read: that is after the request came, so no answer is
 * stale.
 */
export class Glance {
  readonly #kept: Kept
  readonly came: number
  #state: string | undefined

  constructor(kept: Kept, came: number) {
    this.#kept = kept
    this.came = came
  }

  /**
   * @param key names everything that the result depends on, except the database
   * @param read must read only from the database, and from this cache only through the glance that it is given
   * @param bytes the size of the result
   */
  async get<T>(key: string, read: Read<T>, bytes: (value: T) => number): Promise<T> {
    // After another request has seen a newer state, use that one: going back would drop its entries.
    if (this.#state === undefined || !this.#kept.isNewest(this.#state)) this.#state = await this.#kept.readState()
    return this.#kept.getAt(this.came, this.#state, key, read, bytes)
  }
}
