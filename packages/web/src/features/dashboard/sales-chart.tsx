import { formatUsd } from '@keydesk/contract'
import { useEffect, useRef, useState } from 'react'
import { plural } from '../../kit/format.ts'
import { chartHeight, ordersHeight, revenueHeight } from './chart-size.ts'
import { plotSales, type Hovered } from './plot-sales.ts'
import { formatPoint } from './point-format.ts'
import type { SalesPoint, SalesSeries } from './sales-series.ts'
import { useChartColors } from './use-chart-colors.ts'

/** Revenue as a line over orders as bars: two scales, and so two plots that share their days and their cursor. */
export function SalesChart({ series }: { readonly series: SalesSeries }) {
  const { points } = series
  const revenue = useRef<HTMLDivElement>(null)
  const orders = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const colors = useChartColors()
  useEffect(() => {
    if (revenue.current === null || orders.current === null) return undefined
    return plotSales({ revenue: revenue.current, orders: orders.current }, points, colors, setHovered)
  }, [points, colors])

  return (
    <div role="img" aria-label={inWords(series)} style={{ height: chartHeight }} className="relative">
      <div className="flex h-5 items-center justify-between gap-4 text-caption text-muted">
        <p>Revenue</p>
        <p className="flex items-center gap-4">
          {points.at(-1)?.isRunning && (
            <span className="flex items-center gap-1.5">
              <span className="size-2.5 rounded-full border-2 border-accent" />
              so far
            </span>
          )}
          {points.some(({ before }) => before !== null) && (
            <span className="flex items-center gap-1.5">
              <span className="w-4 border-t-2 border-edge" />
              period before
            </span>
          )}
        </p>
      </div>
      <div ref={revenue} style={{ height: revenueHeight }} />
      <p className="h-5 text-caption text-muted">Orders</p>
      <div ref={orders} style={{ height: ordersHeight }} />
      {hovered !== null && <Hint point={points[hovered.index]} hovered={hovered} />}
    </div>
  )
}

function Hint({ point, hovered }: { readonly point: SalesPoint | undefined; readonly hovered: Hovered }) {
  if (point === undefined) return null
  const side = hovered.isLeftHalf ? { left: hovered.left + 12 } : { right: hovered.right + 12 }
  return (
    <div
      style={side}
      className="pointer-events-none absolute top-6 z-10 rounded-md bg-raised px-3 py-2 text-caption whitespace-nowrap shadow-float"
    >
      <p className="text-muted">{formatPoint(point)}</p>
      <p className="mt-1 font-semibold tabular-nums">{formatUsd(point.revenue)}</p>
      <p className="tabular-nums">{plural(point.orders, 'order')}</p>
      {point.before !== null && <p className="mt-1 text-muted tabular-nums">{formatUsd(point.before)} in the period before</p>}
    </div>
  )
}

function inWords({ sums: { revenue, orders }, points, dayCount }: SalesSeries): string {
  const days = points.at(-1)?.isRunning
    ? `the last ${plural(dayCount, 'day')}`
    : formatPoint({ from: points[0]?.from ?? '', to: points.at(-1)?.to ?? '', isRunning: false })
  return `Revenue and orders of ${days}: ${formatUsd(revenue)} from ${plural(orders, 'order')}`
}
