import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import * as repo from './activity.repo.ts'

/** What was before and what is now, by field. Never a secret, never a key value: of those, counts. */
export type Changes = Record<string, { readonly before: unknown; readonly after: unknown }>

export interface Happening {
  readonly actor: Actor
  /** `noun.verb_in_the_past`, such as `product.updated`. */
  readonly action: string
  readonly subject: { readonly kind: string; readonly id: number }
  readonly changes?: Changes
  readonly at: Date
}

/**
 * Records one change, in the transaction that makes it (design section 6, "Activity").
 * @param tx the transaction of the change
 */
export async function recordActivity(tx: Db, { actor, action, subject, changes = {}, at }: Happening): Promise<void> {
  await repo.insertActivity(tx, {
    at: at.toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    changes: JSON.stringify(changes),
  })
}

export interface Recorded {
  readonly id: number
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly changes: Changes
}

/** What was done to one thing, oldest first. */
export async function listActivityOf(db: Db, { kind, id }: Happening['subject']): Promise<Recorded[]> {
  const rows = await repo.listActivityOf(db, kind, id)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor_name,
    action: row.action,
    changes: JSON.parse(row.changes) as Changes,
  }))
}

/** The fields that differ between two states of one thing, ready to be recorded. */
export function differences<T extends object>(before: T, after: T): Changes {
  const changes: Record<string, { before: unknown; after: unknown }> = {}
  for (const name of Object.keys(after) as (keyof T & string)[]) {
    if (!isSame(before[name], after[name])) changes[name] = { before: before[name], after: after[name] }
  }
  return changes
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
