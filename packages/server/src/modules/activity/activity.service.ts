import { activityKindOf, limits, type ActivityAction, type SubjectKind } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './activity.repo.ts'
import { writeChanges, type Changes } from './activity.rules.ts'

export type { ActivityFilters, ActivityRow } from './activity.repo.ts'
export { creation, differences, type Changes } from './activity.rules.ts'

export interface ActivityEvent {
  readonly actor: Actor
  readonly action: ActivityAction
  /** With its name at this moment; an order needs none. */
  readonly subject: { readonly kind: SubjectKind; readonly id: number; readonly name?: string }
  readonly changes?: Changes
  /** Recorded with the same step of the product that a variant belongs to: subscribers of products get that event alone. */
  readonly isPartOfProduct?: boolean
  readonly at: Date
}

/** What follows from an event, such as a message in an outbox, done in the event's transaction. */
export type Projection = (tx: Db, event: ActivityEvent) => Promise<void>

let projections: readonly Projection[] | undefined

/** Called at start-up, so that modules that record do not depend on projections. Projections hold no state. */
export function setProjections(all: readonly Projection[]): void {
  projections = all
}

/**
 * Records one change, in the transaction that makes it (docs/reference/history.md, Rows), and does what follows from it.
 * @param tx the transaction of the change
 */
export async function recordActivity(tx: Db, event: ActivityEvent): Promise<void> {
  if (projections === undefined) throw new Error('setProjections was not called')
  const { actor, action, subject, changes = {}, at } = event
  // As a `user` it would be shown to whoever may read referral users.
  if (action.startsWith('administrator.') && subject.kind !== 'member') throw new Error(`${action} is about a member of the team`)
  await repo.insertActivity(tx, {
    at: at.toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    kind: activityKindOf(action),
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name ?? (subject.kind === 'order' ? `#${subject.id}` : null),
    changes: writeChanges(changes),
  })
  for (const project of projections) await project(tx, event)
}

/** Records who was sent something, beside the call: it neither waits for a writer nor fails with a full disk. */
export function recordBeside(deps: Deps, event: Omit<ActivityEvent, 'at'>): void {
  transact(deps.db, (tx) => recordActivity(tx, { ...event, at: deps.now() })).catch((error: unknown) =>
    deps.log.warn({ reason: error instanceof Error ? error.message : String(error) }, `${event.action} was not recorded`),
  )
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
export async function listActivityOf(db: Db, { kind, id }: Pick<ActivityEvent['subject'], 'kind' | 'id'>): Promise<Recorded[]> {
  const rows = await repo.listActivityOf(db, kind, id)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor_name,
    action: row.action,
    changes: JSON.parse(row.changes) as Changes,
  }))
}

/**
 * The newest row about what somebody did to a thing in the last `withinMs`, for what is not worth a row each time.
 * @param actorId null for the system
 */
export async function findRecent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  action: ActivityAction,
  { kind, id }: Pick<ActivityEvent['subject'], 'kind' | 'id'>,
  actorId: number | null,
  withinMs: number,
): Promise<{ readonly id: number; readonly changes: Changes } | undefined> {
  const since = new Date(now().getTime() - withinMs).toISOString()
  const row = await repo.findSince(db, { subject_kind: kind, subject_id: id, action, actor_id: actorId }, since)
  return row && { id: row.id, changes: JSON.parse(row.changes) as Changes }
}

/** When somebody of the team did one of these actions to which thing after a moment, oldest first. */
export const listDoneBy = (db: Db, actorId: number, actions: readonly ActivityAction[], after: Date): Promise<repo.Done[]> =>
  repo.listDoneBy(db, actorId, actions, after.toISOString())

export type { Step } from './activity.repo.ts'

/** Who did which of these actions to some things of a kind, oldest first. */
export const listSteps = repo.listSteps

/** The name of the person who changed a thing at a moment, ISO 8601 in UTC. */
export const findEditor = repo.findEditor

/** One page of rows, newest first, without those of hidden kinds (docs/reference/history.md, Who sees what). */
export const pageActivity = repo.pageActivity

/** A row by its id. */
export const findActivity = repo.findActivity

/** The `changes` of a row and of later ones about the same thing, oldest first. */
export const listChangesSince = async (db: Db, row: repo.ActivityRow): Promise<Changes[]> =>
  (await repo.listChangesSince(db, row)).map((changes) => JSON.parse(changes) as Changes)

/** Adds to such a row. */
export const rewriteChanges = (tx: Db, id: number, changes: Changes): Promise<void> => repo.setChanges(tx, id, writeChanges(changes))

/** Deletes rows that are older than two years, some at a time. Several nodes may do so at once. */
export async function purgeActivity({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now())
  before.setUTCFullYear(before.getUTCFullYear() - limits.activityYears)
  while ((await repo.deleteBefore(db, before.toISOString(), chunkSize)) === chunkSize) await breathe()
}
