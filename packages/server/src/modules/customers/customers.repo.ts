import { sql, type Insertable, type Selectable } from 'kysely'
import { bytewise } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { CustomerNoteTable } from '../../db/schema/search.ts'

export type NoteRow = Selectable<CustomerNoteTable>

/** A customer is known by the email in lower case, as orders have it. */
const isOf = (db: Db, key: string) => sql<boolean>`${bytewise(db, 'orders.customer_key')} = ${key}`

export const listNewestKeys = (db: Db, key: string, limit: number) =>
  db
    .selectFrom('orders')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .innerJoin('license_key', 'license_key.order_item_id', 'order_item.id')
    .select(['license_key.id', 'license_key.value', 'license_key.state', 'orders.id as order_id'])
    .select(['order_item.product_name', 'order_item.variant_name'])
    .where(isOf(db, key))
    .orderBy('orders.id', 'desc')
    .orderBy('license_key.id', 'desc')
    .limit(limit)
    .execute()

/** Newest first. */
export const listNotes = (db: Db, key: string): Promise<NoteRow[]> =>
  db.selectFrom('customer_note').selectAll().where('customer_key', '=', key).orderBy('id', 'desc').execute()

export const insertNote = (tx: Db, row: Omit<Insertable<CustomerNoteTable>, 'id'>): Promise<NoteRow> =>
  tx.insertInto('customer_note').values(row).returningAll().executeTakeFirstOrThrow()

export const findNote = (tx: Db, id: number): Promise<NoteRow | undefined> =>
  tx.selectFrom('customer_note').selectAll().where('id', '=', id).executeTakeFirst()

/** False if somebody else deleted it at this moment. */
export async function deleteNote(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('customer_note').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
