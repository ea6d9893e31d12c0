import type { DailySales } from '@keydesk/contract'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatCompact, formatDay } from '../../kit/format.ts'
import { ordersHeight, revenueHeight } from './chart-size.ts'
import type { ChartColors } from './use-chart-colors.ts'

export interface Hovered {
  readonly index: number
  /** CSS pixels from the left and right edge of the chart. */
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

/** Draws both plots into their places and keeps them as wide as these are. Answers how to take them away. */
export function plotSales(places: Places, daily: readonly DailySales[], colors: ChartColors, onHover: (hovered: Hovered | null) => void) {
  if (document.createElement('canvas').getContext('2d') === null) return undefined
  // Days stand at whole numbers rather than at moments, which the reader's time zone would shift.
  const days = daily.map((_, index) => index)
  const width = places.revenue.clientWidth
  const cursor = { sync: { key: `sales-${(plotted += 1)}` }, drag: { x: false, y: false }, y: false }

  const revenue = new uPlot(
    {
      ...frame(width, revenueHeight, daily, colors, false),
      cursor,
      series: [{}, { stroke: colors.line, width: 2, points: { show: daily.length === 1 }, fill: (plot) => fade(plot, colors.line) }],
      hooks: { setCursor: [(plot) => onHover(hoveredIn(plot))] },
    },
    [days, daily.map((day) => day.revenue)],
    places.revenue,
  )
  const bars = uPlot.paths.bars?.({ size: [0.6, 28], radius: [0.2, 0] })
  const orders = new uPlot(
    {
      ...frame(width, ordersHeight, daily, colors, true),
      cursor: { ...cursor, points: { show: false } },
      series: [{}, { fill: `${colors.bars}99`, width: 0, paths: bars, points: { show: false } }],
    },
    [days, daily.map((day) => day.orders)],
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

/** What both plots have in common; the days are written under the lower one alone. */
function frame(width: number, height: number, daily: readonly DailySales[], colors: ChartColors, isOrders: boolean) {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`
  const quiet = { stroke: colors.text, font, ticks: { show: false } }
  return {
    width,
    height,
    legend: { show: false },
    // The last day's label is wider than its day, and the lowest amount reaches below its line.
    padding: [8, 24, isOrders ? 0 : 14, 0] as uPlot.Padding,
    scales: {
      x: { time: false, range: (): uPlot.Range.MinMax => [-0.5, daily.length - 0.5] },
      // Without a sale the axis still needs some height.
      y: { range: (_plot: uPlot, _min: number, max: number): uPlot.Range.MinMax => [0, max > 0 ? max * 1.08 : isOrders ? 4 : 100] },
    },
    axes: [
      {
        ...quiet,
        show: isOrders,
        size: 26,
        grid: { show: false },
        splits: (plot: uPlot) => dayTicks(daily.length, plot.width),
        values: (_plot: uPlot, ticks: number[]) => ticks.map((tick) => formatDay(daily[tick]?.day ?? '')),
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

/** Whole days at even steps that leave each label its room and end today. */
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
