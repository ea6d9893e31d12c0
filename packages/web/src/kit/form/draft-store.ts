/** Unsaved edits, stored in this browser per person and thing. */
export interface Draft {
  /** The time of storing, ISO 8601. */
  readonly at: string
  /** The version of `base`. A foreign host has none. */
  readonly version?: number
  /** The edited fields with their stored and their typed values. */
  readonly base: Readonly<Record<string, unknown>>
  readonly edits: Readonly<Record<string, unknown>>
}

/** A draft before it is stored. */
export type Edits = Omit<Draft, 'at'> & Partial<Pick<Draft, 'at'>>

const prefix = 'draft:'
const daysKept = 7

const keyOf = (owner: string, thing: string) => `${prefix}${owner}:${thing}`
const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())

/** @param thing what is edited: `coupon:12` or `coupon:new` */
export function readDraft(owner: string, thing: string): Draft | null {
  const draft = parse(localStorage.getItem(keyOf(owner, thing)))
  return draft !== null && isFresh(draft) ? draft : null
}

/** Stores a draft; `at` defaults to now. */
export function writeDraft(owner: string, thing: string, draft: Edits): void {
  try {
    localStorage.setItem(keyOf(owner, thing), JSON.stringify({ at: new Date().toISOString(), ...draft }))
  } catch {
    // The browser's storage is full or forbidden: editing goes on without a draft.
  }
  notify()
}

export function removeDraft(owner: string, thing: string): void {
  localStorage.removeItem(keyOf(owner, thing))
  notify()
}

/** The things of a kind, or all things, that have a draft: `['coupon:12']` for `coupon`. */
export function listDrafts(owner: string, kind?: string): string[] {
  const start = keyOf(owner, kind === undefined ? '' : `${kind}:`)
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(keyOf(owner, '').length))
    .filter((thing) => readDraft(owner, thing) !== null)
}

/** Removes everybody's drafts that are older than seven days. */
export function removeOldDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue
    const draft = parse(localStorage.getItem(key))
    if (draft === null || !isFresh(draft)) localStorage.removeItem(key)
  }
}

/** Calls the listener at each change of a draft, in this tab or another. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Calls `onChange` when another tab stores or removes the draft. */
export function watchDraft(owner: string, thing: string, onChange: (draft: Draft | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // Use the value of the event: storage may have changed again since.
    if (key === null || key === keyOf(owner, thing)) onChange(parse(newValue))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

const isFresh = ({ at }: Draft): boolean => Date.now() - Date.parse(at) < daysKept * 86_400_000

function parse(text: string | null): Draft | null {
  if (text === null) return null
  try {
    const draft = JSON.parse(text) as Partial<Draft> | null
    return typeof draft?.at === 'string' && typeof draft.edits === 'object' && typeof draft.base === 'object' ? (draft as Draft) : null
  } catch {
    return null
  }
}

export type IsSame = (field: string, a: unknown, b: unknown) => boolean

/** The edits of some fields, or null if there are none. */
export function pickEdits<Some extends Edits>(draft: Some, isPicked: (field: string) => boolean): Some | null {
  const fields = Object.keys(draft.edits).filter(isPicked)
  const pick = (from: Edits['edits']) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return fields.length === 0 ? null : { ...draft, base: pick(draft.base), edits: pick(draft.edits) }
}

/**
 * Joins both into one draft; the later edit of a field wins. Keeps the older version, so that a save asks about changes by somebody else
 * since then.
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
 * The edits of a draft that differ from what is stored now, or null if there are none. If nobody changed those fields since, the result has the
 * current version, so that a save asks nothing.
 */
export function editsLeft(draft: Draft, stored: Edits['base'], version: number | undefined, isSame: IsSame): Draft | null {
  // A list that was fetched before the draft was made says nothing about it.
  if (draft.version !== undefined && version !== undefined && version < draft.version) return draft
  const left = pickEdits(draft, (field) => !isSame(field, draft.edits[field], stored[field]))
  const isOfNow = left !== null && Object.keys(left.edits).every((field) => isSame(field, left.base[field], stored[field]))
  return isOfNow ? { ...left, version } : left
}
