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
 * The difference between the available stock and the list it should become (design section 3).
 * Repeated values count once each time they repeat; values that were sold, reserved or revoked are not added again.
 * @param wanted trimmed values without blanks
 * @param available the stock as it is
 * @param taken values of this variant that are reserved, sold or revoked; none where only adding tells
 */
export function planKeys(wanted: readonly string[], available: ReadonlySet<string>, taken: ReadonlySet<string> = new Set()): KeyPlan {
  const kept = new Set<string>()
  const add: string[] = []
  let duplicates = 0
  let alreadySold = 0
  for (const value of wanted) {
    if (kept.has(value)) {
      duplicates += 1
      continue
    }
    kept.add(value)
    if (available.has(value)) continue
    if (taken.has(value)) alreadySold += 1
    else add.push(value)
  }
  return { add, remove: [...available].filter((value) => !kept.has(value)), duplicates, alreadySold }
}
