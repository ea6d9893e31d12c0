import { centsToDollars, runwayOf, type LicenseKey, type Variant, type VariantSummary } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { listAvailableKeys, writeKeysSeen } from '../keys/keys.service.ts'
import { listNamedProducts } from '../products/products.service.ts'
import { findDemand, noDemand } from '../sales/sales.service.ts'
import * as repo from './variants.repo.ts'

export type { LockedStock, SaleVariant, SummaryRow, VariantRow } from './variants.repo.ts'

/** The variants of some products, by product: counts of stock and how long it lasts, never a key value. Two queries. */
export async function listVariantsOf(deps: Deps, db: Db, productIds: readonly number[]): Promise<Map<number, VariantSummary[]>> {
  const rows = await repo.listLiveVariants(db, productIds)
  const demand = await findDemand(
    db,
    deps.now(),
    rows.map(({ id }) => id),
  )
  const variants = rows.map((row) => toSummaryWithRunway(row, demand.get(row.id)))
  return Map.groupBy(variants, (variant) => variant.product_id)
}

/**
 * A variant with its available keys, oldest first.
 * @throws 404
 */
export async function requireVariant(deps: Deps, id: number): Promise<Variant> {
  const row = await requireLiveVariant(deps.db, id)
  const keys = await listAvailableKeys(deps.db, id)
  return toVariant(row, keys, await repo.findStockChanges(deps.db, id))
}

/**
 * Proves that a variant exists and is not deleted.
 * @param lock keeps its row and its keys as they are until the transaction ends: whoever changes keys of a variant takes this lock first
 * @throws 404
 */
export async function requireLiveVariant(db: Db, id: number, { lock = false } = {}): Promise<repo.VariantRow> {
  const row = await repo.findLiveVariant(db, id, { lock })
  if (row === undefined) throw notFound('Variant')
  return row
}

/**
 * Proves that there is or was such a variant, whose keys can be listed still.
 * @throws 404
 */
export async function requireKnownVariant(db: Db, id: number): Promise<void> {
  if ((await repo.findVariant(db, id)) === undefined) throw notFound('Variant')
}

/** What a variant and its product are called, deleted ones too. */
export interface NamedVariant {
  readonly id: number
  readonly name: string
  /** ISO 8601 in UTC; null while it is there. */
  readonly deleted_at: string | null
  readonly product: { readonly id: number; readonly name: string; readonly isDeleted: boolean }
}

export async function listNamedVariants(db: Db, ids: readonly number[]): Promise<NamedVariant[]> {
  const rows = await repo.listNames(db, ids)
  const products = await listNamedProducts(db, [...new Set(rows.map((row) => row.product_id))])
  const byId = new Map(products.map((product) => [product.id, product]))
  return rows.map(({ product_id, ...variant }) => {
    const { name, deleted_at } = byId.get(product_id)!
    return { ...variant, product: { id: product_id, name, isDeleted: deleted_at !== null } }
  })
}

/** The variants of a product, deleted ones too. */
export const listVariantNames = repo.listNamesOf

/** How many keys of a variant are for sale, none if it is deleted; undefined if there never was such a variant. */
export async function findStock(db: Db, id: number): Promise<{ product_id: number; variant_id: number; available: number } | undefined> {
  const row = await repo.findVariant(db, id)
  return row && { product_id: row.product_id, variant_id: id, available: row.deleted_at === null ? row.stock : 0 }
}

/**
 * Variants that a storefront may sell: no drafts, and neither they nor their products are deleted or unlisted.
 * @param lock keeps their stock as it is until the transaction ends
 */
export async function listForSale(db: Db, ids: readonly number[], { lock }: { readonly lock: boolean }): Promise<repo.SaleVariant[]> {
  if (lock) await repo.lockVariants(db, ids)
  // Read after locking: on PostgreSQL a statement sees what was committed before it began.
  return repo.listForSale(db, ids)
}

/** Locks variants, deleted ones too, and answers by id how often their stock has changed. */
export const lockStock = async (tx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, repo.LockedStock>> =>
  new Map((await repo.lockStock(tx, ids)).map((row) => [row.id, row]))

/**
 * Waits for the purchases of some products that are under way, and keeps others waiting until the transaction ends: for pausing sales. Before
 * the products are locked, as a purchase does.
 */
export const holdSales = repo.lockVariantsOfProducts

/** Counts keys that an order took or gave back: one numbered change of the stock. The variant keeps its version. */
export const changeStock = repo.changeStock

/**
 * Counts keys that a person added or took out: one numbered change of the stock, and a new version. Answers the stock after it.
 * @param variant read after its row was locked
 */
export async function editStock(tx: Db, { id, stock, stock_changes, version }: repo.VariantRow, by: number): Promise<number> {
  const row = await repo.updateVariant(tx, id, { stock: stock + by, stock_changes: stock_changes + 1, version: version + 1 })
  return row.stock
}

/** Variants that can be sold or could again, by id: neither drafts nor deleted. */
export const listStockedVariants = repo.listStockedVariants

export const findStockedVariant = repo.findStockedVariant

/** Those of them that have stock. */
export const listIdsInStock = repo.listIdsInStock

/** @param since when the stock was found to be low, ISO 8601 in UTC; null if it is fine */
export async function setLowSince(tx: Db, id: number, since: string | null): Promise<void> {
  await repo.updateVariant(tx, id, { low_since: since })
}

/**
 * What a save of a variant may change, without its keys, by the names of the history.
 * @throws 404
 */
export async function readVariantFields(
  deps: Deps,
  id: number,
): Promise<Pick<Variant, 'name' | 'price'> & { max_per_order: number; low_stock_threshold: number | null }> {
  const { name, price_cents, max_per_order, low_stock_threshold } = await requireLiveVariant(deps.db, id)
  return { name, price: centsToDollars(price_cents), max_per_order, low_stock_threshold }
}

/** A variant without the values of its keys. */
export const withoutKeys = ({ keys: _, keys_seen: __, ...variant }: Variant): Omit<Variant, 'keys' | 'keys_seen'> => variant

export const toSummary = ({ id, product_id, name, price_cents, stock, version, is_draft }: repo.SummaryRow) => ({
  ...{ id, product_id, name, price: centsToDollars(price_cents), stock, version },
  ...(is_draft === 1 && { is_draft: true }),
})

/** What is false or unknown is left out: a list of products has thousands of variants. */
function toSummaryWithRunway(row: repo.SummaryRow, demand = noDemand): VariantSummary {
  if (row.is_draft === 1) return toSummary(row)
  const { days_left, is_low } = runwayOf(row.stock, demand, row.low_stock_threshold)
  return { ...toSummary(row), ...(is_low && { is_low }), ...(days_left !== null && { days_left }) }
}

/**
 * The count is that of the keys beside it, which a sale between two reads may have changed.
 * @param to the newest change of the stock after the keys were read
 */
export const toVariant = (row: repo.VariantRow, keys: LicenseKey[], to = row.stock_changes): Variant => ({
  ...{ ...toSummary(row), max_per_order: row.max_per_order, low_stock_threshold: row.low_stock_threshold },
  ...{ stock: keys.length, keys },
  keys_seen: writeKeysSeen(row.id, { from: row.stock_changes, to }),
})
