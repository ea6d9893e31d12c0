import { centsToDollars, type BooksSums } from '@keydesk/contract'

/** Sums of the books, in cents. */
export interface Sums {
  readonly units: number
  readonly sales_cents: number
  readonly discounts_cents: number
  readonly refunded_units: number
  readonly refunds_cents: number
  readonly commissions_cents: number
  readonly payouts_cents: number
  readonly cost_cents: number
  readonly units_without_cost: number
}

export const noSums: Sums = {
  ...{ units: 0, sales_cents: 0, discounts_cents: 0, refunded_units: 0, refunds_cents: 0, commissions_cents: 0 },
  ...{ payouts_cents: 0, cost_cents: 0, units_without_cost: 0 },
}

export function addUp(rows: readonly { readonly sums: Sums }[]): Sums {
  const total = { ...noSums }
  for (const { sums } of rows) for (const part of Object.keys(total) as (keyof Sums)[]) total[part] += sums[part]
  return total
}

export const revenueOf = ({ sales_cents, discounts_cents, refunds_cents }: Sums): number => sales_cents - discounts_cents - refunds_cents

export const profitOf = (sums: Sums): number => revenueOf(sums) - sums.cost_cents

export const toPayload = (sums: Sums): BooksSums => ({
  units: sums.units,
  sales: centsToDollars(sums.sales_cents),
  discounts: centsToDollars(sums.discounts_cents),
  refunded_units: sums.refunded_units,
  refunds: centsToDollars(sums.refunds_cents),
  revenue: centsToDollars(revenueOf(sums)),
  commissions: centsToDollars(sums.commissions_cents),
  payouts: centsToDollars(sums.payouts_cents),
  cost: centsToDollars(sums.cost_cents),
  units_without_cost: sums.units_without_cost,
  profit: centsToDollars(profitOf(sums)),
})
