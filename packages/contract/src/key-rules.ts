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
 * likes: a hundred thousand lines take long enough for others to wait.
 * Repeated values count once each time they repeat; values that were sold, reserved or revoked are not added again.
 */
export class KeyPlanner {
  readonly #available: ReadonlySet<string>
  readonly #taken: ReadonlySet<string>
  readonly #kept = new Set<string>()
  readonly #add: string[] = []
  #duplicates = 0
  #alreadySold = 0

  /**
   * @param available the stock as it is
   * @param taken values of this variant that are reserved, sold or revoked; none where only adding tells
   */
  constructor(available: ReadonlySet<string>, taken: ReadonlySet<string> = new Set()) {
    this.#available = available
    this.#taken = taken
  }

  /** The next lines of the list: trimmed values without blanks. */
  want(values: readonly string[]): void {
    for (const value of values) {
      const before = this.#kept.size
      // Adding tells whether it was there, and looking into so large a set twice would take twice as long.
      if (this.#kept.add(value).size === before) this.#duplicates += 1
      else if (this.#available.has(value)) continue
      else if (this.#taken.has(value)) this.#alreadySold += 1
      else this.#add.push(value)
    }
  }

  /** Once the list is over: whether a value of the stock stays. */
  isKept(value: string): boolean {
    return this.#kept.has(value)
  }

  plan(): Omit<KeyPlan, 'remove'> {
    return { add: this.#add, duplicates: this.#duplicates, alreadySold: this.#alreadySold }
  }
}

/** The same in one step. */
export function planKeys(wanted: readonly string[], available: ReadonlySet<string>, taken?: ReadonlySet<string>): KeyPlan {
  const planner = new KeyPlanner(available, taken)
  planner.want(wanted)
  return { ...planner.plan(), remove: [...available].filter((value) => !planner.isKept(value)) }
}
