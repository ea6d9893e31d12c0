import { limits } from '../limits.ts'

/** A value as it is stored and compared (docs/reference/keys.md, Values): Unicode's composed form, without white space around it. */
export const normalizeKey = (line: string): string => line.normalize('NFC').trim()

/** The text of the keys panel as a list: one key per line, normalized, without blank lines. */
export const parseKeyLines = (lines: string): string[] =>
  lines
    .split(/\r\n|\r|\n/)
    .map(normalizeKey)
    .filter((line) => line !== '')

/** Control, format and line-separator characters: two keys that differ by one of them look the same. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** In place of the characters of a masked key. A value that has them was copied from the screen: a customer could do nothing with it. */
export const maskDots = '••••'

/** Why a value cannot be a key, or undefined. Values are already normalized and not blank. */
export function checkKeyValue(value: string): string | undefined {
  if (value.length > limits.keyLength) return `A key must be at most ${limits.keyLength} characters`
  if (hidden.test(value)) return 'A key must be one line of visible characters'
  if (value.includes(maskDots)) return `A key must be readable, without ${maskDots} in place of its characters`
  return undefined
}

/** A masked key: only its end, at most 4 characters and at most a third of it. */
export function maskKey(value: string): string {
  const characters = [...value]
  const shown = Math.min(4, Math.floor(characters.length / 3))
  return `${maskDots}${maskDots}${characters.slice(characters.length - shown).join('')}`
}

/**
 * The difference between the available stock and the list it should become (docs/reference/keys.md, Saving a list of keys), computed in
 * steps so that other requests can run in between: a hundred thousand lines take long. Call `want` until the list is complete, then `keeps`
 * once for each key of the stock, then `plan`. Each repetition of a value counts as a duplicate.
 */
export class KeyPlanner {
  /** Values of the list that are not found in the stock so far. One set, since filling a second one takes as long again. */
  readonly #missing = new Set<string>()
  #duplicates = 0

  /** The next lines of the list: normalized values without blanks. */
  want(values: readonly string[]): void {
    for (const value of values) {
      const before = this.#missing.size
      // The size shows whether the value is new: a lookup in so large a set would double the time.
      if (this.#missing.add(value).size === before) this.#duplicates += 1
    }
  }

  /** After the whole list: whether a value of the stock stays. */
  keeps(value: string): boolean {
    return this.#missing.delete(value)
  }

  /** After the whole list: whether it has a value that is not in the stock. */
  wants(value: string): boolean {
    return this.#missing.has(value)
  }

  /** After the whole stock: the values to add, in the order of the list. Some may be keys already that are not available. */
  plan(): { readonly add: readonly string[]; readonly duplicates: number } {
    return { add: [...this.#missing], duplicates: this.#duplicates }
  }
}
