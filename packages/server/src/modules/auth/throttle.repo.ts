import type { Insertable, Selectable } from 'kysely'
import { idRows, takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { NameFailures } from './throttle.rules.ts'
import type { KnownNetworkTable, SignInAttemptTable } from '../../db/schema/auth.ts'

/** Attempts are counted by name, by network (in the column `address`), or by both. */
export interface Counted {
  readonly name_key?: string
  readonly address?: string
}

/** Locks names before networks, so that transactions cannot deadlock. */
export async function lockCounters(tx: Db, { name_key, address }: Required<Counted>): Promise<void> {
  await takeTurns(tx, `sign-in name ${name_key}`)
  if (address !== '') await takeTurns(tx, `sign-in network ${address}`)
}

export async function insertAttempt(db: Db, row: Insertable<SignInAttemptTable>): Promise<number> {
  return (await db.insertInto('sign_in_attempt').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function deleteAttempt(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
}

export async function deleteAttemptsBefore(db: Db, moment: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('at', '<=', moment).execute()
}

export async function deleteAttemptsOf(db: Db, nameKeys: readonly string[]): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('name_key', 'in', nameKeys).execute()
}

/** When the `nth` newest attempt for a name, a network or both was made; null if there are fewer. */
export async function findNthNewest(db: Db, { name_key, address }: Counted, nth: number, since: string): Promise<string | null> {
  let query = db.selectFrom('sign_in_attempt').select('at').where('at', '>', since)
  if (name_key !== undefined) query = query.where('name_key', '=', name_key)
  if (address !== undefined) query = query.where('address', '=', address)
  const row = await query
    .orderBy('at', 'desc')
    .limit(1)
    .offset(nth - 1)
    .executeTakeFirst()
  return row?.at ?? null
}

export type Unnoted = Pick<Selectable<SignInAttemptTable>, 'id' | 'name_key' | 'address' | 'at'>

/** Attempts from before a moment that no activity row counts yet. */
export const listUnnoted = (db: Db, before: string, limit: number): Promise<Unnoted[]> =>
  db
    .selectFrom('sign_in_attempt')
    .select(['id', 'name_key', 'address', 'at'])
    .where('at', '<', before)
    .where('is_noted', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function setNoted(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.updateTable('sign_in_attempt').set({ is_noted: 1 }).where('id', 'in', idRows(tx, ids)).execute()
}

/** Only one server at a time records attempts. */
export const lockNoting = (tx: Db): Promise<void> => takeTurns(tx, 'refused sign-ins')

export async function readNameFailures(db: Db, nameKey: string, since: string): Promise<NameFailures> {
  return db
    .selectFrom('sign_in_attempt')
    .select(({ fn }) => [
      fn.countAll<number>().as('failures'),
      fn.count<number>('address').distinct().as('networks'),
      fn.max<string | null>('at').as('newest_at'),
    ])
    .where('name_key', '=', nameKey)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
}

/** Whether one of these users has signed in from a network since a moment. */
export async function isKnownNetwork(db: Db, userIds: readonly number[], network: string, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_network')
    .select('user_id')
    .where('network', '=', network)
    .where('user_id', 'in', idRows(db, userIds))
    .where('last_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveKnownNetwork(db: Db, row: Insertable<KnownNetworkTable>): Promise<void> {
  await db
    .insertInto('known_network')
    .values(row)
    .onConflict((clash) => clash.columns(['user_id', 'network']).doUpdateSet({ last_at: row.last_at }))
    .execute()
}

export async function deleteKnownNetworksBefore(db: Db, userId: number, moment: string): Promise<void> {
  await db.deleteFrom('known_network').where('user_id', '=', userId).where('last_at', '<', moment).execute()
}
