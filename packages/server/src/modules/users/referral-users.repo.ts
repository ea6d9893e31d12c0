import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { forUpdate, idRows, startsWith, takeTurns } from '../../db/engine.ts'
import { byId, byNumber, byUniqueText, containing, readPage, type Page, type PageRequest } from '../../db/page.ts'
import type { Db } from '../../db/schema.ts'
import type { AppUserTable } from '../../db/schema/users.ts'

const columns = [
  ...(['id', 'username', 'username_key', 'email', 'email_key', 'role', 'created_at'] as const),
  ...(['referral_code', 'referral_code_key', 'referral_enabled', 'custom_commission_hundredths', 'custom_discount_hundredths'] as const),
  ...(['total_referrals', 'completed_referrals', 'commission_cents', 'paid_out_cents'] as const),
] as const

export type ReferralUserRow = Pick<Selectable<AppUserTable>, (typeof columns)[number]>

const listing = {
  id: 'id',
  sorts: {
    id: byId,
    username: byUniqueText('username_key'),
    email: byUniqueText('email_key'),
    referral_code: byUniqueText('referral_code_key'),
    referral_enabled: byNumber('referral_enabled'),
    total_referrals: byNumber('total_referrals'),
    completed_referrals: byNumber('completed_referrals'),
    total_commission: byNumber('commission_cents'),
    // Users are always created at the current time, so ids have the same order.
    created_at: byId,
  },
  fallback: '-id',
}

/** The users who have a code. Nobody is found or sorted by email unless `withEmails` is set. */
export function listReferralUsers(
  db: Db,
  { id, text, withEmails }: { readonly id: number | undefined; readonly text: string; readonly withEmails: boolean },
  request: PageRequest,
): Promise<Page<ReferralUserRow>> {
  const all = db.selectFrom('app_user').select(columns).where('referral_code_key', 'is not', null)
  const list = id === undefined ? all : all.where('id', '=', id)
  const pattern = containing(text)
  const inColumn = (column: string) => sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
  const searched = ['username_key', 'referral_code_key', ...(withEmails ? ['email_key'] : [])]
  const found = sql<boolean>`(${sql.join(searched.map(inColumn), sql` or `)})`
  const { email: byEmail, ...sorts } = listing.sorts
  const sorted = { ...listing, sorts: withEmails ? { ...sorts, email: byEmail } : sorts }
  return readPage(db, { list, search: text === '' ? undefined : found }, sorted, request)
}

/**
 * A user with a code. With `lock` the row stays locked until the transaction ends: every change of a code, a rate or a total takes this
 * lock.
 */
export async function findReferralUser(db: Db, id: number, { lock = false } = {}): Promise<ReferralUserRow | undefined> {
  const query = db.selectFrom('app_user').select(columns).where('id', '=', id).where('referral_code_key', 'is not', null)
  return (lock ? forUpdate(db, query) : query).executeTakeFirst()
}

export const findByEmail = (db: Db, emailKey: string): Promise<ReferralUserRow | undefined> =>
  db.selectFrom('app_user').select(columns).where('email_key', '=', emailKey).where('referral_code_key', 'is not', null).executeTakeFirst()

/** The enabled user with a code, ignoring case. */
export const findReferrer = (db: Db, codeKey: string): Promise<ReferralUserRow | undefined> =>
  db.selectFrom('app_user').select(columns).where('referral_code_key', '=', codeKey).where('referral_enabled', '=', 1).executeTakeFirst()

/**
 * Users with a code whose name, code or, with `withEmails`, email starts with a text, some for each of these. A user may occur several
 * times.
 * @param text in lower case
 */
export async function findByBeginning(
  db: Db,
  text: string,
  { withEmails, limit }: { readonly withEmails: boolean; readonly limit: number },
): Promise<Pick<ReferralUserRow, 'id' | 'username' | 'email' | 'referral_code'>[]> {
  const searched = ['username_key', 'referral_code_key', ...(withEmails ? ['email_key'] : [])]
  const parts = searched.map(
    (column) => sql`select * from (select id, username, email, referral_code from app_user
      where referral_code_key is not null and ${startsWith(column, text)}
      order by ${sql.ref(column)} limit ${sql.lit(limit)}) as ${sql.raw(`by_${column}`)}`,
  )
  const query = sql<Pick<ReferralUserRow, 'id' | 'username' | 'email' | 'referral_code'>>`${sql.join(parts, sql` union all `)}`
  return (await query.execute(db)).rows
}

/** Several users, locked in the order of their ids, so that two transactions cannot deadlock. */
export const lockReferralUsers = (tx: Db, ids: readonly number[]): Promise<ReferralUserRow[]> =>
  forUpdate(
    tx,
    tx.selectFrom('app_user').select(columns).where('id', 'in', idRows(tx, ids)).where('referral_code_key', 'is not', null).orderBy('id'),
  ).execute()

/** Every user with one of these names or emails. */
export const listUsersNamed = (db: Db, keys: readonly string[]): Promise<ReferralUserRow[]> =>
  db
    .selectFrom('app_user')
    .select(columns)
    .where((where) => where.or([where('username_key', 'in', keys), where('email_key', 'in', keys)]))
    .execute()

/** Whether a code is free for a user. A free code stays free until the transaction ends. */
export async function claimCode(tx: Db, codeKey: string, userId: number | null): Promise<boolean> {
  await takeTurns(tx, `referral code ${codeKey}`)
  const holder = await tx.selectFrom('app_user').select('id').where('referral_code_key', '=', codeKey).executeTakeFirst()
  return holder === undefined || holder.id === userId
}

/** Undefined if the name or email was taken meanwhile. */
export const insertReferralUser = (tx: Db, row: Insertable<AppUserTable>): Promise<ReferralUserRow | undefined> =>
  tx
    .insertInto('app_user')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .returning(columns)
    .executeTakeFirst()

export const updateReferralUser = (tx: Db, id: number, change: Updateable<AppUserTable>): Promise<ReferralUserRow> =>
  tx.updateTable('app_user').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** @param cents negative to undo a payout */
export async function addToPaidOut(tx: Db, id: number, cents: number): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ paid_out_cents: sql`paid_out_cents + ${cents}` })
    .where('id', '=', id)
    .execute()
}

/** Adds to the stored totals of a user. The row stays locked until the transaction ends. */
export async function addToFigures(
  tx: Db,
  userId: number,
  figures: { total?: number; completed?: number; commissionCents?: number },
): Promise<void> {
  const { total = 0, completed = 0, commissionCents = 0 } = figures
  await tx
    .updateTable('app_user')
    .set({
      total_referrals: sql`total_referrals + ${total}`,
      completed_referrals: sql`completed_referrals + ${completed}`,
      commission_cents: sql`commission_cents + ${commissionCents}`,
    })
    .where('id', '=', userId)
    .execute()
}
