import { isDeepStrictEqual } from 'node:util'
import type { ApiKey, Contact } from './comparison.repo.ts'
import type { Row } from './stored-tables.repo.ts'

/** What a restore makes of the keys, API keys, webhooks, orders and ids of a backup (docs/reference/backups.md, What a restore holds). */

/** The states of keys that may have been sold after the backup. */
const free: ReadonlySet<unknown> = new Set(['available', 'reserved', 'withheld'])
/** Somebody may have put a removed key back and sold it. */
export const mayBeSold = ({ state }: Row): boolean => free.has(state) || state === 'removed'

export type Fate = { readonly is: 'stays' | 'withheld' } | { readonly is: 'struck'; readonly soldBy: number | null }

/** What the replaced database says of a key with the same value; undefined if it has none. */
export type Known = { readonly state: string; readonly order_id: number | null } | undefined

const sold: ReadonlySet<string> = new Set(['sold', 'revoked', 'struck'])
const isSold = (known: Known): boolean => known !== undefined && sold.has(known.state)

/** @param knowsAll whether a key that the database does not call sold was not sold */
export function fateOf(row: Row, known: Known, knowsAll: boolean): Fate {
  if (!mayBeSold(row)) return { is: 'stays' }
  if (isSold(known)) return { is: 'struck', soldBy: known?.order_id ?? null }
  if (!free.has(row['state'])) return { is: 'stays' }
  return knowsAll && known?.state !== 'withheld' ? { is: 'stays' } : { is: 'withheld' }
}

/** The row of a key after the restore. A reserved key that is marked for removal goes, as when its order ends. */
export function keyAfter(row: Row, fate: Fate): Row {
  if (fate.is === 'stays') return row
  const unmarked = { ...row, order_item_id: null, removed_with_variant: 0 }
  if (fate.is === 'withheld' && row['state'] === 'reserved' && row['removed_at'] !== null) return { ...unmarked, state: 'removed' }
  return { ...unmarked, state: fate.is, removed_at: null, removed_by: null }
}

/**
 * The row of an API key after the restore: what was revoked since stays revoked, and a secret that was replaced since stays replaced.
 * @param now the same API key in the replaced database
 * @param isUser whether the backup has this user
 */
export function apiKeyAfter(row: Row, now: ApiKey | undefined, isUser: (id: number | null) => boolean): Row {
  if (now === undefined) return row
  const revoked_at = row['revoked_at'] ?? now.revoked_at
  // The backup is the newer one: the database, restored from an older backup, has the secret before.
  if (row['previous_key_hash'] === now.key_hash) return { ...row, revoked_at }
  const { key_hash, hint, previous_key_hash, previous_ends_at } = now
  const created_by = isUser(now.created_by) ? now.created_by : null
  const previous_created_by = isUser(now.previous_created_by) ? now.previous_created_by : null
  return { ...row, revoked_at, key_hash, hint, created_by, previous_key_hash, previous_ends_at, previous_created_by }
}

/**
 * The row of a webhook after the restore. Its receiver does not go back in time, so it stays as it is now, with its address, secret, events
 * and pause. One that was deleted since is paused.
 * @param now the same webhook in the replaced database
 */
export function webhookAfter(row: Row, now: Row | undefined): Row {
  if (now === undefined) return { ...row, active: 0 }
  // A backup of an older version lacks the columns that have been added since.
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, now[column] === undefined ? value : now[column]]))
}

/**
 * The row of an order after the restore; the same object if nothing changes. A link to its page that was replaced since stays replaced, and
 * so does its email: the former address gets nothing.
 * @param now the order with this id in the replaced database
 */
export function orderAfter(row: Row, now: Contact | undefined): Row {
  if (now === undefined || now.created_at !== row['created_at']) return row
  const { customer_email, customer_key, page_token_hash, page_token_salt } = now
  // An order that was completed since has no page: the restore takes its completion back.
  const hasPage = typeof row['page_token_hash'] === 'string' && page_token_hash !== null
  const after = { ...row, customer_email, customer_key, ...(hasPage && { page_token_hash, page_token_salt }) }
  return isDeepStrictEqual(after, row) ? row : after
}

/** A gap that no shop fills between a backup and the loss of its database. */
const gap = 10_000_000

/** The last ids from which a restore goes on, so that no id is given out twice. */
export function lastIdsAfter(
  tables: readonly string[],
  backedUp: Readonly<Record<string, number>>,
  replaced: Readonly<Record<string, number>>,
  knowsAll: boolean,
): Record<string, number> {
  const names = new Set([...tables, ...Object.keys(backedUp)])
  return Object.fromEntries([...names].map((name) => [name, Math.max(backedUp[name] ?? 0, replaced[name] ?? 0) + (knowsAll ? 0 : gap)]))
}
