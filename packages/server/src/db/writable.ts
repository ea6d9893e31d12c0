import { randomUUID } from 'node:crypto'
import type { Db } from './schema.ts'
import { transact } from './transact.ts'

/**
 * Proves that the database accepts writes: inserts and deletes a row in one committed transaction. Each check uses a new row, so that no
 * server waits for a frozen one.
 * @throws what the driver throws
 */
export async function proveWritable(db: Db): Promise<void> {
  const id = `ready ${randomUUID()}`
  await transact(db, async (tx) => {
    await tx.insertInto('lease').values({ id, holder: '', place: '', expires_at: '' }).execute()
    await tx.deleteFrom('lease').where('id', '=', id).execute()
  })
}
