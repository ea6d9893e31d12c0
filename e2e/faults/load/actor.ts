import type { Deps } from '@keydesk/server'
import type { Random } from '@keydesk/server/testing'
import type { Call, Said, World } from '../world.ts'

/**
 * A client that works with things that nobody else changes, makes one call at a time, and remembers the answers. A call that was running
 * when the server was killed may have happened or not, but never in part.
 */
export interface Actor {
  /** Makes one call. Returns false if the answer was a 503. Throws `Unreachable` if the connection broke. */
  readonly act: (random: Random) => Promise<boolean>
  /** Throws if something that was answered is missing, or something was only done in part. */
  readonly check: (deps: Deps) => Promise<void>
}

export type Join = (world: World, name: string) => Promise<Actor>

/** The connection broke before the answer: the server is dead. */
export class Unreachable extends Error {}

/** Undefined if the server answers 503 with a Retry-After. Throws for any other 5xx, which no client may get. */
export async function attempt(call: Promise<Said>): Promise<Said | undefined> {
  const said = await call.catch((error: unknown) => {
    throw error instanceof TypeError ? new Unreachable('The server is gone', { cause: error }) : error
  })
  if (said.status === 503 && Number(said.retryAfter) >= 1 && said.body.message !== undefined) return undefined
  if (said.status >= 500) throw new Error(`Answered ${said.status} ${JSON.stringify(said.body)}`)
  return said
}

export const asAdmin = (world: World, ...call: Parameters<Call>): Promise<Said | undefined> => attempt(world.admin(...call))

/** The last value that was confirmed as stored, and the values requested since. */
export class Saved<T> {
  sure: T
  #asked: T[] = []

  constructor(first: T) {
    this.sure = first
  }

  /** Whether every request since the last confirmed value was answered. */
  get isSettled(): boolean {
    return this.#asked.length === 0
  }

  /** @returns whether it was answered */
  async change(to: T, ask: () => Promise<Said | undefined>): Promise<boolean> {
    this.#asked.push(to)
    const said = await ask()
    if (said === undefined) return false
    if (said.status !== 200) throw new Error(`Refused: ${said.status} ${JSON.stringify(said.body)}`)
    this.settle(to, '')
    return true
  }

  /** Takes the stored value as the confirmed one. Throws if it is none of the possible values. */
  settle(found: T, what: string, isSame: (one: T, other: T) => boolean = Object.is): void {
    if (![this.sure, ...this.#asked].some((one) => isSame(one, found)))
      throw new Error(`${what} is neither what was saved last nor what was asked for since`)
    this.sure = found
    this.#asked = []
  }
}
