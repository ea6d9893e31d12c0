import type { Insertable, Selectable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import type { BulkChangeTable } from '../../db/schema/catalogue.ts'
import type { Db } from '../../db/schema.ts'

type BulkChangeRow = Selectable<BulkChangeTable>

export async function insertBulkChange(tx: Db, row: Insertable<BulkChangeTable>): Promise<number> {
  const { id } = await tx.insertInto('bulk_change').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A bulk change, locked until the transaction ends. */
export const lockBulkChange = (tx: Db, undoToken: string): Promise<BulkChangeRow | undefined> =>
  forUpdate(tx, tx.selectFrom('bulk_change').selectAll().where('undo_token', '=', undoToken)).executeTakeFirst()

export async function setUndone(tx: Db, id: number, at: string): Promise<void> {
  await tx.updateTable('bulk_change').set({ undone_at: at }).where('id', '=', id).execute()
}

export const findBulkChange = (db: Db, id: number): Promise<BulkChangeRow | undefined> =>
  db.selectFrom('bulk_change').selectAll().where('id', '=', id).executeTakeFirst()

export async function deleteBefore(db: Db, at: string): Promise<void> {
  await db.deleteFrom('bulk_change').where('at', '<', at).execute()
}
