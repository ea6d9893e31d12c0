import {
  centsToDollars,
  maskKey,
  type Order,
  type OrderDetails,
  type OrderKey,
  type OrderRefund,
  type ReplacedKey,
  type StoreOrder,
} from '@keydesk/contract'
import type { LoadedOrder, LoadedRefund } from './loaded-orders.service.ts'
import type { OrderItemRow } from './orders.repo.ts'

/**
 * The views of an order: one function each, all from the same loaded order. Amounts are in dollars, moments ISO 8601 in UTC. Add a new
 * field of an order to the views that show it.
 */

/** A row of the list. */
export const toOrder = ({ row, items }: LoadedOrder): Order => ({
  id: row.id,
  customer_email: row.customer_email,
  status: row.status,
  items: items.map((item) => ({
    id: item.id,
    quantity: item.quantity,
    variant: { id: item.variant_id, name: item.variant_name, product: { id: item.product_id, name: item.product_name } },
    unit_price: centsToDollars(item.unit_price_cents),
    paid: centsToDollars(item.paid_cents),
    refunded_quantity: item.refunded_quantity,
  })),
  total: centsToDollars(row.total_cents),
  created_at: row.created_at,
  subtotal: centsToDollars(row.subtotal_cents),
  discount: centsToDollars(row.subtotal_cents - row.total_cents),
  refunded_total: centsToDollars(row.refunded_cents),
  coupon_code: row.coupon_code ?? '',
  referral_code: row.referral_code ?? '',
  completion_reason: row.completion_reason,
  ...(row.shop_import_id !== null && { is_imported: true, external_number: row.external_number }),
})

/** Data from other modules that the drawer shows with the order. */
interface Beside {
  readonly replacements: readonly Replacement[]
  readonly referral: { readonly referrer: string; readonly commissionCents: number; readonly status: string } | undefined
  readonly timeline: OrderDetails['timeline']
  readonly mails: OrderDetails['mails']
  readonly isMailOn: boolean
  readonly isPageOn: boolean
  readonly pageUrl: string | null
  /** When the customer first opened each key, by key id. */
  readonly openings: ReadonlyMap<number, string>
}

interface Replacement extends Omit<ReplacedKey, 'id' | 'item_id' | 'value' | 'replacement_id'> {
  readonly key_id: number
  readonly new_key_id: number
}

/** The back office's drawer. Keys are masked. */
export function toOrderDetails(
  order: LoadedOrder,
  { replacements, referral, timeline, mails, isMailOn, isPageOn, pageUrl, openings }: Beside,
): OrderDetails {
  const { row, refunds } = order
  const byId = new Map(order.keys.map((key) => [key.id, key]))
  return {
    ...toOrder(order),
    coupon_discount: centsToDollars(row.coupon_discount_cents),
    referral_discount: centsToDollars(row.referral_discount_cents),
    payment_reference: row.payment_reference ?? '',
    reserved_until: row.status === 'pending' ? row.reserved_until : null,
    completed_at: row.completed_at,
    keys: toCurrentKeys(order, replacements).map((key) => ({
      ...{ ...key, value: maskKey(key.value), opened_at: openings.get(key.id) ?? null },
    })),
    replaced_keys: replacements.map(({ key_id, new_key_id, reason, note, replaced_at, replaced_by }) => {
      const { id, item_id, value } = byId.get(key_id)!
      const opened_at = openings.get(key_id) ?? null
      return { id, item_id, value: maskKey(value), reason, note, replaced_at, replaced_by, replacement_id: new_key_id, opened_at }
    }),
    refunds: refunds.map(toRefund),
    referral: referral
      ? { referrer: referral.referrer, commission_amount: centsToDollars(referral.commissionCents), status: referral.status }
      : null,
    ...{ timeline, mails, is_mail_on: isMailOn, is_page_on: isPageOn, page_url: pageUrl },
  }
}

/** The keys that the customer has, had until a refund, or gets once the order is completed: all except replaced ones. Unmasked. */
export const toCurrentKeys = ({ keys }: LoadedOrder, replacements: readonly { readonly key_id: number }[]): OrderKey[] =>
  keys.filter((key) => !replacements.some(({ key_id }) => key_id === key.id))

/** What the storefront of the order receives. The items of a completed order have keys. */
export function toStoreOrder({ row, items, refunds, keys }: LoadedOrder, pageUrl: string | null): StoreOrder {
  // Revoked keys were replaced or refunded.
  const keysOf = ({ id }: OrderItemRow) => {
    const sold = keys.filter((key) => key.item_id === id && key.state === 'sold')
    return { keys: sold.map((key) => key.value), key_ids: sold.map((key) => key.id) }
  }
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
      ...(row.status === 'completed' && keysOf(item)),
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
    refunds: refunds.map(toRefund),
    page_url: pageUrl,
  }
}

const toRefund = ({ id, at, reason, total_cents, items }: LoadedRefund): OrderRefund => ({
  ...{ id, at, reason, total: centsToDollars(total_cents) },
  items: items.map(({ item_id, quantity, amount_cents }) => ({ id: item_id, quantity, total: centsToDollars(amount_cents) })),
})

/** The body of a webhook (docs/reference/webhooks.md, Events): ids, counts and amounts, no keys. */
export const toOrderSummary = ({ row, items }: LoadedOrder) => ({
  ...{ order_id: row.id, status: row.status, customer_email: row.customer_email, subtotal: centsToDollars(row.subtotal_cents) },
  ...{ discount: centsToDollars(row.subtotal_cents - row.total_cents), total: centsToDollars(row.total_cents) },
  refunded_total: centsToDollars(row.refunded_cents),
  items: items.map(({ product_id, variant_id, quantity, paid_cents, refunded_quantity }) => ({
    ...{ product_id, variant_id, quantity, total: centsToDollars(paid_cents), refunded_quantity },
  })),
})

export type OrderSummary = ReturnType<typeof toOrderSummary>
