import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { WebhookTable } from '../../db/schema/webhooks.ts'

export type WebhookRow = Selectable<WebhookTable>

export const insertWebhook = (tx: Db, row: Insertable<WebhookTable>): Promise<WebhookRow> =>
  tx.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow()

/** Serializes new webhooks until the transaction ends. */
export const lockBeginnings = (tx: Db): Promise<void> => takeTurns(tx, 'new webhooks')

/** With `lock` the row stays locked until the transaction ends. */
export async function findWebhook(db: Db, id: number, { lock = false } = {}): Promise<WebhookRow | undefined> {
  const query = db.selectFrom('webhook').selectAll().where('id', '=', id)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

/** Newest first. */
export const listWebhooks = (db: Db): Promise<WebhookRow[]> => db.selectFrom('webhook').selectAll().orderBy('id', 'desc').execute()

/** Active webhooks, with the events that they subscribe to. */
export const listLive = (db: Db): Promise<Pick<WebhookRow, 'id' | 'events'>[]> =>
  db.selectFrom('webhook').select(['id', 'events']).where('active', '=', 1).where('disabled_reason', 'is', null).orderBy('id').execute()

export const updateWebhook = (tx: Db, id: number, change: Omit<Updateable<WebhookTable>, 'id'>): Promise<WebhookRow> =>
  tx.updateTable('webhook').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function deleteWebhook(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
}
