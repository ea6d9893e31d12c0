import type { Role } from '@keydesk/contract'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { Moment } from '../../db/schema/columns.ts'

export interface MemberRow {
  readonly id: number
  readonly username: string
  readonly role: Role
  readonly disabled_at: Moment | null
}

/**
 * Somebody of the team, locked until the transaction ends; undefined for a customer. Changes of members take turns: two owners who demote
 * each other at once must see each other's change.
 */
export async function lockMember(tx: Db, id: number): Promise<MemberRow | undefined> {
  await takeTurns(tx, 'members of the team')
  const query = tx.selectFrom('app_user').select(['id', 'username', 'role', 'disabled_at']).where('id', '=', id)
  const row = await forUpdate(tx, query).executeTakeFirst()
  return row === undefined || row.role === 'customer' ? undefined : { ...row, role: row.role }
}

/** Whether an owner other than this one can sign in. */
export const hasOtherOwner = async (tx: Db, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function updateMember(tx: Db, { id, role, disabled_at }: MemberRow): Promise<void> {
  await tx.updateTable('app_user').set({ role, disabled_at }).where('id', '=', id).execute()
}
