/**
 * The path of a text that PostgreSQL cannot store: one with a NUL, or with half of a surrogate pair. SQLite could store it, but both
 * databases refuse the same texts. Undefined if there is none.
 */
export function findUnstorableText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  // Walk a list of a hundred thousand keys without copying it.
  if (Array.isArray(value) && value.every((part) => findUnstorableText(part) === undefined)) return undefined
  for (const [name, part] of Object.entries(value)) {
    const inside = findUnstorableText(part)
    if (inside !== undefined) return inside === '' ? name : `${name}.${inside}`
  }
  return undefined
}
