import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { AppUserTable } from '../../db/schema/people.ts'
import type { ReferralTable } from '../../db/schema/referrals.ts'

type Referrer = Pick<
  Selectable<AppUserTable>,
  'id' | 'username' | 'email_key' | 'referral_code' | 'custom_commission_hundredths' | 'custom_discount_hundredths'
>

/** The enabled user of a code, ignoring case. */
export const findReferrer = (db: Db, codeKey: string): Promise<Referrer | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'username', 'email_key', 'referral_code', 'custom_commission_hundredths', 'custom_discount_hundredths'])
    .where('referral_code_key', '=', codeKey)
    .where('referral_enabled', '=', 1)
    .executeTakeFirst()

export async function insertReferral(tx: Db, row: Omit<Selectable<ReferralTable>, 'id' | 'original_commission_cents'>): Promise<void> {
  await tx.insertInto('referral').values(row).execute()
}

export const findReferralOf = (db: Db, orderId: number): Promise<Selectable<ReferralTable> | undefined> =>
  db.selectFrom('referral').selectAll().where('order_id', '=', orderId).executeTakeFirst()

export async function setReferralStatus(tx: Db, id: number, status: ReferralTable['status']): Promise<void> {
  await tx.updateTable('referral').set({ status }).where('id', '=', id).execute()
}

/** What a refund leaves of a commission; what it was at first is kept. */
export async function reduceCommission(tx: Db, id: number, cents: number): Promise<void> {
  await tx
    .updateTable('referral')
    .set({ commission_cents: cents, original_commission_cents: sql`coalesce(original_commission_cents, commission_cents)` })
    .where('id', '=', id)
    .execute()
}

/** Adds to the stored totals of a user; the row stays locked until the transaction ends. */
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

export async function findUsername(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('app_user').select('username').where('id', '=', id).executeTakeFirst())?.username
}
