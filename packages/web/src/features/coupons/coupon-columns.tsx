import type { Coupon, Product } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../kit/badge.tsx'
import type { Column } from '../../kit/column.ts'
import { DateText } from '../../kit/date-text.tsx'
import { LongText } from '../../kit/long-text.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { timeOf } from '../../kit/sort-rows.ts'
import { formatDiscount, formatProducts, formatUses, isExpired, isUpcoming, isUsedUp } from './coupon-format.ts'
import { CouponRowActions } from './coupon-row-actions.tsx'

interface Options {
  /** Whether a press on the uses shows what the coupon brought. */
  readonly hasUsage: boolean
  readonly products: UseQueryResult<Product[]>
  readonly nameOf: (id: number) => string | undefined
  readonly now: Date
  /** Undefined for a role that changes no coupons. */
  readonly onEdit: ((coupon: Coupon) => void) | undefined
}

/** The columns of the table. */
export const couponColumns = ({ products, nameOf, now, hasUsage, onEdit }: Options): Column<Coupon>[] => [
  {
    title: 'Code',
    share: 2,
    priority: 'high',
    cell: ({ code }) => <span className="font-mono font-medium">{code}</span>,
    sort: ({ code }) => code,
    sortKey: 'code',
  },
  { title: 'Discount', cell: formatDiscount, sort: formatDiscount, align: 'right', priority: 'high' },
  {
    title: 'Valid Until',
    cell: (coupon) => (
      <span>
        {isExpired(coupon, now) && <span className="text-yellow">Expired </span>}
        <DateText at={coupon.expiration_date} as="long" none="No expiry" />
        {isUpcoming(coupon, now) && (
          <span className="block text-caption text-yellow">
            Starts <DateText at={coupon.starts_at ?? null} as="long" />
          </span>
        )}
      </span>
    ),
    sort: ({ expiration_date }) => timeOf(expiration_date),
    sortKey: 'expiration_date',
  },
  {
    title: 'Uses',
    cell: (coupon) => (
      <>
        {hasUsage ? (
          <Link
            to="."
            search={(before: Record<string, unknown>) => ({ ...before, usage: coupon.id })}
            aria-label={`Usage of ${coupon.code}: ${formatUses(coupon)}`}
            title="What it brought and cost"
            className="rounded-sm text-accent hover:underline touch:py-3"
          >
            {formatUses(coupon)}
          </Link>
        ) : (
          formatUses(coupon)
        )}
        {isUsedUp(coupon) && <span className="block text-caption text-yellow">used up</span>}
      </>
    ),
    sort: ({ current_usage }) => current_usage,
    sortKey: 'current_usage',
    align: 'right',
    priority: 'low',
  },
  {
    title: 'Status',
    cell: ({ is_active }) => (is_active ? <Badge tone="green">Active</Badge> : <Badge tone="neutral">Inactive</Badge>),
    sort: ({ is_active }) => (is_active ? 'Active' : 'Inactive'),
    sortKey: 'is_active',
  },
  {
    title: 'Applicable Products',
    share: 3,
    priority: 'low',
    cell: (coupon) => {
      // Names that are still on their way would first be numbers, and then jump.
      if (products.isPending && !coupon.applicable_to_all && coupon.applicable_products.length > 0)
        return <Skeleton className="h-3.5 w-32" />
      return <LongText>{formatProducts(coupon, nameOf)}</LongText>
    },
    sort: (coupon) => formatProducts(coupon, nameOf),
  },
  ...(onEdit === undefined ? [] : [actions(onEdit)]),
]

const actions = (onEdit: (coupon: Coupon) => void): Column<Coupon> => ({
  title: 'Actions',
  isActions: true,
  cell: (coupon) => <CouponRowActions coupon={coupon} onEdit={() => onEdit(coupon)} />,
})
