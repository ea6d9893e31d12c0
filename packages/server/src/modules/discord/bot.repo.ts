import type { Selectable, Updateable } from 'kysely'
import { forUpdate, takeTurns } from '../../db/engine.ts'
import type { BotLogTable, DiscordBotTable } from '../../db/schema/discord.ts'
import type { Db } from '../../db/schema.ts'

export type BotRow = Selectable<DiscordBotTable>
export type LogRow = Selectable<BotLogTable>

/** The only row, inserted by the migration; with `lock` it stays locked until the transaction ends. */
export async function readBot(db: Db, { lock = false } = {}): Promise<BotRow> {
  const query = db.selectFrom('discord_bot').selectAll().where('id', '=', 1)
  return (lock ? forUpdate(db, query) : query).executeTakeFirstOrThrow()
}

export async function updateBot(db: Db, change: Omit<Updateable<DiscordBotTable>, 'id'>): Promise<void> {
  await db.updateTable('discord_bot').set(change).where('id', '=', 1).execute()
}

/** Adds a line and deletes all but the newest `length`. */
export async function addLogLine(tx: Db, line: Omit<LogRow, 'id'>, length: number): Promise<void> {
  await tx.insertInto('bot_log').values(line).execute()
  await tx
    .deleteFrom('bot_log')
    .where('id', '<=', tx.selectFrom('bot_log').select('id').orderBy('id', 'desc').offset(length).limit(1))
    .execute()
}

/** Oldest first. */
export async function listLog(db: Db, newest: number): Promise<LogRow[]> {
  return (await db.selectFrom('bot_log').selectAll().orderBy('id', 'desc').limit(newest).execute()).toReversed()
}

/** Serialises transactions about restocks of one product. */
export const lockRestocks = (tx: Db, productId: number): Promise<void> => takeTurns(tx, `restock ${productId}`)
