import type { IsSame } from './draft-store.ts'
import { isSameValue } from './form-check.ts'

/** How to compare and merge fields if equal JSON and 'the edit wins' are wrong. */
export interface FieldRules<Values> {
  /** Whether two values of a field are the same to a person. */
  readonly isSame?: IsSame
  /** Merges an edit of a field with a change of it by somebody else. */
  readonly merge?: { readonly [Name in keyof Values]?: (base: Values[Name], mine: Values[Name], theirs: Values[Name]) => Values[Name] }
  /** Fields that only make sense together: an edit of one counts as an edit of the others, so that all come from one person. */
  readonly tied?: { readonly [Name in keyof Values]?: readonly (keyof Values & string)[] }
  /** The values as the server stores them: trimmed, and numbers in one notation. */
  readonly asStored?: (values: Values) => Values
  /** Adds data that only the screen has to stored values: the keys of list items. */
  readonly keepShown?: (stored: Values, shown: Values) => Values
}

/** The values in a form, and the stored values they are based on. */
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

/** The fields that somebody else changed, and those that were edited here to another value. A clash of one is a clash of those tied to it. */
export function compare<Values extends object>({ base, mine }: Edited<Values>, theirs: Values, rules: FieldRules<Values> = {}) {
  const changed = changedFields(base, theirs, rules)
  const edited = changedFields(base, mine, rules)
  const unlike = new Set(changedFields(mine, theirs, rules))
  const changedToOther = changed.filter((field) => unlike.has(field))
  const here = withTied(edited, changedToOther, rules)
  const there = withTied(changedToOther, edited, rules)
  return {
    changed,
    both: (Object.keys(base) as Field<Values>[]).filter((field) => unlike.has(field) && here.has(field) && there.has(field)),
  }
}

/** The fields of one side, with those of the other side that are tied to them. */
function withTied<Values extends object>(fields: readonly Field<Values>[], others: readonly Field<Values>[], { tied }: FieldRules<Values>) {
  const all = new Set(fields)
  for (const field of all) for (const other of tied?.[field] ?? []) if (others.includes(other)) all.add(other)
  return all
}

/** The stored values with the edits on top. */
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

/** The edits, with the stored value in each field that the server stores in another form than it was typed. */
export function editsAsStored<Values extends object>(
  edited: Edited<Values>,
  stored: Values,
  rules: FieldRules<Values> = {},
): Edited<Values> {
  const { base, mine } = edited
  if (rules.asStored === undefined) return edited
  const unlike = new Set(changedFields(rules.asStored(mine), stored, rules))
  const alike = (Object.keys(mine) as Field<Values>[]).filter((field) => !unlike.has(field))
  return { base, mine: { ...mine, ...pick(rules.keepShown?.(stored, mine) ?? stored, alike) } }
}

interface Versions {
  readonly base: number | undefined
  readonly theirs: number | undefined
  /** A change from here may be in them. */
  readonly isOwn?: boolean
}

/**
 * Whether the person must choose: both sides changed a field. While a change from here may be in theirs, fields with a merge of their own
 * do not count.
 */
export const isClash = <Values extends object>(
  edited: Edited<Values>,
  theirs: Values,
  rules: FieldRules<Values>,
  isOwn?: boolean,
): boolean => compare(edited, theirs, rules).both.some((field) => isOwn !== true || !rules.merge?.[field])

/**
 * The refetched values with the edits on top; null to ignore the refetch. If there is a clash, it is ignored together with its version, so
 * that the save is refused and the person chooses. Rows without a version are never refused: the edits win.
 */
export function takeIn<Values extends object>(
  edited: Edited<Values>,
  theirs: Values,
  versions: Versions,
  rules: FieldRules<Values> = {},
): Edited<Values> | null {
  const isOlder = versions.base !== undefined && versions.theirs !== undefined && versions.theirs < versions.base
  const isRefused = versions.theirs !== undefined && isClash(edited, theirs, rules, versions.isOwn)
  return isOlder || isRefused ? null : putOnTop(edited, theirs, rules)
}

/** The changed fields, with their new values. */
export const editsOf = <Values extends object>(from: Values, to: Values, rules: FieldRules<Values> = {}): Partial<Values> =>
  pick(to, changedFields(from, to, rules))

const pick = <Values extends object>(values: Values, fields: readonly Field<Values>[]): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>
