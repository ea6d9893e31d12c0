import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { cannotRestore, notFound } from '../../errors.ts'
import { recordActivity } from '../activity/activity.service.ts'
import * as repo from './products.repo.ts'
import { newProductFields } from './products.rules.ts'

export type { StoredProduct } from './products.repo.ts'
export type { ProductFields } from './products.rules.ts'

/** Products by themselves. What joins them with their variants and media is in the module `catalogue`. */

/**
 * Proves that a product exists and is not deleted, and answers its name.
 * @param lock keeps the product from being deleted until the transaction ends
 * @throws 404
 */
export async function requireLiveProduct(db: Db, id: number, { lock = false } = {}): Promise<string> {
  const name = await repo.findLiveName(db, id, { lock })
  if (name === undefined) throw notFound('Product')
  return name
}

/** The public fields of a product; undefined if it is deleted. */
export async function findListing(db: Db, id: number): Promise<{ name: string; isUnlisted: boolean } | undefined> {
  const row = await repo.findLiveListing(db, id)
  return row && { name: row.name, isUnlisted: row.unlisted === 1 }
}

/** The names of those products that strangers may know of, newest product first. */
export const listNamesOfListed = async (db: Db, ids: readonly number[]): Promise<string[]> =>
  (await repo.listNamesOfListed(db, ids)).map((row) => row.name)

/** What products are called, deleted ones too. */
export const listNamedProducts = async (db: Db, ids: readonly number[]): Promise<repo.NamedProduct[]> =>
  ids.length === 0 ? [] : repo.listNames(db, ids)

/** Names by id; a deleted product keeps its name as long as its row. */
export const listProductNames = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  new Map((await listNamedProducts(db, ids)).map(({ id, name }) => [id, name]))

/** Every product, newest first, deleted ones too. */
export const listAllProducts = async (db: Db): Promise<{ id: number; name: string; is_deleted: boolean }[]> =>
  (await repo.listAllNames(db)).map(({ id, name, deleted_at }) => ({ id, name, is_deleted: deleted_at !== null }))

/** The ids that are products. None of these can be deleted until the transaction ends. */
export const lockLiveIds = repo.lockLiveIds

/** Every product that is not deleted, newest first. */
export const listStoredProducts = repo.listLiveProducts

/**
 * @param lock keeps its row as it is until the transaction ends
 * @throws 404
 */
export async function requireStoredProduct(db: Db, id: number, { lock = false } = {}): Promise<repo.StoredProduct> {
  const stored = await repo.findLiveProduct(db, id, { lock })
  if (stored === undefined) throw notFound('Product')
  return stored
}

/** Those of some products that are not deleted, locked in the order of their ids. */
export const lockLiveProducts = repo.lockLiveProducts

/** Makes a product without variants. */
export async function insertProduct(tx: Db, actor: Actor, at: Date, name: string, description: string): Promise<repo.StoredProduct> {
  const stored = await repo.insertProduct(tx, newProductFields(name, description), at.toISOString())
  const changes = { name: { before: null, after: name }, description: { before: null, after: description } }
  await recordActivity(tx, { actor, action: 'product.created', subject: { kind: 'product', id: stored.id, name }, changes, at })
  return stored
}

/** Sets the same on several products, of which the caller has locked the rows, and nothing else of them. */
export const setOnProducts = repo.setOnProducts

/** Hides a product that is being deleted, and whose row is locked. */
export async function hideProduct(tx: Db, actor: Actor, at: Date, { id, fields: { name } }: repo.StoredProduct): Promise<void> {
  await repo.hideProduct(tx, id, at.toISOString())
  const changes = { name: { before: name, after: null } }
  await recordActivity(tx, { actor, action: 'product.deleted', subject: { kind: 'product', id, name }, changes, at })
}

/**
 * A deleted product, which stays as it is until the transaction ends.
 * @throws 409 `cannot_restore` for one that is not deleted any more
 */
export async function requireDeletedProduct(tx: Db, id: number): Promise<repo.StoredProduct> {
  const stored = await repo.lockDeletedProduct(tx, id)
  if (stored === undefined) throw cannotRestore('This product is not deleted any more')
  return stored
}

/** Shows such a product again, with a new version. */
export async function showProduct(tx: Db, actor: Actor, at: Date, stored: repo.StoredProduct): Promise<repo.StoredProduct> {
  const { id } = stored
  const { name } = stored.fields
  const version = stored.version + 1
  await repo.showProduct(tx, id, version)
  const changes = { name: { before: null, after: name } }
  await recordActivity(tx, { actor, action: 'product.restored', subject: { kind: 'product', id, name }, changes, at })
  return { ...stored, version }
}

/** Products that were deleted before a moment, ISO 8601 in UTC. */
export const listDeletedBefore = repo.listDeletedBefore

/** Whether a product is still one of them, which it stays until the transaction ends. */
export const lockDeletedBefore = async (tx: Db, id: number, moment: string): Promise<boolean> =>
  (await repo.lockDeletedProduct(tx, id, moment)) !== undefined
