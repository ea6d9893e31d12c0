import type { OrderStatus } from '@keydesk/contract'
import type { Generated } from 'kysely'
import type { Bit, Moment } from './columns.ts'

/** An order; `order` is a keyword of SQL. */
export interface OrderTable {
  id: Generated<number>
  customer_email: string
  /** Lower case. */
  customer_key: string
  /** The email as `foldEmail` writes it, for limits per customer. */
  limit_key: Generated<string>
  status: OrderStatus
  subtotal_cents: number
  coupon_discount_cents: number
  referral_discount_cents: number
  total_cents: number
  coupon_id: number | null
  coupon_code: string | null
  referral_code: string | null
  payment_reference: string | null
  created_at: Moment
  reserved_until: Moment
  completed_at: Moment | null
  /** The API key that created it: only that storefront sees it. Null for an imported order, which no storefront sees. */
  api_key_id: number | null
  /** When it was cancelled, expired or refunded. */
  ended_at: Moment | null
  /** The amount refunded so far; the whole total once the order is refunded. */
  refunded_cents: Generated<number>
  /** Why a team member completed it by hand. */
  completion_reason: string | null
  /** The shop import that brought it. Its items may have fewer keys than units. */
  shop_import_id: number | null
  /** The number of an imported order in the shop that it comes from, without `#`. */
  external_number: string | null
  /** 0 if the storefront mails the keys itself. */
  wants_mail: Generated<Bit>
  /** The hash of the secret in the address of its page; null until it is completed. */
  page_token_hash: string | null
  /** Makes the secret again, with APP_SECRET, so that the address can be shown again. */
  page_token_salt: string | null
}

export interface OrderItemTable {
  id: Generated<number>
  order_id: number
  product_id: number
  variant_id: number
  product_name: string
  variant_name: string
  quantity: number
  unit_price_cents: number
  /** After the line's share of the discounts. */
  paid_cents: number
  /** Set while it counts as a sale: until it is fully refunded. */
  sold_at: Moment | null
  /** Refunded units, and their share of `paid_cents`. */
  refunded_quantity: Generated<number>
  refunded_cents: Generated<number>
}

/** A refund of an order or of single items. */
export interface RefundTable {
  id: Generated<number>
  order_id: number
  at: Moment
  /** The name of the person or API key that refunded it. */
  actor: string
  reason: string | null
  total_cents: number
}

export interface RefundItemTable {
  id: Generated<number>
  refund_id: number
  item_id: number
  quantity: number
  amount_cents: number
}
