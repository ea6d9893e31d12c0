import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { findLiveListing, findLiveProductName, listNames } from './product-lookup.repo.ts'

/**
 * Proves that a product exists and is not deleted, and answers its name. A module of its own: products use media and variants, which ask
 * here.
 * @param lock keeps the product from being deleted until the transaction ends
 * @throws 404
 */
export async function requireLiveProduct(db: Db, id: number, { lock = false } = {}): Promise<string> {
  const name = await findLiveProductName(db, id, { lock })
  if (name === undefined) throw notFound('Product')
  return name
}

/** What strangers may know of a product; undefined when it is deleted. */
export async function findListing(db: Db, id: number): Promise<{ name: string; isUnlisted: boolean } | undefined> {
  const row = await findLiveListing(db, id)
  return row && { name: row.name, isUnlisted: row.unlisted === 1 }
}

/** Names by id; a deleted product keeps its name as long as its row. */
export async function listProductNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return new Map((ids.length === 0 ? [] : await listNames(db, ids)).map(({ id, name }) => [id, name]))
}
