import { sql, type RawBuilder, type Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyEventTable, KeyImportTable } from '../../db/schema/keys.ts'

/**
 * A key's row says where it is now. What the next change of the row would overwrite is recorded here, by one statement for any number of
 * keys. Selling overwrites nothing, and so records nothing: it follows from the order.
 */

/** The removals of keys that are about to come back. */
export const recordRemovals = (tx: Db, ids: readonly number[]): Promise<void> =>
  record(tx, sql`select id, removed_at, 'removed', removed_by from license_key where id in ${idRows(tx, ids)} order by id`)

/** That removed keys were put back. */
export const recordRestorations = (tx: Db, ids: readonly number[], at: string, actor: string): Promise<void> =>
  record(tx, sql`select id, ${at}, 'restored', ${actor} from license_key where id in ${idRows(tx, ids)} order by id`)

/** That an order gave its reserved keys back. Recorded before it does: the keys are found by its lines. */
export async function recordReleases(tx: Db, itemIds: readonly number[], orderId: number, at: string, actor: string): Promise<void> {
  await sql`
    insert into key_event (key_id, at, kind, actor, order_id)
    select id, ${at}, 'released', ${actor}, cast(${orderId} as bigint) from license_key
    where order_item_id in ${idRows(tx, itemIds)} and order_item_id is not null and state = 'reserved'
    order by id`.execute(tx)
}

/** The import that first brought keys which another import is about to bring again. */
export async function recordImport(tx: Db, ids: readonly number[], { id, created_at, created_by }: FirstImport): Promise<void> {
  await sql`
    insert into key_event (key_id, at, kind, actor, import_id)
    select id, ${created_at}, 'imported', ${created_by}, cast(${id} as bigint) from license_key
    where id in ${idRows(tx, ids)} order by id`.execute(tx)
}

export type FirstImport = Pick<Selectable<KeyImportTable>, 'id' | 'created_at' | 'created_by'>

async function record(tx: Db, events: RawBuilder<unknown>): Promise<void> {
  await sql`insert into key_event (key_id, at, kind, actor) ${events}`.execute(tx)
}

export type KeyEventRow = Pick<KeyEventTable, 'at' | 'kind' | 'actor' | 'order_id' | 'import_id'>

/** What was recorded of one key, oldest first. */
export const listKeyEvents = (db: Db, keyId: number): Promise<KeyEventRow[]> =>
  db.selectFrom('key_event').select(['at', 'kind', 'actor', 'order_id', 'import_id']).where('key_id', '=', keyId).orderBy('id').execute()
