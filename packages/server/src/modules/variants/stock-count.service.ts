import type { Db } from '../../db/schema.ts'
import * as repo from './variants.repo.ts'

/** How many keys of a variant are for sale, none if it is deleted; undefined if there never was such a variant. */
export async function findStock(db: Db, id: number): Promise<{ product_id: number; variant_id: number; available: number } | undefined> {
  const row = await repo.findStock(db, id)
  return row && { product_id: row.product_id, variant_id: id, available: row.deleted_at === null ? row.stock : 0 }
}
