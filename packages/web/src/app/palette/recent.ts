/** A recently chosen entry of the palette: id and title, never an email or a key. */
export interface Recent {
  /** A command's id, or `kind:id` of a thing. */
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly path: string
}

const maxEntries = 6

const placeOf = (owner: string) => `recent:${owner}`

/** Kinds whose titles are emails or keys, which are not stored. */
const secret = new Set(['customer', 'key'])

/** Newest first. */
export function readRecent(owner: string): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(owner)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, maxEntries) : []
  } catch {
    return []
  }
}

export function remember(owner: string, { id, kind, title, path }: Recent): void {
  if (secret.has(kind)) return
  const others = readRecent(owner).filter((recent) => recent.id !== id)
  try {
    localStorage.setItem(placeOf(owner), JSON.stringify([{ id, kind, title, path }, ...others].slice(0, maxEntries)))
  } catch {
    // The storage is full: only this list is lost.
  }
}

function isRecent(value: unknown): value is Recent {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['id', 'kind', 'title', 'path'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}
