import { runwayOf, type Demand, type RunwayRow } from '@keydesk/contract'

/** What is kept of a variant's sales; null where there is no such row. */
interface KeptDemand {
  readonly units: number | null
  readonly days: number | null
  readonly today_units: number | null
}

/** The weight of today, as of the other recent days. */
const todayWeight = 2

/** The sums of the days before, and today if it counts. */
export const demandOf = ({ units, days, today_units }: KeptDemand): Demand => ({
  units: (units ?? 0) + todayWeight * (today_units ?? 0),
  days: (days ?? 0) + (today_units === null ? 0 : todayWeight),
})

interface StockedVariant extends KeptDemand {
  readonly id: number
  readonly product_id: number
  readonly product_name: string
  readonly name: string
  readonly stock: number
  readonly low_stock_threshold: number | null
}

export const toRunwayRow = (row: StockedVariant): RunwayRow => ({
  ...{ product_id: row.product_id, product_name: row.product_name, variant_id: row.id, variant_name: row.name, available: row.stock },
  ...runwayOf(row.stock, demandOf(row), row.low_stock_threshold),
})

/** Fewest days first, and none for what is sold out; variants of which nothing sells come last. */
export function byDaysLeft(one: RunwayRow, other: RunwayRow): number {
  const [first, second] = [urgencyOf(one), urgencyOf(other)]
  return first === second ? one.variant_id - other.variant_id : first - second
}

const urgencyOf = ({ available, days_left }: RunwayRow): number => (available === 0 ? 0 : (days_left ?? Infinity))
