import type { Role } from '@keydesk/contract'
import { sql } from 'kysely'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import { isDuplicate } from '../../db/failures.ts'
import type { Db } from '../../db/schema.ts'
import type { UserRow } from './users.repo.ts'

export type MemberRow = Pick<UserRow, (typeof columns)[number]> & { readonly role: Role }

const switches = ['switch_amounts', 'switch_reveal', 'switch_refund'] as const
const columns = ['id', 'username', 'email', 'role', 'disabled_at', 'last_sign_in_at', 'keys_per_hour', ...switches] as const

/** All team members, including disabled ones. The condition must match the partial index, because there may be very many customers. */
const members = (db: Db) =>
  db
    .selectFrom('app_user')
    .select(columns)
    .where(sql<boolean>`role <> 'customer'`)
    .$narrowType<{ role: Role }>()

export const listMembers = (db: Db, by: 'id' | 'username_key'): Promise<MemberRow[]> => members(db).orderBy(by).execute()

export const findMember = (db: Db, id: number): Promise<MemberRow | undefined> => members(db).where('id', '=', id).executeTakeFirst()

export const hasAdministrator = async (db: Db): Promise<boolean> => (await members(db).limit(1).executeTakeFirst()) !== undefined

/** Serializes changes of members: two owners who demote each other at once must see each other's change. */
export async function lockMember(tx: Db, id: number): Promise<MemberRow | undefined> {
  await takeTurns(tx, 'members of the team')
  return forUpdate(tx, members(tx).where('id', '=', id)).executeTakeFirst()
}

export const hasOtherOwner = async (tx: Db, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function updateMember(tx: Db, { id, username: _name, email: _email, last_sign_in_at: _at, ...row }: MemberRow): Promise<void> {
  await tx.updateTable('app_user').set(row).where('id', '=', id).execute()
}

/** Stores an email that nobody has confirmed. Undefined if somebody has taken it at the same moment: the transaction must end. */
export async function setEmail(
  tx: Db,
  id: number,
  email: Pick<UserRow, 'email' | 'email_key'>,
): Promise<Pick<UserRow, 'referral_code'> | undefined> {
  const change = { ...email, email_confirmed_at: null }
  try {
    return await tx.updateTable('app_user').set(change).where('id', '=', id).returning('referral_code').executeTakeFirstOrThrow()
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
}

/** A separate lock, because a sale locks the row of a member who has a referral code. */
export const takeKeyTurn = (tx: Db, id: number): Promise<void> => takeTurns(tx, `keys of member ${id}`)
