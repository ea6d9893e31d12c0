import { products } from '@keydesk/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { isNotFound } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'

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

/** A deletion. What somebody else has deleted already counts as deleted. */
export async function orDeleted(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}
