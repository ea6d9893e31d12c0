import { type Coupon, type CouponUsage, coupons, formatUsd } from '@keydesk/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { isNotFound } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { buttonClass } from '../../kit/controls/button.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { Drawer, DrawerSection } from '../../kit/overlay/drawer.tsx'
import { formatCount, formatDay, plural, viewerZone } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { couponOrdersQuery } from '../orders/data.ts'
import { OrderRows } from '../orders/parts.tsx'

interface Props {
  readonly id: number
  /** The coupon in the list, for its code. */
  readonly coupon: Coupon | undefined
  readonly onClose: () => void
}

/** The revenue and the cost of a coupon. */
export function CouponUsageDrawer({ id, coupon, onClose }: Props) {
  const [days, setDays] = useState<UsageDays>(30)
  const query = useQuery(usageQuery(useApi(), id, days))
  const readsOrders = useMay()('orders:read')
  return (
    <Drawer
      title={coupon === undefined ? 'Usage of the coupon' : `Usage of ${coupon.code}`}
      description="Completed orders, less what was refunded."
      onClose={onClose}
      footer={
        query.data &&
        readsOrders && (
          <Link to="/purchases/orders" search={{ coupon: id, status: 'completed' }} className={buttonClass()}>
            Show its orders
          </Link>
        )
      }
    >
      <Loaded
        query={query}
        failure={isNotFound(query.error) ? 'Coupon not found' : 'Failed to fetch usage'}
        skeleton={<SkeletonLines lines={10} />}
      >
        {(usage) => (
          <div className="space-y-6" aria-busy={query.isPlaceholderData}>
            <Figures usage={usage} />
            <DrawerSection
              title="Uses over time"
              actions={
                <Segmented
                  label="Period"
                  value={String(days)}
                  options={usageDays.map((count) => ({ value: String(count), label: `${count} days` }))}
                  onChange={(value) => setDays(usageDays.find((count) => String(count) === value) ?? 30)}
                />
              }
            >
              <OverTime days={usage.by_day} />
            </DrawerSection>
            {readsOrders && usage.uses > 0 && <NewestOrders coupon={id} uses={usage.uses} />}
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

function NewestOrders({ coupon, uses }: { readonly coupon: number; readonly uses: number }) {
  const query = useQuery(couponOrdersQuery(useApi(), coupon))
  return (
    <DrawerSection title="Newest orders">
      <Loaded query={query} failure="Failed to fetch orders" skeleton={<SkeletonLines lines={2 * Math.min(uses, 5)} />}>
        {(orders) => <OrderRows orders={orders} />}
      </Loaded>
    </DrawerSection>
  )
}

function Figures({ usage: { uses, revenue, discount } }: { readonly usage: CouponUsage }) {
  const seesAmounts = useMay()('amounts:read')
  const figures = [
    { name: 'Orders', value: formatCount(uses) },
    ...(seesAmounts
      ? [
          { name: 'Revenue', value: formatUsd(revenue) },
          { name: 'Discount given', value: formatUsd(discount) },
        ]
      : []),
  ]
  return (
    <dl className="grid auto-cols-fr grid-flow-col divide-x divide-border rounded-card border border-border bg-surface">
      {figures.map(({ name, value }) => (
        <div key={name} className="min-w-0 px-4 py-3">
          <dt className="text-caption text-muted">{name}</dt>
          <dd className="mt-0.5 text-base font-semibold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function OverTime({ days }: { readonly days: CouponUsage['by_day'] }) {
  const seesAmounts = useMay()('amounts:read')
  const used = days.filter(({ uses, revenue, discount }) => uses > 0 || revenue > 0 || discount > 0).toReversed()
  if (used.length === 0) return <p className="text-muted">{`No completed order used it in these ${days.length} days.`}</p>
  return (
    <Card className="divide-y divide-border">
      <UsageBars days={days} />
      <table aria-label="Days" className="w-full text-table">
        <thead className="text-caption text-muted">
          <tr>
            <th className="h-9 px-4 text-left font-medium">Date</th>
            <th className="px-2 text-right font-medium">Orders</th>
            {seesAmounts && <th className="px-2 text-right font-medium">Revenue</th>}
            {seesAmounts && <th className="px-4 text-right font-medium">Discount</th>}
          </tr>
        </thead>
        <tbody>
          {used.map(({ day, uses, revenue, discount }) => (
            <tr key={day} className="border-t border-border text-right">
              <td className="h-11 px-4 text-left">{formatDayOf(days, day)}</td>
              <td className="px-2">{formatCount(uses)}</td>
              {seesAmounts && (
                <td className="px-2">
                  <Money amount={revenue} />
                </td>
              )}
              {seesAmounts && (
                <td className="px-4 text-muted">
                  <Money amount={discount} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** A long period may have parts of two years. */
const isLong = (days: readonly unknown[]): boolean => days.length > 100
const formatDayOf = (days: readonly unknown[], day: string): string =>
  isLong(days) ? `${formatDay(day)}, ${day.slice(0, 4)}` : formatDay(day)

/** A bar for the orders of each day. The list below has the same figures as text. */
function UsageBars({ days }: { readonly days: CouponUsage['by_day'] }) {
  const highest = Math.max(...days.map(({ uses }) => uses), 1)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <figure className="px-4 pt-4 pb-3">
      <div
        role="img"
        aria-label={`Orders by day, at most ${plural(highest, 'order')} on a day`}
        className={`flex h-24 items-end border-b border-border ${isLong(days) ? '' : 'gap-px'}`}
      >
        {days.map(({ day, uses }) => (
          <div
            key={day}
            data-tooltip={`${formatDayOf(days, day)}: ${plural(uses, 'order')}`}
            className="flex h-full min-w-0 flex-1 items-end"
          >
            <div className="w-full rounded-t-sm bg-accent" style={{ height: `${(uses / highest) * 100}%` }} />
          </div>
        ))}
      </div>
      <figcaption className="mt-1 flex justify-between text-caption text-muted">
        <span>{formatDayOf(days, first.day)}</span>
        <span>{formatDayOf(days, last.day)}</span>
      </figcaption>
    </figure>
  )
}

/** The offered numbers of days up to today. */
const usageDays = [30, 90, 365] as const
type UsageDays = (typeof usageDays)[number]

/** Days are in the viewer's time zone. */
const usageQuery = (api: Api, id: number, days: UsageDays) =>
  queryOptions({
    queryKey: queryKeys.couponUsage(id, days),
    queryFn: async ({ signal }) =>
      (await api(coupons.usage, { params: { id }, query: { days, time_zone: viewerZone() } }, { signal })).data,
    placeholderData: keepPreviousData,
  })
