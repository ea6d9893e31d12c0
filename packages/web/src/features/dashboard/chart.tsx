import { formatUsd } from '@keydesk/contract'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../kit/theme.ts'
import { capital, formatCount, formatDay, plural } from '../../kit/text/format.ts'
import type { Step } from './period.ts'
import { type SalesPoint, type SalesSeries, chartHeight, formatCompact, formatPoint, ordersHeight, revenueHeight } from './series.ts'

interface Props {
  readonly series: SalesSeries
  readonly step: Step
}

/** The chart, and its values as a table for screen readers. */
export function SalesChart({ series, step }: Props) {
  const [theme] = useTheme()
  return (
    <>
      {/* Drawn anew in another theme, because a canvas keeps its colours. */}
      <Plots key={theme} series={series} />
      <StepTable points={series.points} step={step} />
    </>
  )
}

/** Revenue as a line above orders as bars. Two scales need two plots, which share days and cursor. */
function Plots({ series }: Pick<Props, 'series'>) {
  const { points } = series
  const revenue = useRef<HTMLDivElement>(null)
  const orders = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  useEffect(() => {
    if (revenue.current === null || orders.current === null) return undefined
    return plotSales({ revenue: revenue.current, orders: orders.current }, points, readColors(), setHovered)
  }, [points])

  return (
    <div role="img" aria-label={inWords(series)} style={{ height: chartHeight }} className="relative">
      <div className="flex h-5 items-center justify-between gap-4 text-caption text-muted">
        <p>Revenue</p>
        <p className="flex flex-wrap items-center justify-end gap-x-4">
          <span className="flex items-center gap-1.5">
            <span className="w-4 border-t-2 border-accent" />
            this period
          </span>
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
      className="pointer-events-none absolute top-6 z-10 rounded-sm bg-raised px-3 py-2 text-caption whitespace-nowrap shadow-float"
    >
      <p className="text-muted">{formatPoint(point)}</p>
      <p className="mt-1 font-semibold tabular-nums">{formatUsd(point.revenue)}</p>
      <p className="tabular-nums">{plural(point.orders, 'order')}</p>
      {point.before !== null && <p className="mt-1 text-muted tabular-nums">{formatUsd(point.before)} in the period before</p>}
    </div>
  )
}

const StepTable = ({ points, step }: { readonly points: readonly SalesPoint[]; readonly step: Step }) => (
  <div className="sr-only">
    <table>
      <caption>{`Revenue and orders by ${step}`}</caption>
      <thead>
        <tr>
          <th scope="col">{capital(step)}</th>
          <th scope="col">Revenue</th>
          <th scope="col">Orders</th>
          <th scope="col">Revenue in the period before</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.from}>
            <th scope="row">{formatPoint(point)}</th>
            <td>{formatUsd(point.revenue)}</td>
            <td>{formatCount(point.orders)}</td>
            <td>{point.before === null ? '-' : formatUsd(point.before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function inWords({ sums: { revenue, orders }, points, dayCount }: SalesSeries): string {
  const days = points.at(-1)?.isRunning
    ? `the last ${plural(dayCount, 'day')}`
    : formatPoint({ from: points[0]?.from ?? '', to: points.at(-1)?.to ?? '', isRunning: false })
  return `Revenue and orders of ${days}: ${formatUsd(revenue)} from ${plural(orders, 'order')}`
}

interface Hovered {
  readonly index: number
  /** CSS pixels from the left and the right edge of the chart. */
  readonly left: number
  readonly right: number
  readonly isLeftHalf: boolean
}

interface Places {
  readonly revenue: HTMLElement
  readonly orders: HTMLElement
}

const yAxisWidth = 52
const wholeSteps = [1, 2, 5].flatMap((step) => Array.from({ length: 8 }, (_, power) => step * 10 ** power)).toSorted((a, b) => a - b)

/** Draws both plots and keeps their width in step with their containers. Returns a function that removes them. */
function plotSales(places: Places, points: readonly SalesPoint[], colors: ChartColors, onHover: (hovered: Hovered | null) => void) {
  if (document.createElement('canvas').getContext('2d') === null) return undefined
  // The x values are day indexes: moments would be shifted by the reader's time zone.
  const days = points.map((_, index) => index)
  const width = places.revenue.clientWidth
  const cursor: uPlot.Cursor = {
    sync: { key: `sales-${(plotted += 1)}` },
    drag: { x: false, y: false },
    y: false,
    // Snaps the cursor to the nearest point. Outside the chart `left` is negative.
    move: (plot, left, top) => (left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), 'x'), top]),
  }
  const running = points.findIndex(({ isRunning }) => isRunning)
  const isOver = (index: number) => running === -1 || index < running
  /** The values of some points, with gaps for the others. */
  const only = (value: (point: SalesPoint) => number | null, isIn: (index: number) => boolean) =>
    points.map((point, index) => (isIn(index) ? value(point) : null))
  const revenueOf = ({ revenue: dollars }: SalesPoint) => dollars
  const line = { stroke: colors.line, width: 2 }

  const revenue = new uPlot(
    {
      ...frame(width, revenueHeight, points, colors, false),
      cursor,
      series: [
        {},
        { stroke: `${colors.text}99`, width: 1.25, points: { show: false } },
        { ...line, points: { show: points.length === 1 }, fill: (plot) => fade(plot, colors.line) },
        // The incomplete point is drawn apart: a dashed line to a hollow point.
        { ...line, dash: [3, 4], points: { show: running !== -1, filter: () => [running], size: 8, width: 2, fill: colors.surface } },
      ],
      hooks: { setCursor: [(plot) => onHover(hoveredIn(plot))] },
    },
    [
      days,
      points.map(({ before }) => before),
      only(revenueOf, isOver),
      only(revenueOf, (index) => running !== -1 && (index === running || index === running - 1)),
    ],
    places.revenue,
  )
  const bars = uPlot.paths.bars?.({ size: [0.6, 28], radius: [0.2, 0] })
  const ordersOf = ({ orders: count }: SalesPoint) => count
  const orders = new uPlot(
    {
      ...frame(width, ordersHeight, points, colors, true),
      cursor: { ...cursor, points: { show: false } },
      series: [
        {},
        { fill: `${colors.bars}99`, width: 0, paths: bars, points: { show: false } },
        { stroke: colors.bars, fill: 'transparent', width: 1.5, paths: bars, points: { show: false } },
      ],
    },
    [days, only(ordersOf, isOver), only(ordersOf, (index) => index === running)],
    places.orders,
  )

  const observer = new ResizeObserver(() => {
    revenue.setSize({ width: places.revenue.clientWidth, height: revenueHeight })
    orders.setSize({ width: places.orders.clientWidth, height: ordersHeight })
  })
  observer.observe(places.revenue)
  return () => {
    observer.disconnect()
    revenue.destroy()
    orders.destroy()
    onHover(null)
  }
}

let plotted = 0

/** The options of both plots. The lower one alone labels the days. */
function frame(width: number, height: number, points: readonly SalesPoint[], colors: ChartColors, isOrders: boolean) {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`
  const quiet = { stroke: colors.text, font, ticks: { show: false } }
  return {
    width,
    height,
    legend: { show: false },
    // The last day's label is wider than its day, and the lowest amount's label extends below its line.
    padding: [8, 24, isOrders ? 0 : 14, 0] as uPlot.Padding,
    scales: {
      x: { time: false, range: (): uPlot.Range.MinMax => [-0.5, points.length - 0.5] },
      // The axis needs a range even without sales.
      y: { range: (_plot: uPlot, _min: number, max: number): uPlot.Range.MinMax => [0, max > 0 ? max * 1.08 : isOrders ? 4 : 100] },
    },
    axes: [
      {
        ...quiet,
        show: isOrders,
        size: 26,
        grid: { show: false },
        splits: (plot: uPlot) => dayTicks(points.length, plot.width),
        values: (_plot: uPlot, ticks: number[]) => ticks.map((tick) => formatDay(points[tick]?.from ?? '')),
      },
      {
        ...quiet,
        size: yAxisWidth,
        space: isOrders ? 26 : 40,
        incrs: isOrders ? wholeSteps : undefined,
        grid: { stroke: colors.grid, width: 1 },
        values: (_plot: uPlot, ticks: number[]) => ticks.map((tick) => `${isOrders ? '' : '$'}${formatCompact(tick)}`),
      },
    ],
  }
}

/** Evenly spaced points with room for their labels, ending with the last point. */
function dayTicks(count: number, width: number): number[] {
  const room = Math.max(1, Math.floor((width - yAxisWidth) / 72))
  const step = Math.max(1, Math.ceil(count / room))
  return Array.from({ length: Math.ceil(count / step) }, (_, tick) => count - 1 - tick * step).toReversed()
}

function hoveredIn(plot: uPlot): Hovered | null {
  const { idx, left = -1 } = plot.cursor
  if (typeof idx !== 'number' || left < 0) return null
  const inChart = yAxisWidth + plot.valToPos(idx, 'x')
  return { index: idx, left: inChart, right: plot.width - inChart, isLeftHalf: inChart < plot.width / 2 }
}

function fade(plot: uPlot, color: string): CanvasGradient {
  const { top, height } = plot.bbox
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height)
  gradient.addColorStop(0, `${color}40`)
  gradient.addColorStop(1, `${color}00`)
  return gradient
}

interface ChartColors {
  readonly line: string
  readonly bars: string
  readonly grid: string
  readonly text: string
  readonly surface: string
}

/** The theme's colours, for the canvas. */
function readColors(): ChartColors {
  const tokens = getComputedStyle(document.documentElement)
  const read = (name: string) => tokens.getPropertyValue(name).trim()
  return { line: read('--accent'), bars: read('--blue'), grid: read('--border'), text: read('--muted'), surface: read('--surface') }
}
