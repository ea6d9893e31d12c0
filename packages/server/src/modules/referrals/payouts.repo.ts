import { sql, type Insertable, type Selectable } from 'kysely'
import { forUpdate, idRows, textRows } from '../../db/engine.ts'
import { byId, byNumber, byTextWithoutCase, containing, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { PayoutTable } from '../../db/schema/referrals.ts'

export type PayoutRow = Selectable<PayoutTable>

// No sorting by columns of another table, because an index covers one table; none by status, because it is a filter.
const listing = {
  id: 'payout.id',
  sorts: {
    id: byId,
    amount: byNumber('payout.amount_cents'),
    wallet_type: byTextWithoutCase('payout.wallet_type'),
    // Ids grow with time, and the index on the status contains them.
    created_at: byId,
  },
  fallback: '-id',
}

/** @param status all by default */
export function listPayouts(
  db: Db,
  { status, search }: { status?: PayoutTable['status']; search: string },
  request: PageRequest,
): Promise<Page<PayoutRow & { username: string; commission_cents: number; user_enabled: number }>> {
  const all = db.selectFrom('payout')
  const counted = status === undefined ? all : all.where('payout.status', '=', status)
  const list = counted
    .innerJoin('app_user', 'app_user.id', 'payout.user_id')
    .selectAll('payout')
    .select(['app_user.username', 'app_user.commission_cents', 'app_user.referral_enabled as user_enabled'])
  const pattern = containing(search)
  const found = sql<boolean>`(app_user.username_key like ${pattern} escape '\\' or lower(wallet_address) like ${pattern} escape '\\'
    or lower(transaction_id) like ${pattern} escape '\\')`
  return readPage(db, { list, search: search === '' ? undefined : found, counted }, listing, request)
}

/** With `lock` its row stays locked until the transaction ends. */
export async function findPayout(db: Db, id: number, { lock = false } = {}): Promise<PayoutRow | undefined> {
  const query = db.selectFrom('payout').selectAll().where('id', '=', id)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

/** Payouts in the order of their ids. With `lock` their rows stay locked until the transaction ends. */
export async function findPayouts(db: Db, ids: readonly number[], { lock = false } = {}): Promise<PayoutRow[]> {
  const query = db.selectFrom('payout').selectAll().where('id', 'in', idRows(db, ids)).orderBy('id')
  return (lock ? forUpdate(db, query) : query).execute()
}

/** The address of the last completed payout for each user and wallet type. */
export async function listLastAddresses(
  db: Db,
  userIds: readonly number[],
): Promise<{ user_id: number; wallet_type: string; wallet_address: string }[]> {
  const { rows } = await sql<{ user_id: number; wallet_type: string; wallet_address: string }>`
    select user_id, wallet_type, wallet_address from (
      select user_id, lower(wallet_type) as wallet_type, wallet_address,
        row_number() over (partition by user_id, lower(wallet_type) order by decided_at desc, id desc) as place
      from payout where user_id in ${idRows(db, userIds)} and status = 'completed'
    ) as completed where place = 1`.execute(db)
  return rows
}

/** Which of these transactions are used by several runs. A payout that was completed alone counts as a run of its own. */
export async function listRepeatedTransactions(db: Db, transactionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ transaction_id: string }>`
    select transaction_id from payout
    where transaction_id in ${textRows(db, transactionIds)}
    group by transaction_id having count(distinct coalesce(run_id, -id)) > 1`.execute(db)
  return rows.map((row) => row.transaction_id)
}

/** Which of these transactions have already completed payouts, with the first payout and the number of payouts. */
export const listUsedTransactions = (
  db: Db,
  transactionIds: readonly string[],
): Promise<{ transaction_id: string; payout_id: number; payouts: number }[]> =>
  db
    .selectFrom('payout')
    .select(({ fn }) => [
      sql<string>`transaction_id`.as('transaction_id'),
      fn.min('id').as('payout_id'),
      fn.countAll<number>().as('payouts'),
    ])
    .where(sql<boolean>`transaction_id in ${textRows(db, transactionIds)}`)
    .where('status', '=', 'completed')
    .groupBy('transaction_id')
    .orderBy('payout_id')
    .execute()

/** Sums of completed payouts in cents, by user. Users without any are missing. */
export async function sumCompleted(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('payout')
    .select(['user_id', sql<number>`cast(sum(amount_cents) as bigint)`.as('cents')])
    .where('user_id', 'in', idRows(db, userIds))
    .where('status', '=', 'completed')
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.cents]))
}

/**
 * The completed payouts that were decided from one moment until before another, in cents. The condition on the status is no equality, so
 * that the databases look into the index by time.
 */
export async function sumPaidOut(db: Db, from: string, before: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select cast(coalesce(sum(amount_cents), 0) as bigint) as cents from payout
    where decided_at >= ${from} and decided_at < ${before} and status not in ('pending', 'failed')`.execute(db)
  return rows[0]!.cents
}

export const insertPayout = (tx: Db, row: Insertable<PayoutTable>): Promise<PayoutRow> =>
  tx.insertInto('payout').values(row).returningAll().executeTakeFirstOrThrow()

type Decision = Pick<PayoutRow, 'status' | 'transaction_id' | 'reason' | 'decided_at' | 'run_id'>

export const decidePayout = (tx: Db, id: number, change: Decision): Promise<PayoutRow> =>
  tx.updateTable('payout').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
