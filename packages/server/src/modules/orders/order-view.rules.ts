import { centsToDollars, type Order } from '@keydesk/contract'

interface OrderColumns {
  readonly id: number
  readonly customer_email: string
  readonly status: string
  readonly subtotal_cents: number
  readonly total_cents: number
  readonly coupon_code: string | null
  readonly referral_code: string | null
  readonly created_at: string
  readonly refunded_cents: number
  readonly completion_reason: string | null
}

interface ItemColumns {
  readonly id: number
  readonly product_id: number
  readonly product_name: string
  readonly variant_id: number
  readonly variant_name: string
  readonly quantity: number
  readonly unit_price_cents: number
  readonly paid_cents: number
  readonly refunded_quantity: number
}

/** An order as the list shows it: amounts in dollars, and no keys. */
export const toOrder = (row: OrderColumns, items: readonly ItemColumns[]): Order => ({
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
})
