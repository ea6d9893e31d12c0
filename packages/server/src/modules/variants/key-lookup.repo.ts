import { sql } from 'kysely'
import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

export type FoundKey = NonNullable<Awaited<ReturnType<typeof findKey>>>

/** A key and what it belongs to. Of several with one value, which only older shops have, the one that somebody has or can get. */
export const findKey = (db: Db, wanted: { readonly value: string } | { readonly id: number }) =>
  db
    .selectFrom('license_key')
    .innerJoin('variant', 'variant.id', 'license_key.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .leftJoin('key_import', 'key_import.id', 'license_key.import_id')
    .leftJoin('order_item', 'order_item.id', 'license_key.order_item_id')
    .leftJoin('refund', 'refund.id', 'license_key.refund_id')
    .select(['license_key.id', 'license_key.variant_id', 'license_key.state', 'license_key.created_at', 'license_key.import_id'])
    .select(['license_key.removed_at', 'license_key.removed_by', 'order_item.order_id'])
    .select(['variant.name as variant_name', 'variant.product_id', 'product.name as product_name'])
    .select(['key_import.name as import_name', 'key_import.created_at as imported_at', 'key_import.created_by as imported_by'])
    .select(['refund.at as refunded_at', 'refund.actor as refunded_by', 'refund.reason as refund_reason'])
    .where((where) => ('id' in wanted ? where('license_key.id', '=', wanted.id) : where('license_key.value', '=', wanted.value)))
    .orderBy(sql`case when license_key.state = 'removed' then 1 else 0 end`)
    .orderBy('license_key.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type OrderMoments = Awaited<ReturnType<typeof listOrderMoments>>[number]

export const listOrderMoments = (db: Db, ids: readonly number[]) =>
  db.selectFrom('orders').select(['id', 'status', 'created_at', 'completed_at', 'ended_at']).where('id', 'in', idRows(db, ids)).execute()

export interface OrderStep {
  readonly order_id: number
  readonly action: string
  readonly actor: string
}

/** Who took which step of these orders. */
export const listOrderSteps = (db: Db, ids: readonly number[]): Promise<OrderStep[]> =>
  db
    .selectFrom('activity')
    .select(['subject_id as order_id', 'action', 'actor_name as actor'])
    .where('subject_kind', '=', 'order')
    .where('subject_id', 'in', idRows(db, ids))
    .where('action', 'in', ['order.created', 'order.completed', 'order.refunded', 'order.cancelled', 'order.expired'])
    .orderBy('id')
    .execute()

/** Who changed a variant at a moment. */
export async function findEditor(db: Db, variantId: number, at: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('activity')
    .select('actor_name')
    .where('subject_kind', '=', 'variant')
    .where('subject_id', '=', variantId)
    .where('at', '=', at)
    .where('kind', '<>', 'read')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.actor_name
}
