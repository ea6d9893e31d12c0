import type { IsSame } from './draft-store.ts'
import { isSameValue } from './form-check.ts'

/** How a noun compares and merges its fields, where equal JSON and 'the edit wins' are not right. */
export interface FieldRules<Values> {
  /** Whether two values of a field are the same to a person. */
  readonly isSame?: IsSame
  /** An edit of a field on top of their change of it. */
  readonly merge?: { readonly [Name in keyof Values]?: (base: Values[Name], mine: Values[Name], theirs: Values[Name]) => Values[Name] }
  /** Stored values with what only the screen knows of the shown ones: the keys of list items. */
  readonly keepShown?: (stored: Values, shown: Values) => Values
}

/** The values in a form, and the stored ones that they are edits of. */
export interface Edited<Values> {
  readonly base: Values
  readonly mine: Values
}

type Field<Values> = keyof Values & string

/** The fields whose values differ. */
export function changedFields<Values extends object>(from: Values, to: Values, rules: FieldRules<Values> = {}): Field<Values>[] {
  const { isSame = (_, a, b) => isSameValue(a, b) } = rules
  return (Object.keys(from) as Field<Values>[]).filter((field) => !isSame(field, from[field], to[field]))
}

/** What somebody else changed, and which of that was edited here too, to something else. */
export function compare<Values extends object>({ base, mine }: Edited<Values>, theirs: Values, rules: FieldRules<Values> = {}) {
  const changed = changedFields(base, theirs, rules)
  const edited = new Set(changedFields(base, mine, rules))
  const unlike = new Set(changedFields(mine, theirs, rules))
  return { changed, both: changed.filter((field) => edited.has(field) && unlike.has(field)) }
}

/** Their values where nothing was edited here, and the edits where something was. */
export function putOnTop<Values extends object>(edited: Edited<Values>, stored: Values, rules: FieldRules<Values> = {}): Edited<Values> {
  const { base, mine } = edited
  const touched = changedFields(base, mine, rules)
  const theirs = rules.keepShown?.(stored, { ...mine, ...pick(base, touched) }) ?? stored
  const merged = Object.fromEntries(
    compare(edited, theirs, rules).both.map((field) => [
      field,
      rules.merge?.[field]?.(base[field], mine[field], theirs[field]) ?? mine[field],
    ]),
  )
  return { base: theirs, mine: { ...theirs, ...pick(mine, touched), ...merged } }
}

interface Versions {
  readonly base: number | undefined
  readonly theirs: number | undefined
  /** What changed was changed from here: there is nothing to ask about. */
  readonly isOwn?: boolean
}

/**
 * What a refetch brings, with the edits on top; null where it is not taken in. Where both sides changed a field nothing is taken, version
 * included, so that the save is refused and the person chooses. Saves of rows without a version are never refused: edits go on top.
 */
export function takeIn<Values extends object>(
  edited: Edited<Values>,
  theirs: Values,
  versions: Versions,
  rules: FieldRules<Values> = {},
): Edited<Values> | null {
  const isOlder = versions.base !== undefined && versions.theirs !== undefined && versions.theirs < versions.base
  const isRefused = versions.theirs !== undefined && versions.isOwn !== true && compare(edited, theirs, rules).both.length > 0
  return isOlder || isRefused ? null : putOnTop(edited, theirs, rules)
}

export const pick = <Values extends object>(values: Values, fields: readonly Field<Values>[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>
