import { isSoldOut, limits, type RunwayRow } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '../../kit/controls/button.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { useFocusRefuge } from '../../kit/overlay/focus.ts'
import { formatDays, plural } from '../../kit/text/format.ts'
import { useMay } from '../../session/session-provider.tsx'
import { type RunwayAnswer, soonDays } from './data.ts'
import { RunningOutSkeleton, runningOutDescription } from './pending.tsx'

/** As many rows as fit beside the chart. */
const shownAtFirst = 6

/** The variants to restock, the most urgent first. */
export function RunningOutPanel({ query }: { readonly query: UseQueryResult<RunwayAnswer> }) {
  const [within, setWithin] = useState<Within>('soon')
  return (
    <Panel
      title="Running out"
      description={runningOutDescription}
      padded={false}
      actions={<Segmented label="Running out" value={within} options={withinOptions} onChange={setWithin} />}
    >
      {/* A failure is padded; rows reach the panel's edges. */}
      <div className={query.isError ? 'px-4 pb-4' : undefined}>
        <Loaded query={query} failure="Failed to fetch what is running out" skeleton={<RunningOutSkeleton />}>
          {({ rows, hasStock }) => (
            <Rows rows={within === 'week' ? rows.filter(isOutThisWeek) : rows} within={within} isEmpty={!hasStock} />
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

interface RowsProps {
  readonly rows: readonly RunwayRow[]
  readonly within: Within
  /** No variant has a key. */
  readonly isEmpty: boolean
}

function Rows({ rows, within, isEmpty }: RowsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useFocusRefuge()
  const canRestock = useMay()('keys:write')
  if (rows.length === 0 && isEmpty)
    return <p className="border-t border-border px-4 py-4 text-muted">Nothing is in stock yet. Variants that run low appear here.</p>
  if (rows.length === 0)
    return (
      <p className="flex items-center gap-2 border-t border-border px-4 py-4 text-muted">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-green" />
        {within === 'week' ? 'Nothing runs out this week.' : `Nothing that sells runs out within ${soonDays} days.`}
      </p>
    )
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst)
  return (
    <div ref={list} tabIndex={-1}>
      {/* Two columns if the panel is as wide as the page, so that the time left is near the name. */}
      <ul
        aria-label="Running out"
        className={cx(
          'grid grid-cols-1 md:max-xl:grid-cols-2 md:max-xl:[&>:nth-child(even)]:border-l',
          // All rows scroll in the place of the first ones and the button.
          showsAll && 'xl:max-h-110 xl:overflow-y-auto',
        )}
      >
        {shown.map((row) => (
          <li key={row.variant_id} className="@container relative border-t border-border px-4 py-2 hover:bg-hover">
            <div className="flex items-center gap-x-3 gap-y-1 @max-[20rem]:flex-wrap">
              <Link
                {...variantOf(row)}
                className="min-w-0 flex-1 basis-24 touch:min-h-11 touch:content-center after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                <span className="block truncate font-medium">{row.product_name}</span>
                <span className="block truncate text-table text-muted">{row.variant_name}</span>
              </Link>
              <span className="flex flex-col items-end gap-0.5 text-right text-caption text-muted tabular-nums">
                <TimeLeft row={row} />
                {row.per_day > 0 ? `${plural(row.available, 'key')}, ${row.per_day} a day` : plural(row.available, 'key')}
              </span>
              {canRestock && (
                <Link
                  {...variantOf(row, 'stock')}
                  aria-label={`Restock ${row.product_name} ${row.variant_name}`}
                  className={cx(buttonClass({ size: 'sm' }), 'relative hover:border-edge')}
                >
                  Restock
                </Link>
              )}
            </div>
            <DaysBar row={row} />
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <div className="border-t border-border p-2 text-center">
          <Button size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
            Show all {rows.length}
          </Button>
        </div>
      )}
    </div>
  )
}

function TimeLeft({ row: { available, days_left, is_low } }: { readonly row: RunwayRow }) {
  if (available === 0) return <Badge tone="red">Out of stock</Badge>
  return <Badge tone={is_low ? 'yellow' : 'neutral'}>{days_left === null ? 'Low' : `${formatDays(days_left)} left`}</Badge>
}

/** A variant on the page of its product, where its stock is the view with the imports of keys. */
const variantOf = ({ product_id, variant_id }: RunwayRow, view?: 'stock') =>
  ({ to: '/products/$id', params: { id: product_id }, search: { variant: variant_id, view }, hash: `variant-${variant_id}` }) as const

/** The days left as a part of two weeks. A variant that is low but does not sell is not running out. */
function DaysBar({ row: { available, days_left, is_low } }: { readonly row: RunwayRow }) {
  const part = available === 0 ? 0 : days_left === null ? 1 : Math.min(1, days_left / soonDays)
  return (
    <div aria-hidden className="mt-2 h-1 overflow-hidden rounded-full bg-hover">
      <div className={cx('h-full rounded-full', is_low ? 'bg-yellow-hue' : 'bg-edge')} style={{ width: `${100 * part}%` }} />
    </div>
  )
}

/** Whether a variant is sold out, or will be within a week. */
const isOutThisWeek = (row: RunwayRow): boolean => isSoldOut(row) || (row.days_left !== null && row.days_left < limits.lowStockDays)

type Within = (typeof withinOptions)[number]['value']
const withinOptions = [
  { value: 'soon', label: `${soonDays} days` },
  { value: 'week', label: 'This week' },
] as const
