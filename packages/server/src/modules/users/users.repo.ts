import type { Insertable, Selectable, Updateable } from 'kysely'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { AppUserTable } from '../../db/schema/people.ts'

export type UserRow = Selectable<AppUserTable>

export const findUserByIdentity = (db: Db, key: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where((where) => where.or([where('username_key', '=', key), where('email_key', '=', key)]))
    // Somebody may have another user's address as a name: the owner of the address comes first.
    .orderBy((order) => order.case().when('email_key', '=', key).then(0).else(1).end())
    .executeTakeFirst()

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockUser = (tx: Db, id: number): Promise<UserRow | undefined> =>
  forUpdate(tx, tx.selectFrom('app_user').selectAll().where('id', '=', id)).executeTakeFirst()

/** Of their own: a sale locks the row of a member who has a referral code. */
export const takeKeyTurn = (tx: Db, id: number): Promise<void> => takeTurns(tx, `keys of member ${id}`)

/** The storefront user with an address, locked until the transaction ends. */
export const lockCustomer = (tx: Db, emailKey: string): Promise<UserRow | undefined> =>
  forUpdate(tx, tx.selectFrom('app_user').selectAll().where('email_key', '=', emailKey).where('role', '=', 'customer')).executeTakeFirst()

export const findUserByName = (db: Db, usernameKey: string): Promise<UserRow | undefined> =>
  db.selectFrom('app_user').selectAll().where('username_key', '=', usernameKey).executeTakeFirst()

export async function updateUser(db: Db, id: number, change: Updateable<AppUserTable>): Promise<void> {
  await db.updateTable('app_user').set(change).where('id', '=', id).execute()
}

export type Member = Pick<UserRow, 'id' | 'username' | 'email'>

/** Everybody of the team, those who are disabled too. */
export const listMembers = (db: Db): Promise<Member[]> =>
  db.selectFrom('app_user').select(['id', 'username', 'email']).where('role', '<>', 'customer').orderBy('id').execute()

export const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').where('role', '<>', 'customer').limit(1).executeTakeFirst()) !== undefined

/** Undefined if the name or the address is taken. */
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
