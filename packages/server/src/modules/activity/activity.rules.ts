import { limits } from '@keydesk/contract'

/** Old and new values by field. Never contains a secret or a key value; keys appear as counts. */
export type Changes = Record<string, { readonly before: unknown; readonly after: unknown; readonly is_cut?: true }>

/** The fields that differ between two states of one thing. */
export function differences<T extends object>(before: T, after: T): Changes {
  const changes: Record<string, { before: unknown; after: unknown }> = {}
  for (const name of Object.keys(after) as (keyof T & string)[]) {
    if (!isSame(before[name], after[name])) changes[name] = { before: before[name], after: after[name] }
  }
  return changes
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

/** Changes without earlier values: those of a new thing, or facts about a step. */
export const creation = (fields: object): Changes =>
  Object.fromEntries(Object.entries(fields).map(([name, after]: [string, unknown]) => [name, { before: null, after }]))

/** A change as it is stored: every sale stores some. */
type StoredChange = readonly [before: unknown, after: unknown, is_cut?: true]

/** The changes as stored JSON; values that are too long are cut, as text (docs/reference/history.md, Rows). */
export function writeChanges(changes: Changes): string {
  const stored = Object.entries(changes).map(([name, { before, after }]): [string, StoredChange] => {
    const texts = [textOf(before), textOf(after)]
    if (texts.every((text) => text.length <= limits.activityValue)) return [name, [before, after]]
    const [cutBefore, cutAfter] = texts.map((text) => text.slice(0, limits.activityValue).toWellFormed())
    return [name, [cutBefore, cutAfter, true]]
  })
  return JSON.stringify(Object.fromEntries(stored))
}

export const readChanges = (stored: string): Changes =>
  Object.fromEntries(
    Object.entries(JSON.parse(stored) as Record<string, StoredChange>).map(([name, [before, after, is_cut]]) => [
      name,
      { before, after, ...(is_cut && { is_cut }) },
    ]),
  )

/** Lists and objects as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
