import { sql } from 'kysely'
import { textList } from '../../db/engine.ts'
import type { ChannelName } from '../../db/schema/outbox.ts'
import type { Db } from '../../db/schema.ts'
import type { OutboxRow } from './outbox.repo.ts'

/** A literal: SQLite does not use a partial index for a bound value. */
const pending = sql.lit('pending' as const)

export interface WaitingRow {
  readonly channel: ChannelName
  readonly count: number
  /** Since when the oldest waits. */
  readonly since: string
}

/** What is due at a moment, by channel; channels without any are left out. Only these webhooks get deliveries. */
export const listWaiting = (db: Db, now: string, webhooks: readonly string[]): Promise<WaitingRow[]> =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['channel', fn.countAll<number>().as('count'), fn.min('due_at').as('since')])
    .where('status', '=', pending)
    .where('due_at', '<=', now)
    .where(({ eb, or }) => or([eb('channel', '<>', 'webhook'), eb('target', 'in', textList(db, webhooks))]))
    .groupBy('channel')
    .execute()

/** How many messages of a target wait after a failed attempt, since when the oldest does, and why the last attempt failed. */
export const findRetries = (
  db: Db,
  { channel, target }: Pick<OutboxRow, 'channel' | 'target'>,
): Promise<{ count: number; since: string | null; reason: string | null }> => {
  const retries = db
    .selectFrom('outbox')
    .where('status', '=', pending)
    // SQLite would read all messages of the target, also those that were sent.
    .where('status', '<>', sql.lit('success' as const))
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('reason', 'is not', null)
  const last = retries.select('reason').orderBy('last_attempt_at', 'desc').limit(1)
  return retries
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('since'), last.as('reason')])
    .executeTakeFirstOrThrow()
}
