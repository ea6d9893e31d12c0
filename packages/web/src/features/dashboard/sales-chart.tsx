import { formatUsd, type DailySales } from '@keydesk/contract'
import { useEffect, useRef, useState } from 'react'
import { formatFullDay, plural } from '../../kit/format.ts'
import { chartHeight, ordersHeight, revenueHeight } from './chart-size.ts'
import { plotSales, type Hovered } from './plot-sales.ts'
import { summarise } from './sales-summary.ts'
import { useChartColors } from './use-chart-colors.ts'

/** Revenue as a line over orders as bars: two scales, and so two plots that share their days and their cursor. */
export function SalesChart({ daily }: { readonly daily: readonly DailySales[] }) {
  const revenue = useRef<HTMLDivElement>(null)
  const orders = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const colors = useChartColors()
  useEffect(() => {
    if (revenue.current === null || orders.current === null) return undefined
    return plotSales({ revenue: revenue.current, orders: orders.current }, daily, colors, setHovered)
  }, [daily, colors])

  return (
    <div role="img" aria-label={inWords(daily)} style={{ height: chartHeight }} className="relative">
      <p className="h-5 text-caption text-muted">Revenue</p>
      <div ref={revenue} style={{ height: revenueHeight }} />
      <p className="h-5 text-caption text-muted">Orders</p>
      <div ref={orders} style={{ height: ordersHeight }} />
      {hovered !== null && <Hint day={daily[hovered.index]} hovered={hovered} />}
    </div>
  )
}

function Hint({ day, hovered }: { readonly day: DailySales | undefined; readonly hovered: Hovered }) {
  if (day === undefined) return null
  const side = hovered.isLeftHalf ? { left: hovered.left + 12 } : { right: hovered.right + 12 }
  return (
    <div
      style={side}
      className="pointer-events-none absolute top-6 z-10 rounded-md bg-raised px-3 py-2 text-caption whitespace-nowrap shadow-float"
    >
      <p className="text-muted">{formatFullDay(day.day)}</p>
      <p className="mt-1 font-semibold tabular-nums">{formatUsd(day.revenue)}</p>
      <p className="tabular-nums">{plural(day.orders, 'order')}</p>
    </div>
  )
}

function inWords(daily: readonly DailySales[]): string {
  const { revenue, orders } = summarise(daily)
  return `Revenue and orders of the last ${plural(daily.length, 'day')}: ${formatUsd(revenue)} from ${plural(orders, 'order')}`
}
