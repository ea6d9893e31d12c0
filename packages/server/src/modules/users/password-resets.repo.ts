import type { Insertable, Selectable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { PasswordResetTable } from '../../db/schema/users.ts'

export type PasswordResetRow = Selectable<PasswordResetTable>

/** The newest link of a user, locked until the transaction ends. */
export const lockResetOf = (tx: Db, userId: number): Promise<PasswordResetRow | undefined> =>
  forUpdate(tx, tx.selectFrom('password_reset').selectAll().where('user_id', '=', userId)).executeTakeFirst()

export const findReset = (db: Db, tokenHash: string): Promise<PasswordResetRow | undefined> =>
  db.selectFrom('password_reset').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

/** Replaces the link before. */
export async function putReset(tx: Db, row: Insertable<PasswordResetTable>): Promise<void> {
  const { token_hash, asked_at, used_at } = row
  await tx
    .insertInto('password_reset')
    .values(row)
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ token_hash, asked_at, used_at }))
    .execute()
}

/** False if it was used before, or replaced: only one of several concurrent uses succeeds. */
export async function setUsed(tx: Db, tokenHash: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('password_reset')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
