import { centsToDollars, type StoreOrder } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { listHeldKeys, type HeldKey } from '../variants/reservation.service.ts'
import type { Stepped } from './order-steps.service.ts'
import { listRefunds } from './refund.service.ts'

/** An order as its storefront sees it: once completed, with keys on its items. */
export async function viewStoreOrder(db: Db, order: Stepped): Promise<StoreOrder> {
  const { row, items } = order
  const keys = Map.groupBy(order.sold ?? (await listSoldKeys(db, order)), (key) => key.item_id)
  return {
    id: row.id,
    customer_email: row.customer_email,
    status: row.status,
    items: items.map((item) => ({
      id: item.id,
      variant_id: item.variant_id,
      product_id: item.product_id,
      product_name: item.product_name,
      variant_name: item.variant_name,
      unit_price: centsToDollars(item.unit_price_cents),
      quantity: item.quantity,
      total: centsToDollars(item.paid_cents),
      refunded_quantity: item.refunded_quantity,
      keys: row.status === 'completed' ? (keys.get(item.id) ?? []).map((key) => key.value) : undefined,
    })),
    subtotal: centsToDollars(row.subtotal_cents),
    discount: centsToDollars(row.coupon_discount_cents + row.referral_discount_cents),
    total: centsToDollars(row.total_cents),
    coupon_code: row.coupon_code,
    referral_code: row.referral_code,
    payment_reference: row.payment_reference,
    created_at: row.created_at,
    reserved_until: row.status === 'pending' ? row.reserved_until : null,
    completed_at: row.completed_at,
    refunded_total: centsToDollars(row.refunded_cents),
    refunds: (await listRefunds(db, items)).get(row.id) ?? [],
  }
}

async function listSoldKeys(db: Db, { row, items }: Stepped): Promise<HeldKey[]> {
  if (row.status !== 'completed') return []
  const held = await listHeldKeys(
    db,
    items.map((item) => item.id),
  )
  // A revoked one was replaced or refunded.
  return held.filter((key) => key.state === 'sold')
}
