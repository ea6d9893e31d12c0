import { limits } from './limits.ts'

/** The text of the keys panel as a list: one key a line, trimmed, blank lines dropped (spec section 5). */
export const parseKeyLines = (lines: string): string[] =>
  lines
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Why a value cannot be a key, or undefined. Values are already trimmed and not blank. */
export function checkKeyValue(value: string): string | undefined {
  if (value.length > limits.keyLength) return `A key must be at most ${limits.keyLength} characters`
  if (hasHidden(value)) return 'A key must be one line of visible characters'
  return undefined
}

/** A key is one line that a customer can copy: no control characters, and none that breaks a line. */
function hasHidden(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index)
    if (code < 0x20 || code === 0x7f || code === 0x2028 || code === 0x2029) return true
  }
  return false
}

export interface KeyPlan {
  /** Values to add, in the order they were given. */
  readonly add: readonly string[]
  /** Values to take out of the available stock. */
  readonly remove: readonly string[]
  readonly duplicates: number
  readonly alreadySold: number
}

/**
 * The difference between the available stock and the list it should become (design section 3), found in as many steps as the caller
 * likes: a hundred thousand lines take long enough for others to wait. First the whole list is told, then each key of the stock is
 * asked about once; what is left is to be added.
 * Repeated values count once each time they repeat; values that were sold, reserved or revoked are not added again.
 */
export class KeyPlanner {
  /** What the list has, less what the stock was found to have. A second set as large would take as long again to fill. */
  readonly #missing = new Set<string>()
  #duplicates = 0

  /** The next lines of the list: trimmed values without blanks. */
  want(values: readonly string[]): void {
    for (const value of values) {
      const before = this.#missing.size
      // Adding tells whether it was there, and looking into so large a set twice would take twice as long.
      if (this.#missing.add(value).size === before) this.#duplicates += 1
    }
  }

  /** Once the list is over: whether a value of the stock stays. */
  keeps(value: string): boolean {
    return this.#missing.delete(value)
  }

  /**
   * Once the stock is over.
   * @param taken values of this variant that are reserved, sold or revoked; none where only adding tells
   */
  plan(taken: ReadonlySet<string> = new Set()): Omit<KeyPlan, 'remove'> {
    const missing = [...this.#missing]
    const add = taken.size === 0 ? missing : missing.filter((value) => !taken.has(value))
    return { add, duplicates: this.#duplicates, alreadySold: missing.length - add.length }
  }
}

/** The same in one step. */
export function planKeys(wanted: readonly string[], available: ReadonlySet<string>, taken?: ReadonlySet<string>): KeyPlan {
  const planner = new KeyPlanner()
  planner.want(wanted)
  const remove = [...available].filter((value) => !planner.keeps(value))
  return { ...planner.plan(taken), remove }
}
