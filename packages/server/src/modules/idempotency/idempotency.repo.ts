import type { Insertable, Selectable } from 'kysely'
import { takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { IdempotentAnswerTable } from '../../db/schema/orders.ts'

type AnswerRow = Selectable<IdempotentAnswerTable>

/** Makes a repeated request wait while the first one runs. */
export const lockKey = (tx: Db, apiKeyId: number, key: string): Promise<void> => takeTurns(tx, `idempotency ${apiKeyId} ${key}`)

export const findAnswer = (db: Db, apiKeyId: number, key: string): Promise<AnswerRow | undefined> =>
  db.selectFrom('idempotent_answer').selectAll().where('api_key_id', '=', apiKeyId).where('key', '=', key).executeTakeFirst()

/** Stores an answer; an existing one stays. */
export async function insertAnswer(db: Db, row: Insertable<IdempotentAnswerTable>): Promise<void> {
  await db
    .insertInto('idempotent_answer')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

export async function deleteAnswer(db: Db, apiKeyId: number, key: string): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('api_key_id', '=', apiKeyId).where('key', '=', key).execute()
}

/** Deletes those of the oldest `limit` answers that are from before a moment, and returns how many. */
export async function deleteAnswersBefore(db: Db, moment: string, limit: number): Promise<number> {
  const oldest = db.selectFrom('idempotent_answer').select('id').orderBy('id').limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('idempotent_answer')
    .where('id', 'in', oldest)
    .where('created_at', '<=', moment)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
