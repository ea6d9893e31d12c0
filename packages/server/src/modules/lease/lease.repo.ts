import type { Selectable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import type { LeaseTable } from '../../db/schema/lease.ts'
import type { Db } from '../../db/schema.ts'

export type LeaseRow = Selectable<LeaseTable>

/** With `lock` the row stays locked until the transaction ends. */
export async function findLease(db: Db, id: string, { lock = false } = {}): Promise<LeaseRow | undefined> {
  const query = db.selectFrom('lease').selectAll().where('id', '=', id)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

/** Creates the row if it is missing, so that it can be locked. */
export async function ensureLease(tx: Db, id: string): Promise<void> {
  const row = { id, holder: '', place: '', expires_at: '' }
  await tx
    .insertInto('lease')
    .values(row)
    .onConflict((clash) => clash.column('id').doNothing())
    .execute()
}

export async function updateLease(tx: Db, { id, ...change }: LeaseRow): Promise<void> {
  await tx.updateTable('lease').set(change).where('id', '=', id).execute()
}
