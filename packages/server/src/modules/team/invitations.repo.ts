import type { Insertable, Selectable } from 'kysely'
import { forUpdate } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { InvitationTable } from '../../db/schema/team.ts'

export type InvitationRow = Selectable<InvitationTable>

export async function insertInvitation(
  db: Db,
  row: Omit<Insertable<InvitationTable>, 'used_at' | 'used_by' | 'revoked_at'>,
): Promise<number> {
  return (await db.insertInto('invitation').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Newest first. */
export const listInvitations = (db: Db, limit: number): Promise<InvitationRow[]> =>
  db.selectFrom('invitation').selectAll().orderBy('id', 'desc').limit(limit).execute()

export const findInvitation = (db: Db, tokenHash: string): Promise<InvitationRow | undefined> =>
  db.selectFrom('invitation').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

/** Locked until the transaction ends: if two people use one link at once, the second waits and finds it used. */
export const lockInvitation = (tx: Db, id: number): Promise<InvitationRow | undefined> =>
  forUpdate(tx, tx.selectFrom('invitation').selectAll().where('id', '=', id)).executeTakeFirst()

export async function setUsed(tx: Db, id: number, { at, by }: { at: string; by: number }): Promise<void> {
  await tx.updateTable('invitation').set({ used_at: at, used_by: by }).where('id', '=', id).execute()
}

export async function setRevoked(tx: Db, id: number, at: string): Promise<void> {
  await tx.updateTable('invitation').set({ revoked_at: at }).where('id', '=', id).execute()
}

/** Revokes the open invitations of a member. Returns their ids. */
export async function revokeOpenOf(tx: Db, memberId: number, at: string): Promise<number[]> {
  const revoked = await tx
    .updateTable('invitation')
    .set({ revoked_at: at })
    .where('created_by', '=', memberId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .execute()
  return revoked.map(({ id }) => id)
}
