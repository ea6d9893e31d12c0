import { checkKeyValue, normalizeKey } from '@keydesk/contract'
import type { SignedIn } from '../../caller.ts'
import type { KeyState } from '../../db/schema/keys.ts'
import { forbidden, invalid } from '../../errors.ts'

/**
 * Converts the lines of the keys panel to values: normalized, without blank ones (docs/reference/keys.md, Values).
 * @param field the field of the body that has the list
 * @throws 400 that names the line of the first value that cannot be a key
 */
export function cleanKeys(lines: readonly string[], field = 'keys'): string[] {
  const values: string[] = []
  for (const [index, line] of lines.entries()) {
    const value = normalizeKey(line)
    if (value === '') continue
    const problem = checkKeyValue(value)
    if (problem !== undefined) {
      const message = `Line ${index + 1}: ${problem}`
      throw invalid(message, { [field]: message })
    }
    values.push(value)
  }
  return values
}

/**
 * A save that also has keys needs more than the permission of its call (docs/reference/roles.md, Switches).
 * @throws 403
 */
export function requireMayWriteKeys({ permissions }: Pick<SignedIn, 'permissions'>): void {
  if (!permissions.includes('keys:write')) throw forbidden('You may not change keys')
}

/** The new variant of the screen has one empty key, which is none. */
export const hasKeys = (lines: readonly string[]): boolean => lines.some((line) => normalizeKey(line) !== '')

/** The key that already has a value, in any variant. */
export interface ExistingKey {
  readonly id: number
  readonly variant_id: number
  readonly value: string
  readonly state: KeyState
}

export interface Placed {
  /** Values without a key, in the order of the list. */
  readonly fresh: readonly string[]
  /** Removed keys of the variant that become available again. */
  readonly back: readonly ExistingKey[]
  /** Keys of the variant that are sold, revoked or reserved. */
  readonly taken: readonly ExistingKey[]
  /** How many values belong to other variants. */
  readonly elsewhere: number
}

/**
 * Decides what happens to values that are added to a variant: a value is one key in the whole shop (docs/reference/keys.md, One value in
 * one place).
 */
export function placeValues(variantId: number, values: readonly string[], existing: readonly ExistingKey[]): Placed {
  if (existing.length === 0) return { fresh: values, back: [], taken: [], elsewhere: 0 }
  const byValue = mapByValue(existing)
  const [fresh, back, taken]: [string[], ExistingKey[], ExistingKey[]] = [[], [], []]
  let elsewhere = 0
  for (const value of values) {
    const place = placeValue(variantId, byValue.get(value))
    if (place.is === 'fresh') fresh.push(value)
    else if (place.is === 'back') back.push(place.key)
    else if (place.is === 'taken') taken.push(place.key)
    else elsewhere += 1
  }
  return { fresh, back, taken, elsewhere }
}

type Place = { readonly is: 'fresh' } | { readonly is: 'back' | 'taken' | 'elsewhere'; readonly key: ExistingKey }

/**
 * Decides what happens to one value.
 * @param key the key that has it, if any
 */
export function placeValue(variantId: number, key: ExistingKey | undefined): Place {
  if (key === undefined) return { is: 'fresh' }
  if (key.variant_id !== variantId) return { is: 'elsewhere', key }
  return { is: key.state === 'removed' ? 'back' : 'taken', key }
}

export const mapByValue = (existing: readonly ExistingKey[]): ReadonlyMap<string, ExistingKey> =>
  new Map(existing.map((key) => [key.value, key]))

/**
 * When a variant's available keys were read, as numbers of changes of its stock. Every key in the list became available at or before
 * `from`; a key reserved after `to` was in the list. The two differ if keys changed during the read.
 */
export interface SeenKeys {
  readonly from: number
  readonly to: number
}

export const writeKeysSeen = (variantId: number, { from, to }: SeenKeys): string => `${variantId}-${from}-${to}`

/** @throws 400 for a text that was not issued for this variant */
export function readKeysSeen(variantId: number, text: string): SeenKeys {
  const [of, from, to] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text)?.slice(1).map(Number) ?? []
  if (of !== variantId || from === undefined || to === undefined)
    throw invalid('keys_seen is not valid', { keys_seen: 'keys_seen is not valid' })
  return { from, to }
}
