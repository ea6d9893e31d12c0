import { type Coupon, type CouponState, type Product, couponStateOf } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Skeleton } from '../../kit/feedback/loading.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { type FetchedColumn, timeOf } from '../../kit/table/column.ts'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatLongDate } from '../../kit/text/format.ts'
import { LongText } from '../../kit/text/long-text.tsx'
import { couponColumns as shapes } from '../../routes/coupons.ts'
import { useHistoryAction } from '../history/parts.tsx'
import { useCouponActions } from './data.ts'
import { formatDiscount, formatProducts, formatUses, isExpired, isUpcoming, isUsedUp } from './format.ts'

interface Options {
  /** Whether the uses open the coupon's usage. */
  readonly hasUsage: boolean
  readonly products: UseQueryResult<Product[]>
  readonly nameOf: (id: number) => string | undefined
  /** Undefined for a role that may not change coupons. */
  readonly onEdit: ((coupon: Coupon) => void) | undefined
}

export const couponColumns = ({ products, nameOf, hasUsage, onEdit }: Options): FetchedColumn<Coupon>[] => [
  {
    ...shapes.code,
    cell: ({ code }) => <span className="font-mono font-medium">{code}</span>,
    sort: ({ code }) => code,
    sortKey: 'code',
  },
  { ...shapes.discount, cell: formatDiscount, sort: formatDiscount },
  {
    ...shapes.validUntil,
    cell: (coupon, now) => (
      <>
        {isExpired(coupon, now) && <span className="text-muted">Expired </span>}
        {isUpcoming(coupon, now) && (
          <span className="mr-2 text-caption text-muted">
            Starts <DateText at={coupon.starts_at ?? null} as="long" />
          </span>
        )}
        <DateText at={coupon.expiration_date} as="long" none="No expiry" />
      </>
    ),
    sort: ({ expiration_date }) => timeOf(expiration_date),
    sortKey: 'expiration_date',
  },
  {
    ...shapes.uses,
    cell: (coupon) => (
      <>
        {isUsedUp(coupon) && <span className="mr-2 text-caption text-muted">used up</span>}
        {hasUsage ? (
          <Link
            to="."
            search={(before: Record<string, unknown>) => ({ ...before, usage: coupon.id })}
            aria-label={`Usage of ${coupon.code}: ${formatUses(coupon)}`}
            data-tooltip="What it brought and cost"
            className="rounded-sm hover:text-accent hover:underline touch:py-3"
          >
            {formatUses(coupon)}
          </Link>
        ) : (
          formatUses(coupon)
        )}
      </>
    ),
    sort: ({ current_usage }) => current_usage,
    sortKey: 'current_usage',
  },
  {
    ...shapes.status,
    // Green only while it can be used: an active coupon may still be expired, used up or not started.
    cell: (coupon, now) => (
      <Badge tone={couponStateOf(coupon, now) === 'active' ? 'green' : 'neutral'}>{coupon.is_active ? 'Active' : 'Inactive'}</Badge>
    ),
    sort: ({ is_active }) => (is_active ? 'Active' : 'Inactive'),
    sortKey: 'is_active',
  },
  {
    ...shapes.products,
    cell: (coupon) => {
      // Before the product names are loaded, the cell would show numbers and then change.
      if (products.isPending && !coupon.applicable_to_all && coupon.applicable_products.length > 0)
        return <Skeleton className="h-3.5 w-32" />
      return <LongText>{formatProducts(coupon, nameOf)}</LongText>
    },
    sort: (coupon) => formatProducts(coupon, nameOf),
  },
  ...(onEdit === undefined ? [] : [actions(onEdit)]),
]

const actions = (onEdit: (coupon: Coupon) => void): FetchedColumn<Coupon> => ({
  ...shapes.actions,
  cell: (coupon) => <CouponRowActions coupon={coupon} onEdit={() => onEdit(coupon)} />,
})

interface Props {
  readonly coupon: Coupon
  readonly onEdit: () => void
}

function CouponRowActions({ coupon, onEdit }: Props) {
  const confirm = useConfirm()
  const { remove, activate, deactivate } = useCouponActions()
  const history = useHistoryAction('coupon', coupon.id)
  const toggle = coupon.is_active ? deactivate : activate
  const verb = coupon.is_active ? 'Deactivate' : 'Activate'

  const askToggle = async () => {
    const text = coupon.is_active ? deactivation : activation(coupon)
    if (await confirm({ title: `${verb} coupon ${coupon.code}?`, text, yes: verb })) toggle.mutate(coupon)
  }
  const askRemove = async () => {
    const text = `The coupon ${coupon.code} is removed from the system entirely. Orders that used it keep their discount.`
    if (await confirm({ title: `Delete coupon ${coupon.code}?`, text, yes: 'Delete', isDanger: true })) remove.mutate(coupon)
  }

  return (
    <RowActions
      actions={[
        { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: onEdit },
        {
          label: verb,
          icon: coupon.is_active ? <PowerOff aria-hidden /> : <Power aria-hidden />,
          busy: toggle.isPending,
          onSelect: () => void askToggle(),
        },
        history,
        { label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, busy: remove.isPending, onSelect: () => void askRemove() },
      ]}
    />
  )
}

const deactivation = 'Customers can no longer use it. Orders that already did keep their discount.'

function activation(coupon: Coupon): string {
  const { expiration_date, starts_at } = coupon
  const until = expiration_date === null ? '' : ` until ${formatLongDate(expiration_date)}`
  const texts: Readonly<Record<CouponState, string>> = {
    active: `Customers can use it again${until}.`,
    inactive: '',
    scheduled: `Customers can use it from ${formatLongDate(starts_at ?? '')}${until}.`,
    expired: `It expired on ${formatLongDate(expiration_date ?? '')}: customers can use it only once it has a new date.`,
    used_up: 'It is used up: customers can use it only once its limit is higher.',
  }
  return texts[couponStateOf({ ...coupon, is_active: true }, new Date())]
}
