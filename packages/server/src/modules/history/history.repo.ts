import { idRows } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'

/** Products by id, deleted ones too. */
export const listProducts = (db: Db, ids: readonly number[]) =>
  db.selectFrom('product').select(['id', 'name', 'deleted_at']).where('id', 'in', idRows(db, ids)).execute()

/** Variants by id with their products, deleted ones too. */
export const listVariants = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.name', 'variant.deleted_at'])
    .select(['product.id as product_id', 'product.name as product_name', 'product.deleted_at as product_deleted_at'])
    .where('variant.id', 'in', idRows(db, ids))
    .execute()
