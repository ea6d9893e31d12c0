import type { Insertable, Selectable } from 'kysely'
import { takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { IdempotentAnswerTable } from '../../db/schema/idempotency.ts'

type AnswerRow = Selectable<IdempotentAnswerTable>

/** Makes a repeated request wait while the first one runs. */
export const lockKey = (tx: Db, apiKeyId: number, key: string): Promise<void> => takeTurns(tx, `idempotency ${apiKeyId} ${key}`)

export const findAnswer = (db: Db, apiKeyId: number, key: string): Promise<AnswerRow | undefined> =>
  db.selectFrom('idempotent_answer').selectAll().where('api_key_id', '=', apiKeyId).where('key', '=', key).executeTakeFirst()

/**
 * Stores an answer.
 * @param before only an answer from before this moment is replaced, a newer one stays; null replaces any
 */
export async function storeAnswer(db: Db, row: Insertable<IdempotentAnswerTable>, before: string | null): Promise<void> {
  const { request_hash, status, body, created_at } = row
  await db
    .insertInto('idempotent_answer')
    .values(row)
    .onConflict((clash) => {
      const replaced = clash.columns(['api_key_id', 'key']).doUpdateSet({ request_hash, status, body, created_at })
      return before === null ? replaced : replaced.where('idempotent_answer.created_at', '<=', before)
    })
    .execute()
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
