import type { Deps } from '@keydesk/server'
import type { Random } from '@keydesk/server/testing'
import type { Call, Said, World } from '../world.ts'

/**
 * Somebody who works with things that nobody else changes, one call after the other, and remembers what was answered. What was asked for
 * when the server was killed may have happened or not, but as a whole.
 */
export interface Actor {
  /** Makes one call; false when it was put off with a 503. Throws `Unreachable` when the connection broke. */
  readonly act: (random: Random) => Promise<boolean>
  /** Throws when something that was answered is not there, or something is half done. */
  readonly check: (deps: Deps) => Promise<void>
}

export type Join = (world: World, name: string) => Promise<Actor>

/** The connection broke before the answer: the server is dead. */
export class Unreachable extends Error {}

/** Undefined when the server cannot do it now and says when to come again. Another fault is no answer that anybody may get. */
export async function attempt(call: Promise<Said>): Promise<Said | undefined> {
  const said = await call.catch((error: unknown) => {
    throw error instanceof TypeError ? new Unreachable('The server is gone', { cause: error }) : error
  })
  if (said.status === 503 && Number(said.retryAfter) >= 1 && said.body.message !== undefined) return undefined
  if (said.status >= 500) throw new Error(`Answered ${said.status} ${JSON.stringify(said.body)}`)
  return said
}

export const asAdmin = (world: World, ...call: Parameters<Call>): Promise<Said | undefined> => attempt(world.admin(...call))

/** A value that was stored for certain, and those that were asked for since. */
export class Saved<T> {
  sure: T
  #asked: T[] = []

  constructor(first: T) {
    this.sure = first
  }

  /** Whether nothing was asked for since that was not answered. */
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

  /** Takes what is there now for what is sure; throws when it is nothing that can be there. */
  settle(found: T, what: string, isSame: (one: T, other: T) => boolean = Object.is): void {
    if (![this.sure, ...this.#asked].some((one) => isSame(one, found)))
      throw new Error(`${what} is neither what was saved last nor what was asked for since`)
    this.sure = found
    this.#asked = []
  }
}
