import { centsToDollars, limits, runwayOf, type LicenseKey, type Variant, type VariantSummary } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { idsOf } from '../../ids.ts'
import { listAvailableKeys, writeKeysSeen } from '../keys/keys.service.ts'
import { listNamedProducts } from '../products/products.service.ts'
import { findDemand, noDemand } from '../sales/sales.service.ts'
import * as repo from './variants.repo.ts'

export type { LockedStock, SaleVariant, SummaryRow, VariantRow } from './variants.repo.ts'

/** The variants of some products, by product: stock counts and how long the stock lasts, never key values. Two queries. */
export async function listVariantsOf(deps: Deps, db: Db, productIds: readonly number[]): Promise<Map<number, VariantSummary[]>> {
  const rows = await repo.listSummariesOf(db, productIds)
  const demand = await findDemand(db, deps.now(), idsOf(rows))
  const variants = rows.map((row) => toSummaryWithRunway(row, demand.get(row.id)))
  return Map.groupBy(variants, (variant) => variant.product_id)
}

/** The variants that a customer can buy, by product: no drafts, and nothing of how well they sell. */
export async function listOffersOf(db: Db, productIds: readonly number[]): Promise<Map<number, VariantSummary[]>> {
  const rows = await repo.listSummariesOf(db, productIds)
  return Map.groupBy(rows.filter((row) => row.is_draft === 0).map(toSummary), (variant) => variant.product_id)
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
 * Checks that a variant exists and is not deleted.
 * @param lock keeps its row and keys unchanged until the transaction ends: every change of a variant's keys takes this lock first
 * @throws 404
 */
export async function requireLiveVariant(db: Db, id: number, { lock = false } = {}): Promise<repo.VariantRow> {
  const row = await repo.findLiveVariant(db, id, { lock })
  if (row === undefined) throw notFound('Variant')
  return row
}

/**
 * Variants that are not deleted, by id.
 * @param lock keeps their rows and keys unchanged until the transaction ends
 */
export const listLiveVariants = repo.listLiveVariants

/** The variants of a product that are not deleted, in the order of their creation. */
export const listRowsOf = repo.listRowsOf

/**
 * A variant that exists or existed: the keys of a deleted one can still be listed.
 * @throws 404
 */
export async function requireKnownVariant(db: Db, id: number): Promise<repo.VariantRow> {
  const row = await repo.findVariant(db, id)
  if (row === undefined) throw notFound('Variant')
  return row
}

/** The names of a variant and its product, including deleted ones. */
export interface NamedVariant {
  readonly id: number
  readonly name: string
  /** The article number of another shop; empty for none. */
  readonly sku: string
  /** ISO 8601 in UTC. */
  readonly created_at: string
  /** ISO 8601 in UTC; null if not deleted. */
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

/** The variants of a product, including deleted ones. */
export const listVariantNames = repo.listNamesOf

/** How many keys of a variant are for sale, 0 if it is deleted; undefined for an unknown id. */
export async function findStock(db: Db, id: number): Promise<{ product_id: number; variant_id: number; available: number } | undefined> {
  const row = await repo.findVariant(db, id)
  return row && { product_id: row.product_id, variant_id: id, available: row.deleted_at === null ? row.stock : 0 }
}

/**
 * Variants that a storefront may sell: neither drafts nor deleted or unlisted, and the same for their products.
 * @param lock keeps their stock unchanged until the transaction ends
 */
export async function listForSale(db: Db, ids: readonly number[], { lock }: { readonly lock: boolean }): Promise<repo.SaleVariant[]> {
  if (lock) await repo.lockVariants(db, ids)
  // Read after locking: on PostgreSQL a statement sees only what was committed before it began.
  return repo.listForSale(db, ids)
}

/** Locks variants, including deleted ones. Returns by id how often their stock has changed and when they were deleted. */
export const lockStock = async (tx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, repo.LockedStock>> =>
  new Map((await repo.lockStock(tx, ids)).map((row) => [row.id, row]))

/**
 * Waits for running purchases of some products, and blocks new ones until the transaction ends, to pause sales. Call before locking the
 * products, because a purchase locks in that order.
 */
export const holdSales = repo.lockVariantsOfProducts

/** Counts keys that an order took or released, as one numbered change of the stock. The variant's version stays. */
export const changeStock = repo.changeStock

/**
 * Counts keys that a person added or removed, as one numbered change of the stock and a new version. Returns the new stock.
 * @param variant read after its row was locked
 */
export async function editStock(tx: Db, { id, stock, stock_changes, version }: repo.VariantRow, by: number): Promise<number> {
  const row = await repo.updateVariant(tx, id, { stock: stock + by, stock_changes: stock_changes + 1, version: version + 1 })
  return row.stock
}

/** Variants that are for sale or could be again: neither drafts nor deleted. */
export const listStockedVariants = repo.listStockedVariants
/** Whether any key can be bought. */
export const hasStock = repo.hasStock
/** How many variants are neither drafts nor deleted and have no key in stock. */
export const countSoldOut = repo.countSoldOut

/** A variant that is neither a draft nor deleted; undefined for any other. */
export const findStockedVariant = repo.findStockedVariant

/** The ids of variants with stock, without drafts and deleted ones. */
export const listIdsInStock = repo.listIdsInStock

/** @param since when the stock was found to be low, ISO 8601 in UTC; null if it is fine */
export async function setLowSince(tx: Db, id: number, since: string | null): Promise<void> {
  await repo.updateVariant(tx, id, { low_since: since })
}

/**
 * The fields that a save of a variant may change, without its keys, by their names in the history.
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

/** Leaves out fields that are false or unknown, because a list of products has thousands of variants. */
function toSummaryWithRunway(row: repo.SummaryRow, demand = noDemand): VariantSummary {
  if (row.is_draft === 1) return toSummary(row)
  const { days_left, is_low } = runwayOf(row.stock, demand, row.low_stock_threshold)
  return { ...toSummary(row), ...(is_low && { is_low }), ...(days_left !== null && { days_left }) }
}

/**
 * The count is the number of these keys, because a sale may change the stock between the two reads.
 * @param to the newest change of the stock after the keys were read
 */
export const toVariant = (row: repo.VariantRow, keys: LicenseKey[], to = row.stock_changes): Variant => ({
  ...{ ...toSummary(row), max_per_order: row.max_per_order, low_stock_threshold: row.low_stock_threshold },
  ...{ stock: keys.length, keys },
  keys_seen: writeKeysSeen(row.id, { from: row.stock_changes, to }),
})

/** All variants, including deleted ones, with the names by which a file may name them. */
export const listKnownVariants = repo.listNamesForImport

/** The variants of some products, including deleted ones, as stored, in the order of their creation. */
export const listWholeVariants = repo.listWholeVariants

/** A variant of a shop import. */
export interface ImportedVariant {
  readonly name: string
  readonly sku: string
  readonly price_cents: number
  readonly max_per_order?: number
  readonly low_stock_threshold?: number
  readonly is_draft?: boolean
}

/** Adds variants without keys to a product, without rows of their own in the activity. */
export const insertImportedVariants = (
  tx: Db,
  at: Date,
  productId: number,
  variants: readonly ImportedVariant[],
  shopImportId: number,
): Promise<{ id: number; name: string }[]> =>
  repo.insertVariants(
    tx,
    variants.map(({ name, sku, price_cents, max_per_order = limits.maxPerOrder, low_stock_threshold = null, is_draft = false }) => ({
      ...{ product_id: productId, name, sku, price_cents, max_per_order, low_stock_threshold, is_draft: Number(is_draft) },
      ...{ stock: 0, version: 1, created_at: at.toISOString(), shop_import_id: shopImportId },
    })),
  )

/** Variants of a shop import with an id above `afterId`. */
export const pageVariantsOfImport = repo.pageOfImport

/** The ids of every variant of some products, including deleted ones. */
export const listVariantIdsOf = repo.listIdsOf

/** Deletes variants that nothing refers to. */
export const deleteVariants = repo.deleteVariants

/** A variant that is not deleted. With `lock` its row and keys stay unchanged until the transaction ends. */
export const findLiveVariant = repo.findLiveVariant
