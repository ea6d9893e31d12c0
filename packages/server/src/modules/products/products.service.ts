import { refillCategoryFields } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { cannotRestore, notFound } from '../../errors.ts'
import { creation, recordActivity } from '../activity/activity.service.ts'
import * as repo from './products.repo.ts'
import type { ProductFields } from './products.rules.ts'

export type { StoredProduct } from './products.repo.ts'
export { newProductFields, type ProductFields } from './products.rules.ts'

/** Products without variants and media. The module `catalogue` joins them. */

/**
 * Checks that a product exists and is not deleted. Returns its name.
 * @param lock prevents its deletion until the transaction ends
 * @throws 404
 */
export async function requireLiveProduct(db: Db, id: number, { lock = false } = {}): Promise<string> {
  const name = await repo.findLiveName(db, id, { lock })
  if (name === undefined) throw notFound('Product')
  return name
}

/** The public fields of a product; undefined if it is deleted. */
export async function findListing(db: Db, id: number): Promise<{ name: string; isUnlisted: boolean; isPaused: boolean } | undefined> {
  const row = await repo.findLiveListing(db, id)
  return row && { name: row.name, isUnlisted: row.unlisted === 1, isPaused: row.sales_paused === 1 }
}

/** Names of publicly visible products, newest product first. */
export const listNamesOfListed = async (db: Db, ids: readonly number[]): Promise<string[]> =>
  (await repo.listNamesOfListed(db, ids)).map((row) => row.name)

/** Names of products, including deleted ones. */
export const listNamedProducts = async (db: Db, ids: readonly number[]): Promise<repo.NamedProduct[]> =>
  ids.length === 0 ? [] : repo.listNames(db, ids)

/** Names by id. A deleted product keeps its name until its row is purged. */
export const listProductNames = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map((await listNamedProducts(db, ids)).map(({ id, name }) => [id, name]))

/** The instructions of products, plain text, by product id, including deleted products. */
export const listInstructions = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map((await repo.listInstructions(db, ids)).map(({ id, instructions }) => [id, instructions]))

/** All products, newest first, including deleted ones. */
export const listAllProducts = async (db: Db): Promise<{ id: number; name: string; is_deleted: boolean }[]> =>
  (await repo.listAllNames(db)).map(({ id, name, deleted_at }) => ({ id, name, is_deleted: deleted_at !== null }))

/** Which of these ids are products that are not deleted. They cannot be deleted until the transaction ends. */
export const lockLiveIds = repo.lockLiveIds

/** Every product that is not deleted, newest first. */
export const listStoredProducts = repo.listLiveProducts

/** Some products, including deleted ones, in the order of their ids. */
export const listStoredProductsOf = repo.listProductsOf

/**
 * @param lock keeps its row unchanged until the transaction ends
 * @throws 404
 */
export async function requireStoredProduct(db: Db, id: number, { lock = false } = {}): Promise<repo.StoredProduct> {
  const stored = await repo.findLiveProduct(db, id, { lock })
  if (stored === undefined) throw notFound('Product')
  return stored
}

/** Which of these products are not deleted, locked in the order of their ids. */
export const lockLiveProducts = repo.lockLiveProducts

/**
 * Makes a product without variants.
 * @param duplicateOf the name of the product whose fields it has
 */
export async function insertProduct(
  tx: Db,
  actor: Actor,
  at: Date,
  fields: ProductFields,
  duplicateOf?: string,
): Promise<repo.StoredProduct> {
  const stored = await repo.insertProduct(tx, fields, at.toISOString())
  const { name, description } = fields
  const changes = creation({ name, description, ...(duplicateOf !== undefined && { duplicate_of: duplicateOf }) })
  await recordActivity(tx, { actor, action: 'product.created', subject: { kind: 'product', id: stored.id, name }, changes, at })
  return stored
}

/** Makes a product of a shop import, without a row of its own in the activity. Returns its id. */
export const insertImportedProduct = (tx: Db, at: Date, fields: ProductFields, shopImportId: number): Promise<number> =>
  repo.insertImportedProduct(tx, refillCategoryFields(fields), at.toISOString(), shopImportId)

/** Products of a shop import with an id above `afterId`. */
export const pageProductsOfImport = repo.pageOfImport

/** Deletes products that nothing but their media refers to. The media go with them; their files do not. */
export const deleteProducts = repo.deleteProducts

/** Sets the same fields on several products whose rows the caller has locked. */
export const setOnProducts = repo.setOnProducts

/** Hides a product that is being deleted and whose row is locked. */
export async function hideProduct(tx: Db, actor: Actor, at: Date, { id, fields: { name } }: repo.StoredProduct): Promise<void> {
  await repo.hideProduct(tx, id, at.toISOString())
  const changes = { name: { before: name, after: null } }
  await recordActivity(tx, { actor, action: 'product.deleted', subject: { kind: 'product', id, name }, changes, at })
}

/**
 * A deleted product, locked until the transaction ends.
 * @throws 409 `cannot_restore` for one that is no longer deleted
 */
export async function requireDeletedProduct(tx: Db, id: number): Promise<repo.StoredProduct> {
  const stored = await repo.lockDeletedProduct(tx, id)
  if (stored === undefined) throw cannotRestore('This product is not deleted any more')
  return stored
}

/** Shows a deleted product again, with a new version. */
export async function showProduct(tx: Db, actor: Actor, at: Date, stored: repo.StoredProduct): Promise<repo.StoredProduct> {
  const { id } = stored
  const { name } = stored.fields
  const version = stored.version + 1
  await repo.showProduct(tx, id, version)
  await recordActivity(tx, { actor, action: 'product.restored', subject: { kind: 'product', id, name }, changes: creation({ name }), at })
  return { ...stored, version }
}

/** Whether a product is still deleted since before the moment. It stays so until the transaction ends. */
export const lockDeletedBefore = async (tx: Db, id: number, moment: string): Promise<boolean> =>
  (await repo.lockDeletedProduct(tx, id, moment)) !== undefined
