import { takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** Names before addresses, always: two that wait for each other cannot be. */
export async function lockCounters(tx: Db, nameKey: string, address: string): Promise<void> {
  await takeTurns(tx, `sign-in name ${nameKey}`)
  await takeTurns(tx, `sign-in address ${address}`)
}

export async function insertAttempt(db: Db, nameKey: string, address: string, at: string): Promise<number> {
  const row = { name_key: nameKey, address, at }
  return (await db.insertInto('sign_in_attempt').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function deleteAttempt(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
}

export async function deleteAttemptsBefore(db: Db, moment: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('at', '<=', moment).execute()
}

/** When the `nth` newest attempt of a name or an address was made; undefined when there are fewer. */
export async function findNthNewest(
  db: Db,
  column: 'name_key' | 'address',
  value: string,
  nth: number,
  since: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sign_in_attempt')
    .select('at')
    .where(column, '=', value)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(nth - 1)
    .executeTakeFirst()
  return row?.at
}
