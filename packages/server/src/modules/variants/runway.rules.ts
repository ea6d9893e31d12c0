import { runwayOf, type Demand, type RunwayRow } from '@keydesk/contract'

interface StockedVariant {
  readonly id: number
  readonly product_id: number
  readonly product_name: string
  readonly name: string
  readonly stock: number
  readonly low_stock_threshold: number | null
}

/** Of a variant that sold nothing, and had no stock. */
export const noDemand: Demand = { units: 0, days: 0 }

export const toRunwayRow = (row: StockedVariant, demand = noDemand): RunwayRow => ({
  ...{ product_id: row.product_id, product_name: row.product_name, variant_id: row.id, variant_name: row.name, available: row.stock },
  ...runwayOf(row.stock, demand, row.low_stock_threshold),
})

/** Fewest days first, and none for what is sold out; variants of which nothing sells come last. */
export function byDaysLeft(one: RunwayRow, other: RunwayRow): number {
  const [first, second] = [urgencyOf(one), urgencyOf(other)]
  return first === second ? one.variant_id - other.variant_id : first - second
}

const urgencyOf = ({ available, days_left }: RunwayRow): number => (available === 0 ? 0 : (days_left ?? Infinity))
