import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate, idRows } from '../../db/engine.ts'
import { isDuplicate } from '../../db/failures.ts'
import type { Db } from '../../db/schema.ts'
import type { AppUserTable } from '../../db/schema/users.ts'

export type UserRow = Selectable<AppUserTable>

export const findUserByIdentity = (db: Db, key: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
    // A user's name may equal another user's email. The owner of the email comes first.
    .orderBy((order) => order.case().when('email_key', '=', key).then(0).else(1).end())
    .executeTakeFirst()

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()

/** A user, locked until the transaction ends. */
export const lockUser = (tx: Db, id: number): Promise<UserRow | undefined> =>
  forUpdate(tx, tx.selectFrom('app_user').selectAll().where('id', '=', id)).executeTakeFirst()

/** The storefront user with an email, locked until the transaction ends. */
export const lockCustomer = (tx: Db, emailKey: string): Promise<UserRow | undefined> =>
  forUpdate(tx, tx.selectFrom('app_user').selectAll().where('email_key', '=', emailKey).where('role', '=', 'customer')).executeTakeFirst()

/** The team member with an email who is not disabled, locked until the transaction ends. */
export const lockMemberByEmail = (tx: Db, emailKey: string): Promise<UserRow | undefined> =>
  forUpdate(tx, memberByEmail(tx, emailKey)).executeTakeFirst()

export const findConfirmedMember = (db: Db, emailKey: string): Promise<UserRow | undefined> =>
  memberByEmail(db, emailKey).where('email_confirmed_at', 'is not', null).executeTakeFirst()

const memberByEmail = (db: Db, emailKey: string) =>
  db.selectFrom('app_user').selectAll().where('email_key', '=', emailKey).where('role', '<>', 'customer').where('disabled_at', 'is', null)

export const findUserByName = (db: Db, usernameKey: string): Promise<UserRow | undefined> =>
  db.selectFrom('app_user').selectAll().where('username_key', '=', usernameKey).executeTakeFirst()

export const findUserByEmail = (db: Db, emailKey: string): Promise<UserRow | undefined> =>
  db.selectFrom('app_user').selectAll().where('email_key', '=', emailKey).executeTakeFirst()

export async function updateUser(db: Db, id: number, change: Updateable<AppUserTable>): Promise<void> {
  await db.updateTable('app_user').set(change).where('id', '=', id).execute()
}

/** Makes a storefront user a member. False if somebody has taken the name at the same moment: the transaction must end. */
export async function makeMember(tx: Db, id: number, member: Updateable<AppUserTable>): Promise<boolean> {
  try {
    await updateUser(tx, id, member)
    return true
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

export const listUsernames = (db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('app_user').select(['id', 'username as name']).where('id', 'in', idRows(db, ids)).execute()

/** Users whose name or email equals this text in lower case. */
export async function listIdsByIdentity(db: Db, key: string): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
    .execute()
  return rows.map((row) => row.id)
}

/** Undefined if the name or email is taken. */
export async function insertUser(db: Db, row: Insertable<AppUserTable>): Promise<number | undefined> {
  const made = await db
    .insertInto('app_user')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export async function setLastSignIn(db: Db, id: number, at: string): Promise<void> {
  await db.updateTable('app_user').set({ last_sign_in_at: at }).where('id', '=', id).execute()
}

export async function setPasswordHash(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** The first account. It is never deleted. */
export const findFirstUser = (db: Db): Promise<{ id: number; created_at: string } | undefined> =>
  db.selectFrom('app_user').select(['id', 'created_at']).orderBy('id').limit(1).executeTakeFirst()
