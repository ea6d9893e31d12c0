import { sql } from 'kysely'
import { partOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { differing, sum } from './checks.repo.ts'

/** Referrals whose status does not match that of their order. */
export const listWrongReferrals = (db: Db) =>
  differing(
    db,
    sql<{ id: number; status: string; order_id: number; order_status: string }>`
      select referral.id, referral.status, orders.id as order_id, orders.status as order_status
      from referral
      join orders on orders.id = referral.order_id
      where referral.status <> case orders.status when 'pending' then 'pending' when 'completed' then 'completed' else 'rejected' end
      order by referral.id`,
  )

/** Orders with a referral code, but no referral. */
export const listLostReferrals = (db: Db) =>
  differing(
    db,
    sql<{ id: number }>`
      select orders.id from orders
      left join referral on referral.order_id = orders.id
      where orders.referral_code is not null and referral.id is null
      order by orders.id`,
  )

/** Referrals whose commission does not match what is left of their order after refunds. */
export const listWrongShares = (db: Db) => {
  const [original, left, total] = [sql<number>`original`, sql<number>`left_cents`, sql<number>`total_cents`]
  return differing(
    db,
    sql<{ id: number; order_id: number; kept: number; found: number }>`
      select * from (
        select id, order_id, kept, case when is_refunded = 1 then 0 when total_cents = 0 then original else ${partOf(db, original, left, total)} end as found
        from (
          select referral.id, orders.id as order_id, referral.commission_cents as kept,
            coalesce(referral.original_commission_cents, referral.commission_cents) as original,
            orders.total_cents - orders.refunded_cents as left_cents, orders.total_cents,
            case orders.status when 'refunded' then 1 else 0 end as is_refunded
          from referral join orders on orders.id = referral.order_id
          where referral.original_commission_cents is not null or orders.refunded_cents > 0
        ) as reduced
      ) as shares
      where kept <> found
      order by id`,
  )
}

interface Figures {
  readonly id: number
  readonly total: number
  readonly found_total: number
  readonly completed: number
  readonly found_completed: number
  /** Cents, like the fields below. */
  readonly commission: number
  readonly found_commission: number
  readonly paid_out: number
  readonly found_paid_out: number
  /** Total ever earned, before refunds: a refund reduces commission, but does not reclaim payouts. */
  readonly earned: number
}

/** Users whose totals do not match their referrals and payouts, or who were paid more than they ever earned. */
export const listWrongFigures = (db: Db) =>
  differing(
    db,
    sql<Figures>`
      select * from (
        select app_user.id,
          app_user.total_referrals as total, coalesce(referrals.total, 0) as found_total,
          app_user.completed_referrals as completed, coalesce(referrals.completed, 0) as found_completed,
          app_user.commission_cents as commission, coalesce(referrals.commission, 0) as found_commission,
          app_user.paid_out_cents as paid_out, coalesce(payouts.paid_out, 0) as found_paid_out,
          coalesce(referrals.earned, 0) as earned
        from app_user
        left join (
          select referral.referrer_id, count(*) as total,
            cast(sum(case when referral.status = 'completed' then 1 else 0 end) as bigint) as completed,
            cast(sum(case when referral.status = 'completed' then referral.commission_cents else 0 end) as bigint) as commission,
            cast(sum(case when orders.completed_at is not null then coalesce(referral.original_commission_cents, referral.commission_cents) else 0 end) as bigint) as earned
          from referral join orders on orders.id = referral.order_id
          group by referral.referrer_id
        ) as referrals on referrals.referrer_id = app_user.id
        left join (
          select user_id, ${sum('amount_cents')} as paid_out from payout where status in ('pending', 'completed') group by user_id
        ) as payouts on payouts.user_id = app_user.id
      ) as figures
      where total <> found_total or completed <> found_completed or commission <> found_commission
        or paid_out <> found_paid_out or found_paid_out > earned
      order by id`,
  )
