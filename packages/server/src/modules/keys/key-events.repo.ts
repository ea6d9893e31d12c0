import { sql, type RawBuilder, type Selectable } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { KeyImportTable } from '../../db/schema/key-imports.ts'
import type { KeyEventTable } from '../../db/schema/keys.ts'

/**
 * A key's row shows only its current state. Before a change overwrites something, it is recorded here, in one statement for any number of
 * keys. Selling overwrites nothing and records nothing: the order shows it.
 */

/** Records the removals of keys that are about to become available again. */
export const recordRemovals = (tx: Db, ids: readonly number[]): Promise<void> =>
  record(tx, sql`select id, removed_at, 'removed', removed_by from license_key where id in ${idRows(tx, ids)} order by id`)

/** Records that removed keys were restored. */
export const recordRestorations = (tx: Db, ids: readonly number[], at: string, actor: string): Promise<void> =>
  record(tx, sql`select id, ${at}, 'restored', ${actor} from license_key where id in ${idRows(tx, ids)} order by id`)

/** Records that withheld keys were released. */
export const recordClearings = (tx: Db, ids: readonly number[], at: string, actor: string): Promise<void> =>
  record(tx, sql`select id, ${at}, 'cleared', ${actor} from license_key where id in ${idRows(tx, ids)} order by id`)

/** Records that keys were struck, each with the order that sold it if that is known. */
export async function recordStrikes(tx: Db, struck: readonly StruckKey[], at: string, actor: string): Promise<void> {
  const rows = struck.map(({ id, soldBy }) => ({ key_id: id, at, kind: 'struck' as const, actor, order_id: soldBy, import_id: null }))
  await tx.insertInto('key_event').values(rows).execute()
}

export interface StruckKey {
  readonly id: number
  readonly soldBy: number | null
}

/** Records that an order releases its reserved keys. Call before the release: the keys are found by their order items. */
export async function recordReleases(tx: Db, itemIds: readonly number[], orderId: number, at: string, actor: string): Promise<void> {
  await sql`
    insert into key_event (key_id, at, kind, actor, order_id)
    select id, ${at}, 'released', ${actor}, cast(${orderId} as bigint) from license_key
    where order_item_id in ${idRows(tx, itemIds)} and order_item_id is not null and state = 'reserved'
    order by id`.execute(tx)
}

/** Records the import that first added the keys, before another import takes them over. */
export async function recordImport(tx: Db, ids: readonly number[], { id, created_at, created_by }: FirstImport): Promise<void> {
  await sql`
    insert into key_event (key_id, at, kind, actor, import_id)
    select id, ${created_at}, 'imported', ${created_by}, cast(${id} as bigint) from license_key
    where id in ${idRows(tx, ids)} order by id`.execute(tx)
}

/** Records that a customer opened a key. */
export async function recordOpening(tx: Db, { keyId, orderId, at, actor }: Opening): Promise<void> {
  await tx.insertInto('key_event').values({ key_id: keyId, at, kind: 'opened', actor, order_id: orderId, import_id: null }).execute()
}

interface Opening {
  readonly keyId: number
  readonly orderId: number
  readonly at: string
  readonly actor: string
}

/** When customers first opened these keys, by key id. */
export async function listOpenings(db: Db, keyIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('key_event')
    .select(['key_id', 'at'])
    .where('key_id', 'in', idRows(db, keyIds))
    .where('kind', '=', 'opened')
    .execute()
  return new Map(rows.map(({ key_id, at }) => [key_id, at]))
}

export type FirstImport = Pick<Selectable<KeyImportTable>, 'id' | 'created_at' | 'created_by'>

async function record(tx: Db, events: RawBuilder<unknown>): Promise<void> {
  await sql`insert into key_event (key_id, at, kind, actor) ${events}`.execute(tx)
}

export type KeyEventRow = Pick<KeyEventTable, 'at' | 'kind' | 'actor' | 'order_id' | 'import_id'>

export const listKeyEvents = (db: Db, keyId: number): Promise<KeyEventRow[]> =>
  db.selectFrom('key_event').select(['at', 'kind', 'actor', 'order_id', 'import_id']).where('key_id', '=', keyId).orderBy('id').execute()
