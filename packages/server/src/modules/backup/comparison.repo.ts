import { sql } from 'kysely'
import { idRows, textRows } from '../../db/engine.ts'
import type { KeyState } from '../../db/schema/keys.ts'
import type { Db } from '../../db/schema.ts'
import type { Row } from './stored-tables.repo.ts'

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined

export interface KnownKey {
  readonly value: string
  readonly state: KeyState
  readonly order_id: number | null
}

/** The keys with these values, whatever became of them. */
export const listKnownKeys = (db: Db, values: readonly string[]): Promise<KnownKey[]> =>
  db
    .selectFrom('license_key')
    .leftJoin('order_item', 'order_item.id', 'license_key.order_item_id')
    .select(['license_key.value', 'license_key.state', 'order_item.order_id'])
    .where('license_key.value', 'in', sql<string>`(select value from ${textRows(db, values)} as listed)`)
    .execute()

/** Whether there is an order with this id, made at this moment. */
export const hasOrder = async (db: Db, id: number, createdAt: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('id', '=', id).where('created_at', '=', createdAt).executeTakeFirst()) !== undefined

export type Contact = Awaited<ReturnType<typeof listContacts>>[number]

/** The emails of these orders, and the tokens of their pages. */
export const listContacts = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('orders')
    .select(['id', 'created_at', 'customer_email', 'customer_key', 'page_token_hash', 'page_token_salt'])
    .where('id', 'in', idRows(db, ids))
    .execute()

/** How many of these orders or payouts were decided. Cancelled and expired orders do not count: they would end the same way again. */
export async function countDecided(db: Db, table: 'orders' | 'payout', ids: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .where('status', 'in', ['completed', 'refunded', 'failed'])
    .executeTakeFirstOrThrow()
  return count
}

/** How many orders or refunds were made after the one with this id. */
export async function countAfter(db: Db, table: 'orders' | 'refund', id: number): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '>', id)
    .executeTakeFirstOrThrow()
  return count
}

/** How many payouts were requested after the one with this id. Rejected ones do not count: their amounts are open already. */
export async function countPayoutsAfter(db: Db, id: number): Promise<{ pending: number; completed: number }> {
  const counted = await db
    .selectFrom('payout')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('id', '>', id)
    .groupBy('status')
    .execute()
  const countOf = (status: string): number => counted.find((row) => row.status === status)?.count ?? 0
  return { pending: countOf('pending'), completed: countOf('completed') }
}

/** What decides over the access of an account, besides two-factor sign-in. */
export const accessColumns = [
  ...(['role', 'password_hash', 'two_factor_required', 'keys_per_hour'] as const),
  ...(['switch_amounts', 'switch_reveal', 'switch_refund'] as const),
]

export type Account = Awaited<ReturnType<typeof listAccounts>>[number]

/** The current members. */
export const listAccounts = (db: Db) =>
  db
    .selectFrom('app_user')
    .leftJoin('two_factor', 'two_factor.user_id', 'app_user.id')
    .select(['app_user.id', 'app_user.username', 'app_user.username_key', 'app_user.disabled_at', ...accessColumns])
    .select('two_factor.enabled_at as two_factor_since')
    .where('app_user.role', '<>', 'customer')
    .orderBy('app_user.username_key')
    .execute()

/** The recovery codes that are not used yet. */
export const listRecoveryCodes = (db: Db) => db.selectFrom('recovery_code').select(['user_id', 'code_hash']).execute()

export type ApiKey = Awaited<ReturnType<typeof listApiKeys>>[number]

/** All API keys, with what a revocation or rotation changes. */
export const listApiKeys = (db: Db) =>
  db
    .selectFrom('api_key')
    .select(['id', 'name', 'created_at', 'revoked_at', 'key_hash', 'hint', 'created_by'])
    .select(['previous_key_hash', 'previous_ends_at', 'previous_created_by'])
    .orderBy('id')
    .execute()

/** All webhooks, with every column. */
export const listWebhooks = (db: Db): Promise<Row[]> => db.selectFrom('webhook').selectAll().orderBy('id').execute()

/** The encrypted token of the bot, which differs once a token was saved; null if there is none. */
export async function findBotToken(db: Db): Promise<string | null> {
  const bot = await db.selectFrom('discord_bot').select('token_sealed').executeTakeFirst()
  return bot?.token_sealed ?? null
}

/** Disables restored accounts again. */
export async function disableAccounts(tx: Db, disabled: readonly Pick<Account, 'username_key' | 'disabled_at'>[]): Promise<void> {
  for (const { username_key, disabled_at } of disabled)
    await tx.updateTable('app_user').set({ disabled_at }).where('username_key', '=', username_key).execute()
}
