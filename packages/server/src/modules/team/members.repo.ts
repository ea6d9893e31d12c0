import type { Role } from '@keydesk/contract'
import { sql } from 'kysely'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { Moment } from '../../db/schema/columns.ts'

interface MemberRow {
  readonly id: number
  readonly username: string
  readonly role: Role
  readonly disabled_at: Moment | null
  readonly keys_per_hour: number
}

/**
 * Somebody of the team, locked until the transaction ends; undefined for a customer. Changes of members take turns: two owners who demote
 * each other at once must see each other's change.
 */
export async function lockMember(tx: Db, id: number): Promise<MemberRow | undefined> {
  await takeTurns(tx, 'members of the team')
  const query = tx.selectFrom('app_user').select(['id', 'username', 'role', 'disabled_at', 'keys_per_hour']).where('id', '=', id)
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

export async function updateMember(tx: Db, { id, role, disabled_at, keys_per_hour }: MemberRow): Promise<void> {
  await tx.updateTable('app_user').set({ role, disabled_at, keys_per_hour }).where('id', '=', id).execute()
}

export interface ListedMember extends MemberRow {
  readonly email: string
  readonly last_sign_in_at: Moment | null
  /** When two-factor sign-in was turned on; null while it is off. */
  readonly enabled_at: Moment | null
}

/** Everybody of the team. The words are those of the index: there may be very many customers. */
const members = (db: Db) =>
  db
    .selectFrom('app_user')
    .leftJoin('two_factor', 'two_factor.user_id', 'app_user.id')
    .select([
      ...(['app_user.id', 'app_user.username', 'app_user.email', 'app_user.role', 'app_user.disabled_at'] as const),
      ...(['app_user.last_sign_in_at', 'two_factor.enabled_at', 'app_user.keys_per_hour'] as const),
    ])
    .where(sql<boolean>`app_user.role <> 'customer'`)
    .$narrowType<{ role: Role }>()

export const listMembers = (db: Db): Promise<ListedMember[]> => members(db).orderBy('app_user.username_key').execute()

export const findMember = (db: Db, id: number): Promise<ListedMember | undefined> =>
  members(db).where('app_user.id', '=', id).executeTakeFirst()
