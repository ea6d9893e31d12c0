import type { Db } from '../../db/schema.ts'
import { lockDemand, takeBackFromDay } from './demand.service.ts'
import * as repo from './sales.repo.ts'
import { dayStart, quarterHourStart } from './spans.rules.ts'

export interface Sale {
  /** ISO 8601 in UTC: its quarter hour. */
  readonly completedAt: string
  readonly items: readonly {
    readonly product_id: number
    readonly variant_id: number
    readonly quantity: number
    readonly paid_cents: number
  }[]
  /** 1, or 0 for a part of an order. */
  readonly orders: 0 | 1
  readonly coupon: CouponSale | null
}

/** What an order with a coupon counts for it. */
export interface CouponSale {
  readonly id: number
  readonly revenue_cents: number
  /** What the coupon took off. */
  readonly discount_cents: number
}

/** Adds an order to the statistics, in the transaction that completes it (docs/reference/orders.md, Statistics). */
export const countSale = (tx: Db, sale: Sale): Promise<void> => apply(tx, sale, 1)

/**
 * Removes what was refunded of an order from the statistics, in the quarter hour that it was counted in. Lines of which nothing is left no
 * longer count as sold.
 */
export async function uncountSale(tx: Db, sale: Sale): Promise<void> {
  await lockDemand(tx)
  await apply(tx, sale, -1)
  for (const productId of new Set(sale.items.map((item) => item.product_id))) await repo.refreshLastSale(tx, productId)
}

/** Adds an order to the sums of its coupon. */
export const countCouponSale = (tx: Db, completedAt: string, sale: CouponSale): Promise<void> =>
  repo.addCouponSales(tx, quarterHourStart(completedAt), sale)

/** Removes an order, or with 0 uses a part of one, from the sums of its coupon. */
export const uncountCouponSale = (tx: Db, completedAt: string, sale: CouponSale, uses = 1): Promise<void> =>
  repo.subtractCouponSales(tx, quarterHourStart(completedAt), { ...sale, uses })

/** Of a coupon that is purged: its orders keep its code, not its id. */
export const forgetCouponSales = (tx: Db, couponId: number): Promise<void> => repo.forgetCouponSales(tx, couponId)

async function apply(tx: Db, { completedAt, items, orders, coupon }: Sale, sign: 1 | -1): Promise<void> {
  // Always in the order of ids, the quarter hour last, so that two orders cannot wait for each other.
  const sorted = items.toSorted((a, b) => a.product_id - b.product_id || a.variant_id - b.variant_id)
  for (const { product_id, variant_id, quantity, paid_cents } of sorted) {
    await repo.addProductSales(tx, product_id, {
      quantity: sign * quantity,
      cents: sign * paid_cents,
      soldAt: sign === 1 ? completedAt : null,
    })
    await repo.addVariantSales(tx, variant_id, product_id, sign * quantity)
    if (sign === 1) await repo.addDaySales(tx, variant_id, dayOf(completedAt), quantity)
    else await takeBackFromDay(tx, variant_id, dayOf(completedAt), quantity)
  }
  await repo.addSpanSales(tx, spanSales(completedAt, sorted, sign))
  if (coupon !== null && sign === 1) await countCouponSale(tx, completedAt, coupon)
  if (coupon !== null && sign === -1) await uncountCouponSale(tx, completedAt, coupon, orders)
  const paid = items.reduce((sum, item) => sum + item.paid_cents, 0)
  await repo.addQuarterHourSales(tx, quarterHourStart(completedAt), sign * orders, sign * paid)
}

/** What an order adds to the day and the quarter hour of each of its products. */
function spanSales(completedAt: string, items: Sale['items'], sign: 1 | -1): repo.SpanSale[] {
  const byProduct = [...Map.groupBy(items, (item) => item.product_id)].map(([product_id, lines]) => ({
    product_id,
    quantity: sign * lines.reduce((sum, line) => sum + line.quantity, 0),
    revenue_cents: sign * lines.reduce((sum, line) => sum + line.paid_cents, 0),
  }))
  return [
    ...byProduct.map((sums) => ({ kind: 'day' as const, starts_at: dayStart(completedAt), ...sums })),
    ...byProduct.map((sums) => ({ kind: 'quarter_hour' as const, starts_at: quarterHourStart(completedAt), ...sums })),
  ]
}

const dayOf = (moment: string): string => moment.slice(0, 10)
