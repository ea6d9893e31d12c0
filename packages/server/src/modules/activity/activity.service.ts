import { activityKindOf, limits, type ActivityAction, type SubjectKind } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { breathe, chunkSize } from '../../breathe.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import * as repo from './activity.repo.ts'
import { readChanges, writeChanges, type Changes } from './activity.rules.ts'

export type { ActivityFilters, ActivityRow } from './activity.repo.ts'
export { creation, differences, readChanges, type Changes } from './activity.rules.ts'

export interface ActivityEvent {
  readonly actor: Actor
  readonly action: ActivityAction
  /** `name` is the current one; an order needs none. */
  readonly subject: { readonly kind: SubjectKind; readonly id: number; readonly name?: string }
  readonly changes?: Changes
  /** The product of this variant has an event for the same step: only that one becomes a product webhook. */
  readonly isPartOfProduct?: boolean
  /** A field was restored from the history. */
  readonly isRestore?: boolean
  readonly at: Date
}

/** Does what follows from an event, such as storing an outbox message, in the event's transaction. */
export type Projection = (tx: Db, event: ActivityEvent) => Promise<void>

/** One list for the whole process: that of the deps opened last, which decides whether mails are stored. */
let projections: readonly Projection[] | undefined

/** Called where deps are built, so that modules that record do not import projections. */
export function setProjections(all: readonly Projection[]): void {
  projections = all
}

/**
 * Records a change in the transaction that makes it (docs/reference/history.md, Rows), and runs the projections.
 * @param tx the transaction of the change
 */
export async function recordActivity(tx: Db, event: ActivityEvent): Promise<void> {
  if (projections === undefined) throw new Error('setProjections was not called')
  const { actor, action, subject, changes = {}, at } = event
  // With the subject kind `user`, everybody with access to referral users would see it.
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

/** Records an export in the background: the call does not wait for the write lock and does not fail if the disk is full. */
export function recordBeside(deps: Deps, event: Omit<ActivityEvent, 'at'>): void {
  transact(deps.db, (tx) => recordActivity(tx, { ...event, at: deps.now() })).catch((error: unknown) =>
    deps.failures.report(error, `${event.action} was not recorded`),
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

/** The rows about one thing, oldest first. */
export async function listActivityOf(db: Db, { kind, id }: Pick<ActivityEvent['subject'], 'kind' | 'id'>): Promise<Recorded[]> {
  const rows = await repo.listActivityOf(db, kind, id)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor_name,
    action: row.action,
    changes: readChanges(row.changes),
  }))
}

/**
 * The newest row for an actor's action on a thing in the last `withinMs`. For frequent actions that share one row.
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
  return row && { id: row.id, changes: readChanges(row.changes) }
}

/** The time and subject of each of these actions by a team member after a moment, oldest first. */
export const listDoneBy = (db: Db, actorId: number, actions: readonly ActivityAction[], after: Date): Promise<repo.Done[]> =>
  repo.listDoneBy(db, actorId, actions, after.toISOString())

export type { Step } from './activity.repo.ts'

/** The actors of these actions on some things of a kind, oldest first. */
export const listSteps = repo.listSteps

/** The name of the person who changed a thing at a moment (ISO 8601 in UTC). */
export const findEditor = repo.findEditor

/** One page of rows, newest first, excluding hidden kinds (docs/reference/history.md, Who sees what). */
export const pageActivity = repo.pageActivity

/** A row by its id. */
export const findActivity = repo.findActivity

/** The `changes` of a row and of later rows about the same thing, oldest first. */
export const listChangesSince = async (db: Db, row: repo.ActivityRow): Promise<Changes[]> =>
  (await repo.listChangesSince(db, row)).map(readChanges)

/** Replaces the changes of a row, such as one from `findRecent`. */
export const rewriteChanges = (tx: Db, id: number, changes: Changes): Promise<void> => repo.setChanges(tx, id, writeChanges(changes))

/** Rows from before this moment are deleted: two years ago, ISO 8601 in UTC. */
export function activityBegin({ now }: Pick<Deps, 'now'>): string {
  const begin = new Date(now())
  begin.setUTCFullYear(begin.getUTCFullYear() - limits.activityYears)
  return begin.toISOString()
}

/** Deletes rows older than two years, in batches. Safe to run on several servers at once. */
export async function purgeActivity(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const begin = activityBegin(deps)
  while ((await repo.deleteBefore(deps.db, begin, chunkSize)) === chunkSize) await breathe()
}

/** Those of these imported things that somebody has changed. Only rows after `activityBegin` are known; reads and low-stock notices do not count. */
export const listTouched = repo.listTouched
