import type { NotNull, Selectable } from 'kysely'
import { forUpdate, idRows } from '../../db/engine.ts'
import type { TwoFactorTable } from '../../db/schema/auth.ts'
import type { Db } from '../../db/schema.ts'

export type TwoFactorRow = Selectable<TwoFactorTable>

export const findTwoFactor = (db: Db, userId: number): Promise<TwoFactorRow | undefined> =>
  db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** When two-factor sign-in was turned on, for each of these users who has it on. */
export const listEnabled = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('two_factor')
    .select(['user_id', 'enabled_at'])
    .where('user_id', 'in', idRows(db, userIds))
    .where('enabled_at', 'is not', null)
    .$narrowType<{ enabled_at: NotNull }>()
    .execute()

/** The secrets in use. */
export const listSecrets = (db: Db) =>
  db.selectFrom('two_factor').select(['user_id', 'secret']).where('enabled_at', 'is not', null).execute()

/** A user's row, locked until the transaction ends. */
export const lockTwoFactor = (tx: Db, userId: number): Promise<TwoFactorRow | undefined> =>
  forUpdate(tx, tx.selectFrom('two_factor').selectAll().where('user_id', '=', userId)).executeTakeFirst()

/** Adds a pending secret, or replaces one. False if two-factor sign-in is on. */
export async function savePendingSecret(db: Db, userId: number, secret: string): Promise<boolean> {
  const result = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret, enabled_at: null, last_step: 0 })
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ secret }).where('two_factor.enabled_at', 'is', null))
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function enableTwoFactor(db: Db, userId: number, at: string): Promise<void> {
  await db.updateTable('two_factor').set({ enabled_at: at }).where('user_id', '=', userId).execute()
}

/** Records a used time step. False if this or a later one was used before, so only one of several concurrent attempts succeeds. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const result = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** False if the code does not exist or was used before. */
export async function useRecoveryCode(db: Db, userId: number, codeHash: string): Promise<boolean> {
  const result = await db.deleteFrom('recovery_code').where('user_id', '=', userId).where('code_hash', '=', codeHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(db: Db, userId: number, codeHashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_code')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const counted = db
    .selectFrom('recovery_code')
    .select((count) => count.fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
  return (await counted.executeTakeFirstOrThrow()).codes
}

/** False if there was nothing to turn off. */
export async function deleteTwoFactor(db: Db, userId: number): Promise<boolean> {
  await deleteRecoveryCodes(db, userId)
  const result = await db.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}
