import { addDays, type CalendarUnit, type DailySales, type Days, dollarsToCents, lastSameDay } from '@keydesk/contract'
import { formatFullDay } from '../../kit/text/format.ts'
import { type Period, type Step, daysBefore, daysIn, formatRange, unitIn } from './period.ts'

/** A point of the chart. */
export interface SalesPoint {
  /** The first and last day of the point. */
  readonly from: string
  readonly to: string
  readonly orders: number
  /** Dollars. */
  readonly revenue: number
  /** The revenue of the same days of the previous period, or of its same month, in dollars; null if it is unknown, or that period is shorter and lacks them. */
  readonly before: number | null
  /** The point includes today, so it is not complete. */
  readonly isRunning: boolean
}

interface SalesSummary {
  /** Dollars. */
  readonly revenue: number
  readonly orders: number
  /** Dollars per order; null without orders. */
  readonly average: number | null
}

export interface SalesSeries {
  readonly points: readonly SalesPoint[]
  readonly sums: SalesSummary
  /** The change of the complete days against the same days of the previous period, in percent; null if there is nothing to compare with. */
  readonly change: { readonly [Sum in keyof SalesSummary]: number | null }
  readonly dayCount: number
  /** How many days of the previous period the change is against. */
  readonly daysCompared: number
}

export function summarise(days: readonly DailySales[]): SalesSummary {
  const cents = days.reduce((sum, day) => sum + dollarsToCents(day.revenue), 0)
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  return { revenue: cents / 100, orders, average: orders === 0 ? null : Math.round(cents / orders) / 100 }
}

/**
 * The data of the chart.
 * @param days of the period, after those of the period before
 * @param today in the viewer's time zone; left out if the host does not send it
 */
export function toSeries(days: readonly DailySales[], period: Period, step: Step, today = never): SalesSeries {
  const [count, countBefore, unit] = [daysIn(period), daysBefore(period), unitIn(period)]
  const own = days.slice(-count)
  const before = days.length >= count + countBefore ? days.slice(0, countBefore) : []
  const isByMonth = isComparedByMonth(own, before, unit)
  const places = placesIn(own, step, isByMonth)
  const placesBefore = placesIn(before, step, isByMonth)
  const points = stepRanges(own, step).map(([start, end]) => {
    const part = own.slice(start, end)
    const [from, to] = [part[0]!.day, part.at(-1)!.day]
    const { orders, revenue } = summarise(part)
    const isRunning = from <= today && today <= to
    const placesHere = new Set(places.slice(start, end))
    const there = before.filter((_, index) => placesHere.has(placesBefore[index]!))
    return { from, to, orders, revenue, before: there.length === 0 ? null : summarise(there).revenue, isRunning }
  })
  const now = summarise(own.filter(({ day }) => day < today))
  const same = sameBefore(own, before, today, unit)
  const then = summarise(same)
  return {
    points,
    sums: summarise(own),
    change: {
      revenue: changeOf(now.revenue, then.revenue),
      orders: changeOf(now.orders, then.orders),
      average: now.average === null || then.average === null ? null : changeOf(now.average, then.average),
    },
    dayCount: own.length,
    daysCompared: same.length,
  }
}

/** After every day. */
const never = '9'

type SoldDays = readonly DailySales[]

const endsOf = (days: SoldDays): Days => ({ from: days[0]!.day, to: days.at(-1)!.day })

/** The days of the period before that the complete days are compared with. */
function sameBefore(own: SoldDays, before: SoldDays, today: string, unit: CalendarUnit | undefined): SoldDays {
  if (before.length === 0) return []
  const last = lastSameDay(endsOf(own), endsOf(before), today, unit)
  return before.filter(({ day }) => day <= last)
}

/** Months are compared with months, whatever their lengths (docs/reference/books.md, Periods). */
function isComparedByMonth(own: SoldDays, before: SoldDays, unit: CalendarUnit | undefined): boolean {
  if (before.length === 0) return false
  const { from, to } = endsOf(own)
  return [from, before[0]!.day].every((day) => isStart(day, 'month')) && (unit !== undefined || isStart(addDays(to, 1), 'month'))
}

/** The place of each day in its period: its month and day, or the whole month if that is the step. Without months, its number. */
function placesIn(days: SoldDays, step: Step, isByMonth: boolean): string[] {
  if (!isByMonth) return days.map((_, index) => `${index}`)
  return stepRanges(days, 'month').flatMap(([start, end], nth) =>
    days.slice(start, end).map(({ day }) => (step === 'month' ? `${nth}` : nth + day.slice(-3))),
  )
}

/** The start and end index of each step. Weeks begin on Monday, months on the first. */
function stepRanges(days: readonly DailySales[], step: Step): [number, number][] {
  const starts = days.flatMap(({ day }, index) => (index === 0 || isStart(day, step) ? [index] : []))
  return starts.map((start, index) => [start, starts[index + 1] ?? days.length])
}

const isStart = (day: string, step: Step): boolean =>
  step === 'day' || (step === 'month' ? day.endsWith('-01') : new Date(day).getUTCDay() === 1)

/** In percent; null if there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : Math.round((now / before - 1) * 100))

/** 'Fri, Nov 20, 2026', or 'Nov 16 to Nov 22, 2026'; with 'so far' if it is not complete. */
export function formatPoint({ from, to, isRunning }: Pick<SalesPoint, 'from' | 'to' | 'isRunning'>): string {
  const days = from === to ? formatFullDay(from) : formatRange(from, to)
  return isRunning ? `${days}, so far` : days
}

/** '+12%', '−3%', '0%' */
export const formatChange = (percent: number): string => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`

/** CSS pixels. Outside chart.tsx, so that the space is kept before the chart is loaded. */
export const revenueHeight = 232
export const ordersHeight = 108
const captions = 2 * 20

export const chartHeight = revenueHeight + ordersHeight + captions

/** 850, 1.25K, 3M: for the labels of an axis. */
export function formatCompact(number: number): string {
  let [value, unit] = [number, 0]
  while (Math.abs(hundredths(value)) >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1]
  return `${hundredths(value)}${units[unit]}`
}

const units = ['', 'K', 'M', 'B', 'T']
const hundredths = (value: number): number => Math.round(value * 100) / 100
