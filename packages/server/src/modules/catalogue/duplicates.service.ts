import { centsToDollars, type Product } from '@keydesk/contract'
import type { Actor } from '../../actor.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { addCopies, copyFiles, namesOf } from '../media/copy-media.service.ts'
import { deleteUnused } from '../media/unused-files.service.ts'
import { insertProduct, requireStoredProduct } from '../products/products.service.ts'
import { addVariant } from '../variants/variant-saving.service.ts'
import { listRowsOf } from '../variants/variants.service.ts'
import { viewProduct } from './catalogue.service.ts'

/**
 * Creates an unlisted copy of a product with its variants and media (docs/reference/products.md, A duplicate).
 * @throws 404
 */
export async function duplicateProduct(deps: Deps, actor: Actor, id: number, name: string): Promise<Product> {
  // Checked again in the transaction. Checking first avoids useless copies.
  await requireStoredProduct(deps.db, id)
  const copied = await copyFiles(deps, id)
  let unused = namesOf(copied)
  try {
    return await transact(deps.db, async (tx) => {
      const original = await requireStoredProduct(tx, id, { lock: true })
      const at = deps.now()
      const stored = await insertProduct(tx, actor, at, { ...original.fields, name, unlisted: true }, original.fields.name)
      for (const { name: variantName, price_cents, max_per_order, low_stock_threshold, is_draft } of await listRowsOf(tx, id)) {
        const terms = { product_id: stored.id, name: variantName, price: centsToDollars(price_cents), keys: [], max_per_order }
        await addVariant(tx, actor, at, terms, { mayBeDraft: is_draft === 1, isPartOfProduct: true, low_stock_threshold })
      }
      unused = await addCopies(tx, at, copied, { from: id, to: stored.id })
      return viewProduct(deps, tx, stored)
    })
  } catch (error) {
    unused = namesOf(copied)
    throw error
  } finally {
    await deleteUnused(deps, unused)
  }
}
