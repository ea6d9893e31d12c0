import { sql, type ExpressionBuilder } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { ChannelName, MessageEvent } from '../../db/schema/outbox.ts'
import type { Database, Db } from '../../db/schema.ts'
import type { OutboxRow } from './outbox.repo.ts'

/** Why a restore does not send a message (docs/reference/backups.md, Messages). */
const mayBeSent = 'Held after a restore: the same may have been sent since the backup'
const notDueYet = 'Held after a restore: it is not sent until an owner decides'

/**
 * Holds all messages that wait. Those that were due may have been sent since the backup: a post is then searched for in its channel before it
 * is sent.
 */
export async function holdWaiting(tx: Db, at: string, backedUpAt: string): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ status: 'failed', held_at: at })
    .set({ reason: sql<string>`case when due_at <= ${at} then ${mayBeSent} else ${notDueYet} end` })
    .set({ uncertain_since: sql<string>`coalesce(uncertain_since, case when due_at <= ${at} then ${backedUpAt} end)` })
    .where('status', '=', sql.lit('pending' as const))
    .execute()
}

const isHeld = ({ eb, and }: ExpressionBuilder<Database, 'outbox'>) => and([eb('held_at', 'is not', null), eb('status', '=', 'failed')])

/**
 * Moves messages that wait, or are held, to another target: those of these events, and those about this subject. One that may have arrived
 * stays, unless it is held and no attempt is known: its target of the backup may be older than the attempt.
 */
export async function moveWaiting(
  tx: Db,
  channel: ChannelName,
  { events, subject }: { readonly events: readonly MessageEvent[]; readonly subject: string },
  target: string,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ target })
    .where('status', '<>', sql.lit('success' as const))
    .where('channel', '=', channel)
    .where(({ eb, or }) => or([eb('event', 'in', events), eb('subject', '=', subject)]))
    .where('remote_id', 'is', null)
    .where((row) => {
      const isCertain = row('uncertain_since', 'is', null)
      const isWaiting = row('status', '=', sql.lit('pending' as const))
      return row.or([row.and([isWaiting, isCertain]), row.and([isHeld(row), row.or([isCertain, row('detail', 'is', null)])])])
    })
    .execute()
}

/** The oldest held messages. */
export const listHeld = (db: Db, limit: number): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().where(isHeld).orderBy('id').limit(limit).execute()

export async function countHeld(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isHeld)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Sends held messages as if for the first time and as if they were due now, scheduled ones at their time. Returns how many.
 * @param ids all of them if left out
 */
export async function sendHeld(tx: Db, ids: readonly number[] | undefined, now: string): Promise<number> {
  const due = sql<string>`case when due_at > ${now} then due_at else ${now} end`
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ status: 'pending', attempts: 0, first_attempt_at: null, reason: null, held_at: null, due_at: due, send_after: due })
    .where(isHeld)
    .$if(ids !== undefined, (query) => query.where('id', 'in', idRows(tx, ids!)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Leaves held messages unsent: they are skipped, those of `failing` failed, because its list has no other status for them. A post that was
 * about to be deleted stays. Returns how many.
 * @param ids all of them if left out
 */
export async function dropHeld(tx: Db, ids: readonly number[] | undefined, failing: ChannelName): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ reason: 'Dropped after a restore', uncertain_since: null, held_at: null, withdrawn: 0 })
    .set({ status: sql<OutboxRow['status']>`case when channel = ${failing} then 'failed' else 'skipped' end` })
    .where(isHeld)
    .$if(ids !== undefined, (query) => query.where('id', 'in', idRows(tx, ids!)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
