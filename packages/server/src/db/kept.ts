import type { Db } from './schema.ts'
import { readState } from './state.ts'

/** Beyond so many bytes everything is dropped and begun anew: 16 MB. */
const most = 16 * 1024 * 1024

type Read<T> = (glance: Glance) => Promise<T>

/** A read that is under way. */
interface Flight {
  /** Counted by the same clock as the requests that come. */
  readonly began: number
  readonly value: Promise<unknown>
  /** The read after it, for those who came after it had begun. */
  next?: Promise<unknown>
}

/**
 * What was read from the database: kept for as long as nobody writes to it, and shared by those who wait for it. An answer is never older
 * than its request. Each use asks the database for the name of its state first, and who waits is answered by a read that began after the
 * request came; so however many ask, and however often somebody writes, at most one read of a kind runs and one waits.
 */
export class Kept {
  readonly #db: Db
  /** Of which the entries are. */
  #state = ''
  #bytes = 0
  #clock = 0
  readonly #entries = new Map<string, unknown>()
  readonly #flights = new Map<string, Flight>()

  constructor(db: Db) {
    this.#db = db
  }

  /** For all that one request reads. */
  glance(): Glance {
    return new Glance(this, ++this.#clock)
  }

  /** For what is read by itself. */
  get: Glance['get'] = (key, read, bytes) => this.glance().get(key, read, bytes)

  readState = (): Promise<string> => readState(this.#db)

  isNewest = (state: string): boolean => state === this.#state

  /**
   * @param came when the request came
   * @param state as the database has named it since
   */
  async getAt<T>(came: number, state: string, key: string, read: Read<T>, bytes: (value: T) => number): Promise<T> {
    if (state !== this.#state) this.#dropAll(state)
    if (this.#entries.has(key)) return this.#entries.get(key) as T
    return this.#share(came, key, (known) => this.#begin(key, read, bytes, known), state)
  }

  /** @param known the state, where it is not to be asked for again */
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
    // Between the queries of one read somebody may have written: it answers those who wait, and nobody who comes later.
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
 * The reads of one request. The database is asked for its state once, when the first of them needs it: that was after the request had come,
 * and an answer of that moment is as fresh as one of any later.
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
   * @param key says all that the result depends on beside the database
   * @param read must read from the database and nothing else, and what it reads from here through the glance that it is given
   * @param bytes what the result takes
   */
  async get<T>(key: string, read: Read<T>, bytes: (value: T) => number): Promise<T> {
    // Once somebody has seen a newer state, ours is not gone back to: the entries would be dropped to and fro.
    if (this.#state === undefined || !this.#kept.isNewest(this.#state)) this.#state = await this.#kept.readState()
    return this.#kept.getAt(this.came, this.#state, key, read, bytes)
  }
}
