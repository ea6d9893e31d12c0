import { bulk, prices, products, store } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { hasKeys, requireMayWriteKeys } from '../keys/keys.service.ts'
import { changeProducts, undoChange } from './bulk-changes.service.ts'
import { createProduct, listProducts, listStoreProducts, requireProduct, requirePublicProduct, updateProduct } from './catalogue.service.ts'
import { removeProduct } from './deleted-products.service.ts'
import { duplicateProduct } from './duplicates.service.ts'
import { changePrices, previewPrices } from './price-changes.service.ts'

export function catalogueRoutes(bind: Bind, deps: Deps): void {
  bind(products.list, async () => ({ data: await listProducts(deps) }), { isCached: true, isExact: true })
  bind(store.products, async () => ({ data: await listStoreProducts(deps) }), { isCached: true, isExact: true })
  bind(products.create, async ({ body }, { caller }) => {
    if (body.variants.some(({ keys }) => hasKeys(keys))) requireMayWriteKeys(caller)
    return { data: await createProduct(deps, caller.actor, body) }
  })
  bind(
    products.duplicate,
    async ({ params, body }, { caller }) => ({ data: await duplicateProduct(deps, caller.actor, params.id, body.name) }),
    { isLong: true },
  )
  bind(products.find, async ({ params }, { caller }) => ({
    data: await (caller !== null && caller.permissions.includes('products:read') ? requireProduct : requirePublicProduct)(deps, params.id),
  }))
  bind(products.update, async ({ params, body }, { caller }) => ({ data: await updateProduct(deps, caller.actor, params.id, body) }))
  bind(bulk.change, async ({ body }, { caller }) => ({ data: await changeProducts(deps, caller.actor, body) }))
  bind(bulk.undo, async ({ body }, { caller }) => ({ data: await undoChange(deps, caller.actor, body.undo_token) }), { isLong: true })
  bind(
    prices.change,
    async ({ query, body }, { caller }) =>
      query.dry_run ? { data: await previewPrices(deps, body) } : changePrices(deps, caller.actor, body),
    { isLong: true },
  )
  bind(
    products.remove,
    async ({ params }, { caller }) => {
      await removeProduct(deps, caller.actor, params.id)
      return { data: null }
    },
    { isLong: true },
  )
}
