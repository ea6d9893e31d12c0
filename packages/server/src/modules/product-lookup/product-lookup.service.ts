import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import * as repo from './product-lookup.repo.ts'

/**
 * Proves that a product exists and is not deleted, and answers its name. A module of its own, because products uses media and variants,
 * which need this.
 * @param lock keeps the product from being deleted until the transaction ends
 * @throws 404
 */
export async function requireLiveProduct(db: Db, id: number, { lock = false } = {}): Promise<string> {
  const name = await repo.findLiveProductName(db, id, { lock })
  if (name === undefined) throw notFound('Product')
  return name
}

/** The public fields of a product; undefined if it is deleted. */
export async function findListing(db: Db, id: number): Promise<{ name: string; isUnlisted: boolean } | undefined> {
  const row = await repo.findLiveListing(db, id)
  return row && { name: row.name, isUnlisted: row.unlisted === 1 }
}

/** What some products are called of which strangers may know, newest product first. */
export const listNamesOfListed = async (db: Db, ids: readonly number[]): Promise<string[]> =>
  (await repo.listNamesOfListed(db, ids)).map((row) => row.name)

/** Names by id; a deleted product keeps its name as long as its row. */
export async function listProductNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map((ids.length === 0 ? [] : await repo.listNames(db, ids)).map(({ id, name }) => [id, name]))
}

/** Every product, newest first, deleted ones too. */
export const listAllProducts = async (db: Db): Promise<{ id: number; name: string; is_deleted: boolean }[]> =>
  (await repo.listAllProducts(db)).map(({ id, name, deleted_at }) => ({ id, name, is_deleted: deleted_at !== null }))
