import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { CouponSalesTable, QuarterHourSalesTable } from '../../db/schema/statistics.ts'
import type { Spans } from './spans.rules.ts'

/** Products with their sales, newest first; a product that was never sold has nulls. Deleted ones only if they were sold. */
export const listProductSales = (db: Db) =>
  db
    .with('sold_variants', (query) =>
      query
        .selectFrom('variant_sales')
        .select(({ fn }) => ['product_id', fn.countAll<number>().as('variants_sold')])
        .where('quantity', '>', 0)
        .groupBy('product_id'),
    )
    .selectFrom('product')
    .leftJoin('product_sales', 'product_sales.product_id', 'product.id')
    .leftJoin('sold_variants', 'sold_variants.product_id', 'product.id')
    .select(['product.id', 'product.name', 'product_sales.quantity', 'product_sales.revenue_cents', 'product_sales.last_purchase_at'])
    .select(['sold_variants.variants_sold', 'product.deleted_at'])
    .where(({ eb, or }) => or([eb('product.deleted_at', 'is', null), eb('product_sales.quantity', '>', 0)]))
    .orderBy('product.id', 'desc')
    .execute()

/** The quarter hours with sales from one moment until before another, in their order. */
export const listQuarterHourSales = (db: Db, from: string, before: string): Promise<Selectable<QuarterHourSalesTable>[]> =>
  db
    .selectFrom('quarter_hour_sales')
    .selectAll()
    .where('starts_at', '>=', from)
    .where('starts_at', '<', before)
    .orderBy('starts_at')
    .execute()

export interface ProductSum {
  readonly product_id: number
  readonly quantity: number
  readonly cents: number
}

/** Each product's sums over some spans. A product whose sales were all taken back is left out. */
export async function sumSpanSales(db: Db, spans: readonly Spans[]): Promise<ProductSum[]> {
  const parts = spans.map(
    ({ kind, from, before }) =>
      sql`select product_id, quantity, revenue_cents from span_sales where kind = ${kind} and starts_at >= ${from} and starts_at < ${before}`,
  )
  const { rows } = await sql<ProductSum>`
    select product_id, cast(sum(quantity) as bigint) as quantity, cast(sum(revenue_cents) as bigint) as cents
    from (${sql.join(parts, sql` union all `)}) as sales
    group by product_id having sum(quantity) > 0 order by product_id`.execute(db)
  return rows
}

export type CouponSums = Pick<CouponSalesTable, 'uses' | 'revenue_cents' | 'discount_cents'>

/** Over the whole life of a coupon: a row for each quarter hour in which it was used. */
export const sumCouponSales = (db: Db, couponId: number): Promise<CouponSums> =>
  db
    .selectFrom('coupon_sales')
    .select([sumOf('uses').as('uses'), sumOf('revenue_cents').as('revenue_cents'), sumOf('discount_cents').as('discount_cents')])
    .where('coupon_id', '=', couponId)
    .executeTakeFirstOrThrow()

const sumOf = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** The quarter hours in which a coupon was used from one moment until before another, in their order. */
export const listCouponSales = (db: Db, couponId: number, from: string, before: string): Promise<Selectable<CouponSalesTable>[]> =>
  db
    .selectFrom('coupon_sales')
    .selectAll()
    .where('coupon_id', '=', couponId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', before)
    .orderBy('starts_at')
    .execute()
