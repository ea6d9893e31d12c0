import type { DeliveryStatus } from '@keydesk/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import { byId, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { WebhookDeliveryTable } from '../../db/schema/webhooks.ts'

export type DeliveryRow = Selectable<WebhookDeliveryTable>

/** A literal: SQLite does not use a partial index for a bound value. */
const pending = sql.lit('pending' as const)

export const insertDelivery = (tx: Db, row: Insertable<WebhookDeliveryTable>): Promise<DeliveryRow> =>
  tx.insertInto('webhook_delivery').values(row).returningAll().executeTakeFirstOrThrow()

/** A delivery of a webhook; its row stays locked until the transaction ends. */
export const lockDelivery = (tx: Db, webhookId: number, id: number): Promise<DeliveryRow | undefined> =>
  forUpdate(tx, tx.selectFrom('webhook_delivery').selectAll().where('id', '=', id).where('webhook_id', '=', webhookId)).executeTakeFirst()

const listing = { id: 'id', sorts: { id: byId }, fallback: '-id' }

/** One page, newest first. */
export function listDeliveries(
  db: Db,
  webhookId: number,
  status: DeliveryStatus | undefined,
  request: PageRequest,
): Promise<Page<DeliveryRow>> {
  const list = db.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId)
  return readPage(db, { list: status === undefined ? list : list.where('status', '=', status) }, listing, request)
}

/** What is due for a webhook: of each subject only the oldest that waits. */
export const listDue = (db: Db, webhookId: number, now: string, limit: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_delivery as due')
    .selectAll('due')
    .where('due.status', '=', pending)
    .where('due.webhook_id', '=', webhookId)
    .where('due.send_after', '<=', now)
    .where((due) =>
      due.or([
        due('due.subject', '=', ''),
        // Not as `not exists`: without statistics of the table, PostgreSQL then compares every waiting row with every other.
        due('due.id', '=', (waiting) =>
          waiting
            .selectFrom('webhook_delivery as oldest')
            .select('oldest.id')
            .where('oldest.status', '=', pending)
            .where('oldest.webhook_id', '=', webhookId)
            .whereRef('oldest.subject', '=', 'due.subject')
            .orderBy('oldest.id')
            .limit(1),
        ),
      ]),
    )
    .orderBy('due.send_after')
    .orderBy('due.id')
    .limit(limit)
    .execute()

/** A test that is on its way to a webhook. */
export const findPendingTest = (tx: Db, webhookId: number, event: string): Promise<DeliveryRow | undefined> =>
  tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('status', '=', pending)
    .where('webhook_id', '=', webhookId)
    .where('subject', '=', '')
    .where('event', '=', event)
    .limit(1)
    .executeTakeFirst()

export const updateDelivery = (tx: Db, id: number, change: Omit<Updateable<WebhookDeliveryTable>, 'id'>): Promise<DeliveryRow> =>
  tx.updateTable('webhook_delivery').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** When a delivery about a subject that failed is tried again; undefined if none waits. */
export async function findRetry(tx: Db, webhookId: number, subject: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('webhook_delivery')
    .select('send_after')
    .where('status', '=', pending)
    .where('webhook_id', '=', webhookId)
    .where('subject', '=', subject)
    .where('reason', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.send_after
}

interface Following {
  readonly webhook_id: number
  readonly subject: string
  readonly id: number
}

/** What follows a delivery about the same thing is due at this moment, too. */
export async function moveFollowing(tx: Db, { webhook_id, subject, id }: Following, at: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ send_after: at })
    .where('status', '=', pending)
    .where('webhook_id', '=', webhook_id)
    .where('subject', '=', subject)
    .where('id', '>', id)
    .execute()
}

/** Deletes what follows a delivery about the same thing and was never attempted: the delivery tells it, too. */
export async function joinFollowing(tx: Db, { webhook_id, subject, id }: Following): Promise<void> {
  await tx
    .deleteFrom('webhook_delivery')
    .where('status', '=', pending)
    .where('webhook_id', '=', webhook_id)
    .where('subject', '=', subject)
    .where('id', '>', id)
    .where('body', 'is', null)
    .execute()
}

/** Deletes some of the deliveries to a webhook, and answers how many. */
export async function deleteSomeOf(db: Db, webhookId: number, limit: number): Promise<number> {
  const some = db.selectFrom('webhook_delivery').select('id').where('webhook_id', '=', webhookId).orderBy('id').limit(limit)
  const { numDeletedRows } = await db.deleteFrom('webhook_delivery').where('id', 'in', some).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes some of the deliveries from before a moment, the oldest first, and answers how many. */
export async function deleteBefore(db: Db, moment: string, limit: number): Promise<number> {
  const oldest = db.selectFrom('webhook_delivery').select('id').where('created_at', '<', moment).orderBy('created_at').orderBy('id')
  const { numDeletedRows } = await db.deleteFrom('webhook_delivery').where('id', 'in', oldest.limit(limit)).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** How many wait, for whatever webhook. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', pending)
    .executeTakeFirstOrThrow()
  return count
}
