import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SpanKind } from './spans.rules.ts'

export interface ProductSale {
  readonly quantity: number
  readonly cents: number
  /** When it was sold; null when a sale is taken back. */
  readonly soldAt: string | null
}

export async function addProductSales(tx: Db, productId: number, { quantity, cents, soldAt }: ProductSale): Promise<void> {
  await tx
    .insertInto('product_sales')
    .values({ product_id: productId, quantity, revenue_cents: cents, last_purchase_at: soldAt })
    .onConflict((clash) =>
      clash.column('product_id').doUpdateSet({
        quantity: sql`product_sales.quantity + excluded.quantity`,
        revenue_cents: sql`product_sales.revenue_cents + excluded.revenue_cents`,
        last_purchase_at: sql`case
          when product_sales.last_purchase_at is null or product_sales.last_purchase_at < excluded.last_purchase_at
          then excluded.last_purchase_at else product_sales.last_purchase_at end`,
      }),
    )
    .execute()
}

/** The last sale that still counts, found at the end of an index. */
export async function refreshLastSale(tx: Db, productId: number): Promise<void> {
  const last = await tx
    .selectFrom('order_item')
    .select('sold_at')
    .where('product_id', '=', productId)
    .where('sold_at', 'is not', null)
    .orderBy('sold_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  await tx
    .updateTable('product_sales')
    .set({ last_purchase_at: last?.sold_at ?? null })
    .where('product_id', '=', productId)
    .execute()
}

export async function addVariantSales(tx: Db, variantId: number, productId: number, quantity: number): Promise<void> {
  await tx
    .insertInto('variant_sales')
    .values({ variant_id: variantId, product_id: productId, quantity })
    .onConflict((clash) => clash.column('variant_id').doUpdateSet({ quantity: sql`variant_sales.quantity + excluded.quantity` }))
    .execute()
}

/** A day that a sale is added to counts from then on. */
export async function addDaySales(tx: Db, variantId: number, day: string, quantity: number): Promise<void> {
  await tx
    .insertInto('variant_day')
    .values({ day, variant_id: variantId, quantity })
    .onConflict((clash) => clash.columns(['day', 'variant_id']).doUpdateSet({ quantity: sql`variant_day.quantity + excluded.quantity` }))
    .execute()
}

export async function addQuarterHourSales(tx: Db, startsAt: string, orders: number, cents: number): Promise<void> {
  await tx
    .insertInto('quarter_hour_sales')
    .values({ starts_at: startsAt, orders, revenue_cents: cents })
    .onConflict((clash) =>
      clash.column('starts_at').doUpdateSet({
        orders: sql`quarter_hour_sales.orders + excluded.orders`,
        revenue_cents: sql`quarter_hour_sales.revenue_cents + excluded.revenue_cents`,
      }),
    )
    .execute()
}

/** A product's sales in one span of time. */
export interface SpanSale {
  readonly kind: SpanKind
  readonly starts_at: string
  readonly product_id: number
  readonly quantity: number
  readonly revenue_cents: number
}

/** In one statement, and so in the order of the rows: two orders cannot wait for each other. */
export async function addSpanSales(tx: Db, sales: readonly SpanSale[]): Promise<void> {
  await tx
    .insertInto('span_sales')
    .values([...sales])
    .onConflict((clash) =>
      clash.columns(['kind', 'starts_at', 'product_id']).doUpdateSet({
        quantity: sql`span_sales.quantity + excluded.quantity`,
        revenue_cents: sql`span_sales.revenue_cents + excluded.revenue_cents`,
      }),
    )
    .execute()
}

export interface CouponSale {
  readonly id: number
  readonly revenue_cents: number
  readonly discount_cents: number
}

export async function addCouponSales(tx: Db, startsAt: string, { id, revenue_cents, discount_cents }: CouponSale): Promise<void> {
  await tx
    .insertInto('coupon_sales')
    .values({ coupon_id: id, starts_at: startsAt, uses: 1, revenue_cents, discount_cents })
    .onConflict((clash) =>
      clash.columns(['coupon_id', 'starts_at']).doUpdateSet({
        uses: sql`coupon_sales.uses + excluded.uses`,
        revenue_cents: sql`coupon_sales.revenue_cents + excluded.revenue_cents`,
        discount_cents: sql`coupon_sales.discount_cents + excluded.discount_cents`,
      }),
    )
    .execute()
}

/** Nothing happens where the coupon was purged. */
export async function subtractCouponSales(
  tx: Db,
  startsAt: string,
  { id, uses, revenue_cents, discount_cents }: CouponSale & { readonly uses: number },
): Promise<void> {
  await tx
    .updateTable('coupon_sales')
    .set({
      uses: sql`uses - ${uses}`,
      revenue_cents: sql`revenue_cents - ${revenue_cents}`,
      discount_cents: sql`discount_cents - ${discount_cents}`,
    })
    .where('coupon_id', '=', id)
    .where('starts_at', '=', startsAt)
    .execute()
}

export async function forgetCouponSales(tx: Db, couponId: number): Promise<void> {
  await tx.deleteFrom('coupon_sales').where('coupon_id', '=', couponId).execute()
}
