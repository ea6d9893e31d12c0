import { randomUUID } from 'node:crypto'
import type { Db } from './schema.ts'
import { transact } from './transact.ts'

/**
 * Proves that the database takes writes: a row comes and goes in one transaction, which is committed. The row is nobody else's, so that
 * no node waits for another that is frozen.
 * @throws what the driver throws
 */
export async function proveWritable(db: Db): Promise<void> {
  const id = `ready ${randomUUID()}`
  await transact(db, async (tx) => {
    await tx.insertInto('lease').values({ id, holder: '', place: '', expires_at: '' }).execute()
    await tx.deleteFrom('lease').where('id', '=', id).execute()
  })
}
