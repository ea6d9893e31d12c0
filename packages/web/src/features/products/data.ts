import { type NewProduct, type ProductInput, product, products } from '@keydesk/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { orStale, currentOrFetch } from '../../api/stale.ts'
import { useAction } from '../../kit/feedback/use-action.ts'
import { useUndoDeletion } from '../history/parts.tsx'

export const productsQuery = (api: Api) =>
  queryOptions({ queryKey: queryKeys.products, queryFn: async ({ signal }) => (await api(products.list, {}, { signal })).data })

export const productQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: queryKeys.product(id),
    queryFn: async ({ signal }) => (await api(products.find, { params: { id } }, { signal })).data,
  })

/** Adding fails without a word on screen. Answers the new product's id where the host tells it. */
export function useCreateProduct() {
  const api = useApi()
  return useAction({
    run: async (body: NewProduct) => (await api(products.create, { body }))?.data.id,
    success: null,
    failure: null,
    refresh: queryKeys.products,
  })
}

interface Save {
  readonly body: ProductInput
  /** Told before the list and the product are fetched afresh, with the new version where the host has any. */
  readonly onSaved: (version: number | undefined) => void
}

export function useUpdateProduct(id: number) {
  const api = useApi()
  const storedNow = currentOrFetch(product, async () => (await api(products.find, { params: { id } })).data)
  return useAction({
    run: async ({ body, onSaved }: Save) => {
      const answer = await orStale(api(products.update, { params: { id }, body }), storedNow)
      onSaved(answer?.data.version)
    },
    success: 'Product updated successfully',
    failure: 'Failed to update product',
    refresh: queryKeys.products,
  })
}

export function useRemoveProduct(id: number) {
  const api = useApi()
  const queries = useQueryClient()
  const undo = useUndoDeletion('product')
  return useAction({
    run: async () => {
      await api(products.remove, { params: { id } })
      // Not the product itself: it is still on screen, and asking for it again would find nothing.
      void queries.invalidateQueries({ queryKey: queryKeys.runway })
      await queries.invalidateQueries({ queryKey: queryKeys.products, exact: true })
    },
    success: 'Product deleted successfully',
    failure: 'Failed to delete product',
    refresh: null,
    undo: undo && (() => undo({ id })),
  })
}
