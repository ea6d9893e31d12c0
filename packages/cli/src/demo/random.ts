/** Repeatable random numbers: the same seed gives the same demo. */
export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number
  readonly pick: <T>(list: readonly T[]) => T
  readonly chance: (probability: number) => boolean
}

/** The mulberry32 generator: small, and good enough for a demo. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return { next, between, chance: (probability) => next() < probability, pick: (list) => list[between(0, list.length - 1)]! }
}
