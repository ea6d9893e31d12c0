import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { CustomerNoteTable } from '../../db/schema/customers.ts'

export type NoteRow = Selectable<CustomerNoteTable>

/** Newest first. */
export const listNotes = (db: Db, key: string): Promise<NoteRow[]> =>
  db.selectFrom('customer_note').selectAll().where('customer_key', '=', key).orderBy('id', 'desc').execute()

export const pageNotes = (db: Db, afterId: number, limit: number): Promise<NoteRow[]> =>
  db.selectFrom('customer_note').selectAll().where('id', '>', afterId).orderBy('id').limit(limit).execute()

export const insertNote = (tx: Db, row: Omit<Insertable<CustomerNoteTable>, 'id'>): Promise<NoteRow> =>
  tx.insertInto('customer_note').values(row).returningAll().executeTakeFirstOrThrow()

export const findNote = (tx: Db, id: number): Promise<NoteRow | undefined> =>
  tx.selectFrom('customer_note').selectAll().where('id', '=', id).executeTakeFirst()

/** Gives the notes of a customer to the customer with another email. */
export async function moveNotes(tx: Db, from: string, to: Pick<NoteRow, 'customer_key' | 'customer_email'>): Promise<void> {
  await tx.updateTable('customer_note').set(to).where('customer_key', '=', from).execute()
}

/** False if it no longer exists. */
export async function deleteNote(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('customer_note').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
