import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import * as repo from './activity.repo.ts'

/** Old and new values by field. Never a secret or a key value; for keys, counts. */
export type Changes = Record<string, { readonly before: unknown; readonly after: unknown }>

export interface Happening {
  readonly actor: Actor
  /** `noun.verb_in_the_past`, such as `product.updated`. */
  readonly action: string
  readonly subject: { readonly kind: string; readonly id: number }
  readonly changes?: Changes
  readonly at: Date
}

/** What follows from an event, such as a message in an outbox, done in the event's transaction. */
export type Projection = (tx: Db, event: Happening) => Promise<void>

let projections: readonly Projection[] | undefined

/** Called at start-up, so that modules that record do not depend on projections. Projections hold no state. */
export function setProjections(all: readonly Projection[]): void {
  projections = all
}

/**
 * Records one change, in the transaction that makes it (docs/reference/calls.md, Activity), and does what follows from it.
 * @param tx the transaction of the change
 */
export async function recordActivity(tx: Db, event: Happening): Promise<void> {
  if (projections === undefined) throw new Error('setProjections was not called')
  const { actor, action, subject, changes = {}, at } = event
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
  for (const project of projections) await project(tx, event)
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
