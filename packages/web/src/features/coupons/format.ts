import { type Coupon, type CouponDryRun, type CouponState, formatUsd } from '@keydesk/contract'
import { timeOf } from '../../kit/table/column.ts'
import { formatCount, plural } from '../../kit/text/format.ts'

/** N%, $N, or Free. A type that only a foreign host knows is shown unchanged. */
export function formatDiscount({ discount_type, discount_value }: Pick<Coupon, 'discount_type' | 'discount_value'>): string {
  switch (discount_type) {
    case 'percentage':
      return `${discount_value}%`
    case 'fixed_amount':
      // Whole dollars without cents: $10, but $12.50.
      return formatUsd(discount_value).replace(/\.00$/, '')
    case 'free_license':
      return 'Free'
    default:
      return discount_type
  }
}

export function formatUses({ current_usage, max_usage }: Pick<Coupon, 'current_usage' | 'max_usage'>): string {
  return max_usage === 0 ? formatCount(current_usage) : `${formatCount(current_usage)} / ${formatCount(max_usage)}`
}

export type OfProducts = Pick<Coupon, 'applicable_to_all' | 'applicable_products'> & {
  /** Product names that a foreign host sends with the ids. */
  readonly product_names?: Readonly<Record<string, string>>
}

/** @param nameOf the name in the list of products; undefined or `unnamed` for a product that is not listed */
export function formatProducts(coupon: OfProducts, nameOf: (id: number) => string | undefined): string {
  if (coupon.applicable_to_all) return 'All Products'
  const names = coupon.applicable_products.map((id) => {
    const listed = nameOf(id)
    return listed === undefined || listed === unnamed(id) ? (coupon.product_names?.[id] ?? unnamed(id)) : listed
  })
  return names.join(', ') || 'No products selected'
}

/** Shown in place of an unknown product name. */
export const unnamed = (id: number): string => `#${id}`

export const stateWords: Readonly<Record<CouponState, string>> = {
  active: 'Active',
  scheduled: 'Scheduled',
  inactive: 'Inactive',
  used_up: 'Used up',
  expired: 'Expired',
}

export const isUpcoming = ({ starts_at }: Pick<Coupon, 'starts_at'>, now: Date): boolean => !!starts_at && new Date(starts_at) > now

export const isExpired = ({ expiration_date }: Pick<Coupon, 'expiration_date'>, now: Date): boolean =>
  expiration_date !== null && new Date(expiration_date) <= now

export const isUsedUp = ({ current_usage, max_usage }: Pick<Coupon, 'current_usage' | 'max_usage'>): boolean =>
  max_usage > 0 && current_usage >= max_usage

/** Newest first. A foreign host may send no date: then by id. */
export const newestFirst = <Row extends { readonly id: number; readonly created_at: string | null }>(
  rows: readonly Row[],
): readonly Row[] => rows.toSorted((a, b) => (timeOf(b.created_at) ?? 0) - (timeOf(a.created_at) ?? 0) || b.id - a.id)

export function describeDryRun({ orders, applied, cost, lowest_total }: CouponDryRun): string {
  if (orders === 0) return 'No orders were completed in this period.'
  if (lowest_total === null) return `Would have applied to none of ${plural(orders, 'order')}.`
  return `Would have applied to ${formatCount(applied)} of ${plural(orders, 'order')}, cost ${formatUsd(cost)}, lowest total ${formatUsd(lowest_total)}.`
}

/** Warnings about effects that the seller may not have meant. */
export const warnOfDryRun = ({ cost, lowest_total, revenue }: CouponDryRun): string[] => [
  ...(lowest_total === 0 && cost > 0 ? ['It makes at least one order free.'] : []),
  ...(cost > revenue / 2 ? [`It costs more than half of the revenue of these days, which is ${formatUsd(revenue)}.`] : []),
]
