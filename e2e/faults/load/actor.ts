import type { Deps } from '../../../packages/server/src/deps.ts'
import type { Random } from '../soak.ts'
import type { Call, Said, World } from '../world.ts'

/**
 * Somebody who works with things that nobody else changes, one call after the other, and remembers what was answered. What was asked for
 * when the server was killed may have happened or not, but as a whole.
 */
export interface Actor {
  /** Makes one call. False when the connection broke: the server is dead. */
  readonly act: (random: Random) => Promise<boolean>
  /** Throws when something that was answered is not there, or something is half done. */
  readonly check: (deps: Deps) => Promise<void>
}

export type Join = (world: World, name: string) => Promise<Actor>

/** Undefined when the connection broke before the answer. A fault is no answer that anybody may get. */
export async function attempt(call: Promise<Said>): Promise<Said | undefined> {
  const said = await call.catch((error: unknown) => {
    if (error instanceof TypeError) return undefined
    throw error
  })
  if (said !== undefined && said.status >= 500) throw new Error(`Answered ${said.status} ${JSON.stringify(said.body)}`)
  return said
}

export const asAdmin = (world: World, ...call: Parameters<Call>): Promise<Said | undefined> => attempt(world.admin(...call))

/** A value that was stored for certain, and one that was asked for last. */
export class Saved<T> {
  sure: T
  asked: T

  constructor(first: T) {
    this.sure = first
    this.asked = first
  }

  /** @returns whether an answer came */
  async change(to: T, ask: () => Promise<Said | undefined>): Promise<boolean> {
    this.asked = to
    const said = await ask()
    if (said === undefined) return false
    if (said.status !== 200) throw new Error(`Refused: ${said.status} ${JSON.stringify(said.body)}`)
    this.sure = to
    return true
  }

  /** Takes what is there now for what is sure. */
  settle(found: T, what: string, isSame: (one: T, other: T) => boolean = Object.is): void {
    if (!isSame(found, this.sure) && !isSame(found, this.asked))
      throw new Error(`${what} is neither what was saved last nor what was asked for`)
    this.sure = found
    this.asked = found
  }
}
