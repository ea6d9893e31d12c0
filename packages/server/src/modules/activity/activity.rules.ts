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

/** The changes of a new thing: every field from null to its first value. */
export const creation = (fields: object): Changes =>
  Object.fromEntries(Object.entries(fields).map(([name, after]: [string, unknown]) => [name, { before: null, after }]))

/** The changes as stored JSON; values that are too long are cut, as text (docs/reference/history.md, Rows). */
export function writeChanges(changes: Changes): string {
  const whole = JSON.stringify(changes)
  if (whole.length <= limits.activityValue) return whole
  const kept = Object.entries(changes).map(([name, { before, after }]) => {
    const texts = [textOf(before), textOf(after)]
    if (texts.every((text) => text.length <= limits.activityValue)) return [name, { before, after }]
    const [cutBefore, cutAfter] = texts.map((text) => text.slice(0, limits.activityValue).toWellFormed())
    return [name, { before: cutBefore, after: cutAfter, is_cut: true }]
  })
  return JSON.stringify(Object.fromEntries(kept))
}

/** Lists and objects as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
