import type { FastifyReply, FastifyRequest } from 'fastify'
import { stateOf } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import { addVary, encodingFor, pack, type Encoding } from './compression.ts'

/**
 * The cached answer of one call, which depends on the database (docs/decisions/0011). It misses no change, on any server: each lookup first
 * reads the name of the database's state, and a request is only answered by a lookup that began after the request came. At any time at most
 * one lookup runs and one waits.
 */
export class ResponseCache {
  readonly #db: Db
  #cached: { readonly state: string; readonly body: Body } | undefined
  #running: Promise<Body> | undefined
  /** The lookup that begins when the running one ends. */
  #next: Promise<Body> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Sends the result of `read`, compressed as the client accepts it. */
  async send(request: FastifyRequest, reply: FastifyReply, read: () => Promise<string>): Promise<Buffer> {
    const body = await this.get(read)
    const encoding = encodingFor(request.headers['accept-encoding'])
    const packed = encoding === null ? null : await body.packed(encoding)
    reply.type('application/json; charset=utf-8')
    if (encoding === null || packed === null) return body.plain
    addVary(reply).header('content-encoding', encoding)
    return packed
  }

  get(read: () => Promise<string>): Promise<Body> {
    if (this.#next !== undefined) return this.#next
    const begin = () => this.#begin(read)
    if (this.#running === undefined) return begin()
    // The running lookup may have read before this request came. The next one begins whether it succeeds or not.
    this.#next = this.#running.then(begin, begin)
    return this.#next
  }

  #begin(read: () => Promise<string>): Promise<Body> {
    this.#next = undefined
    this.#running = this.#lookUp(read).finally(() => void (this.#running = undefined))
    return this.#running
  }

  async #lookUp(read: () => Promise<string>): Promise<Body> {
    const state = await stateOf(this.#db)
    if (this.#cached?.state === state) return this.#cached.body
    const body = new Body(await read())
    // If a write came between the queries of this read, it answers the waiting requests, but is not cached.
    if ((await stateOf(this.#db)) === state) this.#cached = { state, body }
    return body
  }
}

/** A body that is compressed only once: for a thousand products, compressing takes longer than reading and sending. */
class Body {
  readonly plain: Buffer
  readonly #packed = new Map<Encoding, Promise<Buffer | null>>()

  constructor(text: string) {
    this.plain = Buffer.from(text)
  }

  /** Null if it is too short to be worth it. */
  packed(encoding: Encoding): Promise<Buffer | null> {
    const packed = this.#packed.get(encoding) ?? pack(this.plain, encoding)
    this.#packed.set(encoding, packed)
    return packed
  }
}
