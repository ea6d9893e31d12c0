import { checkKeyValue, normalizeKey, type KeyDisposition, type KeyImportCounts, type KeyImportLine } from '@keydesk/contract'
import { mapByValue, placeValue, type ExistingKey } from '../keys/keys.service.ts'

/** A value that may be a key, with its position in the list. */
export interface ImportLine {
  /** Counts from 1. */
  readonly line: number
  readonly value: string
}

/** A line that is not stored. */
export interface RefusedLine extends KeyImportLine {
  readonly disposition: Exclude<KeyDisposition, 'new'>
  /** The key that already has the value, if any. */
  readonly key?: ExistingKey
}

/**
 * Reads the lines of an import in any number of steps. Refuses values that cannot be keys and values that appeared earlier in the list
 * (docs/reference/key-imports.md, Imports).
 */
export class ImportReader {
  readonly #seen = new Set<string>()
  #line = 0

  read(lines: readonly string[]): { readonly values: readonly ImportLine[]; readonly refused: readonly RefusedLine[] } {
    const values: ImportLine[] = []
    const refused: RefusedLine[] = []
    for (const text of lines) {
      const line = (this.#line += 1)
      const value = normalizeKey(text)
      const reason = value === '' ? 'The line is blank' : checkKeyValue(value)
      if (reason !== undefined) refused.push({ line, disposition: 'invalid', reason })
      else if (this.#seen.has(value)) refused.push({ line, disposition: 'repeated' })
      else {
        this.#seen.add(value)
        values.push({ line, value })
      }
    }
    return { values, refused }
  }
}

export interface PlacedLines {
  /** Values without a key. */
  readonly fresh: readonly string[]
  /** Removed keys of the variant that become available again. */
  readonly back: readonly ExistingKey[]
  readonly refused: readonly RefusedLine[]
}

/** Decides what happens to lines with distinct values, given the keys that have some of the values. */
export function placeLines(variantId: number, lines: readonly ImportLine[], existing: readonly ExistingKey[]): PlacedLines {
  const byValue = mapByValue(existing)
  const [fresh, back, refused]: [string[], ExistingKey[], RefusedLine[]] = [[], [], []]
  for (const { line, value } of lines) {
    const place = placeValue(variantId, byValue.get(value))
    if (place.is === 'fresh') fresh.push(value)
    else if (place.is === 'back') back.push(place.key)
    else if (place.is === 'elsewhere') refused.push({ line, disposition: 'elsewhere', variant_id: place.key.variant_id, key: place.key })
    else refused.push({ line, disposition: place.key.state === 'available' ? 'in_stock' : 'sold', key: place.key })
  }
  return { fresh, back, refused }
}

export const noLines = (): KeyImportCounts => ({ new: 0, repeated: 0, in_stock: 0, sold: 0, elsewhere: 0, invalid: 0 })

export function countLines(counts: KeyImportCounts, added: number, refused: readonly RefusedLine[]): void {
  counts.new += added
  for (const { disposition } of refused) counts[disposition] += 1
}
