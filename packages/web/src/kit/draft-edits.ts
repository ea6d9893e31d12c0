import type { Draft, Edits } from './draft-store.ts'

export type IsSame = (field: string, a: unknown, b: unknown) => boolean

/** The edits of some fields, or null where none is left. */
export function pickEdits<Kept extends Edits>(draft: Kept, isPicked: (field: string) => boolean): Kept | null {
  const fields = Object.keys(draft.edits).filter(isPicked)
  const pick = (from: Edits['edits']) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return fields.length === 0 ? null : { ...draft, base: pick(draft.base), edits: pick(draft.edits) }
}

/**
 * One draft of both; where both edit a field, the later edit. Its version is the older one, so that a save asks about what somebody else
 * changed since.
 */
export function mergeEdits(earlier: Edits | null, later: Edits | null): Edits | null {
  const rest = earlier && later ? pickEdits(earlier, (field) => !(field in later.edits)) : earlier
  if (rest === null || later === null) return later ?? rest
  const versions = [rest.version, later.version].filter((version) => version !== undefined)
  return {
    version: versions.length === 0 ? undefined : Math.min(...versions),
    base: { ...rest.base, ...later.base },
    edits: { ...rest.edits, ...later.edits },
  }
}

/**
 * What of a draft is not stored yet, or null. Where nobody changed those fields since, they are edits of what is stored now, and a save
 * has nothing to ask.
 */
export function editsLeft(draft: Draft, stored: Edits['base'], version: number | undefined, isSame: IsSame): Draft | null {
  // A list that was fetched before the draft was made says nothing about it.
  if (draft.version !== undefined && version !== undefined && version < draft.version) return draft
  const left = pickEdits(draft, (field) => !isSame(field, draft.edits[field], stored[field]))
  const isOfNow = left !== null && Object.keys(left.edits).every((field) => isSame(field, left.base[field], stored[field]))
  return isOfNow ? { ...left, version } : left
}
