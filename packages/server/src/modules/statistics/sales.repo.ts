import { sql } from 'kysely'
import { prepare } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

export interface ProductSale {
  readonly quantity: number
  readonly cents: number
  /** When it was sold; null when a sale is taken back. */
  readonly soldAt: string | null
}

const addToProduct = prepare<ProductSale & { productId: number }, unknown>((tx, value) =>
  tx
    .insertInto('product_sales')
    .values({
      product_id: value('productId'),
      quantity: value('quantity'),
      revenue_cents: value('cents'),
      last_purchase_at: value('soldAt'),
    })
    .onConflict((clash) =>
      clash.column('product_id').doUpdateSet({
        quantity: sql`product_sales.quantity + excluded.quantity`,
        revenue_cents: sql`product_sales.revenue_cents + excluded.revenue_cents`,
        last_purchase_at: sql`case
          when product_sales.last_purchase_at is null or product_sales.last_purchase_at < excluded.last_purchase_at
          then excluded.last_purchase_at else product_sales.last_purchase_at end`,
      }),
    ),
)

export async function addProductSales(tx: Db, productId: number, sale: ProductSale): Promise<void> {
  await addToProduct(tx, { productId, ...sale })
}

/** The last sale that still counts, found at the end of an index. */
export async function refreshLastPurchase(tx: Db, productId: number): Promise<void> {
  const last = await tx
    .selectFrom('purchase_item')
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

const addToVariant = prepare<{ variantId: number; productId: number; quantity: number }, unknown>((tx, value) =>
  tx
    .insertInto('variant_sales')
    .values({ variant_id: value('variantId'), product_id: value('productId'), quantity: value('quantity') })
    .onConflict((clash) => clash.column('variant_id').doUpdateSet({ quantity: sql`variant_sales.quantity + excluded.quantity` })),
)

export async function addVariantSales(tx: Db, variantId: number, productId: number, quantity: number): Promise<void> {
  await addToVariant(tx, { variantId, productId, quantity })
}

const addToQuarterHour = prepare<{ startsAt: string; orders: number; cents: number }, unknown>((tx, value) =>
  tx
    .insertInto('quarter_hour_sales')
    .values({ starts_at: value('startsAt'), orders: value('orders'), revenue_cents: value('cents') })
    .onConflict((clash) =>
      clash.column('starts_at').doUpdateSet({
        orders: sql`quarter_hour_sales.orders + excluded.orders`,
        revenue_cents: sql`quarter_hour_sales.revenue_cents + excluded.revenue_cents`,
      }),
    ),
)

export async function addQuarterHourSales(tx: Db, startsAt: string, orders: number, cents: number): Promise<void> {
  await addToQuarterHour(tx, { startsAt, orders, cents })
}

const markSold = prepare<{ purchaseId: number; at: string | null }, unknown>((tx, value) =>
  tx
    .updateTable('purchase_item')
    .set({ sold_at: value('at') })
    .where('purchase_id', '=', value('purchaseId')),
)

export async function setSoldAt(tx: Db, purchaseId: number, at: string | null): Promise<void> {
  await markSold(tx, { purchaseId, at })
}
