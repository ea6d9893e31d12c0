/**
 * Where in a body a text stands that PostgreSQL cannot hold: one with a NUL, or with half of a surrogate pair. SQLite
 * would take it; both databases refuse the same. Undefined when there is none.
 */
export function findUnstorableText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  // A list of a hundred thousand keys, all fine, is gone through without being copied first.
  if (Array.isArray(value) && value.every((part) => findUnstorableText(part) === undefined)) return undefined
  for (const [name, part] of Object.entries(value)) {
    const inside = findUnstorableText(part)
    if (inside !== undefined) return inside === '' ? name : `${name}.${inside}`
  }
  return undefined
}
