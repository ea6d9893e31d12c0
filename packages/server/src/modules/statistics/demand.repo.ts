import { addDays, limits } from '@keydesk/contract'
import { sql } from 'kysely'
import { takeTurns } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** Refunds and the sums of a new day take turns: neither overlooks the other. */
export const lockDemand = (tx: Db): Promise<void> => takeTurns(tx, 'demand')

/** The day counts for every variant that has stock now. In the order in which sales write to it. */
export async function countDay(tx: Db, day: string): Promise<void> {
  await sql`
    insert into variant_day (day, variant_id, quantity)
    select ${day}, id, 0 from variant where stock > 0 and deleted_at is null and is_draft = 0
    order by product_id, id
    on conflict (day, variant_id) do nothing`.execute(tx)
}

/** Makes the sums of the days before one anew. */
export async function sumDays(tx: Db, day: string): Promise<void> {
  const weight = sql`case when day > ${addDays(day, -limits.recentDemandDays)} then 2 else 1 end`
  await tx.deleteFrom('demand_sum').execute()
  await sql`
    insert into demand_sum (variant_id, day, units, days)
    select variant_id, ${day}, cast(sum(quantity * ${weight}) as bigint), cast(sum(${weight}) as bigint)
    from variant_day where day < ${day} and day > ${addDays(day, -limits.demandDays)}
    group by variant_id`.execute(tx)
}

export async function forgetDaysBefore(tx: Db, day: string): Promise<void> {
  await tx.deleteFrom('variant_day').where('day', '<', day).execute()
}

/** Nothing happens where the day was forgotten. */
export async function subtractFromDay(tx: Db, variantId: number, day: string, quantity: number): Promise<void> {
  await tx
    .updateTable('variant_day')
    .set({ quantity: sql`quantity - ${quantity}` })
    .where('day', '=', day)
    .where('variant_id', '=', variantId)
    .execute()
}

/** From the sum that holds the day, if any. */
export async function subtractFromSum(tx: Db, variantId: number, day: string, quantity: number): Promise<void> {
  await tx
    .updateTable('demand_sum')
    .set({ units: sql`units - ${quantity} * case when day < ${addDays(day, limits.recentDemandDays)} then 2 else 1 end` })
    .where('variant_id', '=', variantId)
    .where('day', '>', day)
    .where('day', '<', addDays(day, limits.demandDays))
    .execute()
}
