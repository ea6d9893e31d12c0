import { type NewProduct, type Product, type ProductInput, product, products } from '@keydesk/contract'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { orStale, currentOrFetch } from '../../api/stale.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { useIsOwnHost } from '../../session/session-provider.tsx'
import { useUndoDeletion } from '../history/parts.tsx'

export const productsQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.products, queryFn: async ({ signal }) => (await api(products.list, {}, { signal })).data })

export const productQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: queryKeys.product(id),
    queryFn: async ({ signal }) => (await api(products.find, { params: { id } }, { signal })).data,
  })

/** Refetches what a change of a product touches besides the product itself. */
export async function refreshProductLists(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: queryKeys.runway })
  await queries.invalidateQueries({ queryKey: queryKeys.products, exact: true })
}

/** Stores a new product for its page, and refetches the lists. Undefined if the host sends none. */
export async function storeNewProduct(queries: QueryClient, added: Product | undefined): Promise<void> {
  if (added !== undefined) queries.setQueryData(queryKeys.product(added.id), added)
  await refreshProductLists(queries)
}

/** A failure shows nothing on screen. Returns the id of the new product if the host sends it. */
export function useCreateProduct() {
  const api = useApi()
  const queries = useQueryClient()
  const isOwnHost = useIsOwnHost()
  return useAction({
    run: async (body: NewProduct) => {
      const answer = await api(products.create, { body })
      await storeNewProduct(queries, isOwnHost ? answer?.data : undefined)
      return answer?.data.id
    },
    success: null,
    failure: null,
    refresh: null,
  })
}

interface Save {
  readonly body: ProductInput
  /** Called before the caches change, with the new version if the host has versions. */
  readonly onSaved: (version: number | undefined) => void
}

export function useUpdateProduct(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const isOwnHost = useIsOwnHost()
  const storedNow = currentOrFetch(product, async () => (await api(products.find, { params: { id } })).data)
  return useAction({
    run: async ({ body, onSaved }: Save) => {
      const answer = await orStale(api(products.update, { params: { id }, body }), storedNow)
      onSaved(answer?.data.version)
      // A foreign host may answer with anything, so there everything is refetched.
      if (!isOwnHost || answer === undefined) return queries.invalidateQueries({ queryKey: queryKeys.products })
      const { queryKey } = productQuery(api, id)
      // The answer of a fetch in flight would be older than the save.
      await queries.cancelQueries({ queryKey, exact: true })
      queries.setQueryData(queryKey, answer.data)
      void queries.invalidateQueries({ queryKey: queryKeys.history('product', id) })
      return refreshProductLists(queries)
    },
    success: 'Product updated successfully',
    failure: 'Failed to update product',
    refresh: null,
  })
}

export function useRemoveProduct(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const undo = useUndoDeletion('product')
  return useAction({
    run: async () => {
      await api(products.remove, { params: { id } })
      // The product itself is still on screen: a refetch would not find it.
      await refreshProductLists(queries)
    },
    success: 'Product deleted successfully',
    failure: 'Failed to delete product',
    refresh: null,
    undo: undo && (() => undo({ id })),
  })
}
