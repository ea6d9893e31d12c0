import type { Selectable } from 'kysely'
import { takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { IdempotentAnswerTable } from '../../db/schema/purchases.ts'

type AnswerRow = Selectable<IdempotentAnswerTable>

/** Repeats that arrive while the first is still running wait for it. */
export const lockKey = (tx: Db, apiKeyId: number, key: string): Promise<void> => takeTurns(tx, `idempotency ${apiKeyId} ${key}`)

export const findAnswer = (db: Db, apiKeyId: number, key: string): Promise<AnswerRow | undefined> =>
  db.selectFrom('idempotent_answer').selectAll().where('api_key_id', '=', apiKeyId).where('key', '=', key).executeTakeFirst()

/** The first answer stays. */
export async function insertAnswer(db: Db, row: AnswerRow): Promise<void> {
  await db
    .insertInto('idempotent_answer')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

export async function deleteAnswersBefore(db: Db, moment: string): Promise<void> {
  await db.deleteFrom('idempotent_answer').where('created_at', '<=', moment).execute()
}
