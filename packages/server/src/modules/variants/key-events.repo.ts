import { sql, type RawBuilder } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyEventTable } from '../../db/schema/keys.ts'

/**
 * A key's row tells where it is now. What the next change of the row would overwrite is kept here, by one statement for any number of
 * keys. Selling overwrites nothing, and so records nothing: it follows from the order.
 */

/** The removals of keys that are about to come back. */
export const keepRemovals = (tx: Db, ids: readonly number[]): Promise<void> =>
  keep(tx, sql`select id, removed_at, 'removed', removed_by from license_key where id in ${idRows(tx, ids)} order by id`)

/** That removed keys were put back. */
export const keepRestorations = (tx: Db, ids: readonly number[], at: string, actor: string): Promise<void> =>
  keep(tx, sql`select id, ${at}, 'restored', ${actor} from license_key where id in ${idRows(tx, ids)} order by id`)

/** That pending orders gave their keys back. Asked for before they do: the orders are found by their lines. */
export async function keepReleases(tx: Db, itemIds: readonly number[], at: string, actor: string): Promise<void> {
  await sql`
    insert into key_event (key_id, at, kind, actor, order_id)
    select license_key.id, ${at}, 'released', ${actor}, order_item.order_id
    from license_key join order_item on order_item.id = license_key.order_item_id
    where license_key.order_item_id in ${idRows(tx, itemIds)} and license_key.order_item_id is not null
      and license_key.state = 'reserved'
    order by license_key.id`.execute(tx)
}

/** The imports that first brought keys which another import is about to bring again. */
export async function keepImports(tx: Db, ids: readonly number[]): Promise<void> {
  await sql`
    insert into key_event (key_id, at, kind, actor, import_id)
    select license_key.id, key_import.created_at, 'imported', key_import.created_by, key_import.id
    from license_key join key_import on key_import.id = license_key.import_id
    where license_key.id in ${idRows(tx, ids)} and license_key.import_id is not null
    order by license_key.id`.execute(tx)
}

async function keep(tx: Db, events: RawBuilder<unknown>): Promise<void> {
  await sql`insert into key_event (key_id, at, kind, actor) ${events}`.execute(tx)
}

export type KeyEventRow = Pick<KeyEventTable, 'at' | 'kind' | 'actor' | 'order_id' | 'import_id'>

/** What was kept of one key, oldest first. */
export const listKeyEvents = (db: Db, keyId: number): Promise<KeyEventRow[]> =>
  db.selectFrom('key_event').select(['at', 'kind', 'actor', 'order_id', 'import_id']).where('key_id', '=', keyId).orderBy('id').execute()
