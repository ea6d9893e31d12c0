import { formatUsd, type Coupon } from '@keydesk/contract'
import { formatCount } from '../../kit/format.ts'
import { timeOf } from '../../kit/sort-rows.ts'

/** N%, $N, or Free (spec section 2). */
export function formatDiscount({ discount_type, discount_value }: Pick<Coupon, 'discount_type' | 'discount_value'>): string {
  if (discount_type === 'free_license') return 'Free'
  // Whole dollars without cents: $10, but $12.50.
  return discount_type === 'fixed_amount' ? formatUsd(discount_value).replace(/\.00$/, '') : `${discount_value}%`
}

export function formatUses({ current_usage, max_usage }: Pick<Coupon, 'current_usage' | 'max_usage'>): string {
  return max_usage === 0 ? formatCount(current_usage) : `${formatCount(current_usage)} / ${formatCount(max_usage)}`
}

export function formatProducts(coupon: Pick<Coupon, 'applicable_to_all' | 'applicable_products'>, nameOf: (id: number) => string): string {
  if (coupon.applicable_to_all) return 'All Products'
  return coupon.applicable_products.map(nameOf).join(', ') || 'No products selected'
}

export const isExpired = ({ expiration_date }: Pick<Coupon, 'expiration_date'>, now: Date): boolean =>
  expiration_date !== null && new Date(expiration_date) <= now

/** Newest first; what has no date, on a foreign host, by its number. */
export const newestFirst = <Row extends { readonly id: number; readonly created_at: string | null }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (timeOf(b.created_at) ?? 0) - (timeOf(a.created_at) ?? 0) || b.id - a.id)
