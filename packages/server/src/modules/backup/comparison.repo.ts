import { sql } from 'kysely'
import { textRows } from '../../db/engine.ts'
import type { KeyState } from '../../db/schema/catalogue.ts'
import type { Db } from '../../db/schema.ts'

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

export async function countOrdersAfter(db: Db, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '>', id)
    .executeTakeFirstOrThrow()
  return count
}

export interface Account {
  readonly username: string
  readonly username_key: string
  readonly role: string
  readonly password_hash: string | null
  readonly two_factor_since: string | null
}

/** The current administrators. */
export const listAccounts = (db: Db): Promise<Account[]> =>
  db
    .selectFrom('app_user')
    .leftJoin('two_factor', 'two_factor.user_id', 'app_user.id')
    .select(['app_user.username', 'app_user.username_key', 'app_user.role', 'app_user.password_hash'])
    .select('two_factor.enabled_at as two_factor_since')
    .where('app_user.role', '<>', 'customer')
    .execute()

export interface RevokedApiKey {
  readonly key_hash: string
  readonly name: string
  readonly hint: string
  readonly revoked_at: string
}

export const listRevokedApiKeys = (db: Db): Promise<RevokedApiKey[]> =>
  db
    .selectFrom('api_key')
    .select(['key_hash', 'name', 'hint', 'revoked_at'])
    .where('revoked_at', 'is not', null)
    .$narrowType<{ revoked_at: string }>()
    .execute()

export const listLiveApiKeys = (db: Db): Promise<{ name: string; hint: string }[]> =>
  db.selectFrom('api_key').select(['name', 'hint']).where('revoked_at', 'is', null).orderBy('id').execute()

/** Revokes restored keys again if they were revoked before the restore. */
export async function revokeApiKeys(tx: Db, revoked: readonly RevokedApiKey[]): Promise<void> {
  for (const { key_hash, revoked_at } of revoked) {
    await tx.updateTable('api_key').set({ revoked_at }).where('key_hash', '=', key_hash).where('revoked_at', 'is', null).execute()
  }
}
