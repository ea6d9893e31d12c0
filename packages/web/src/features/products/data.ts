import { type Product, products } from '@keydesk/contract'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { isAnswerLost, isNotFound } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useIsOwnHost } from '../../session/session-provider.tsx'

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

/**
 * Makes a product, stores it for its page, and refetches the lists. If the answer is lost, a product of that name that was not listed before is the
 * new one: a second try would make another. Undefined if the host sends none.
 */
export function useMakeProduct() {
  const api = useApi()
  const queries = useQueryClient()
  const isOwnHost = useIsOwnHost()
  return async (name: string, create: () => Promise<{ readonly data: Product } | undefined>): Promise<Product | undefined> => {
    const before = await queries.ensureQueryData(productsQuery(api)).catch(() => undefined)
    try {
      const made = (await create())?.data
      if (isOwnHost && made !== undefined) queries.setQueryData(queryKeys.product(made.id), made)
      await refreshProductLists(queries)
      return made
    } catch (error) {
      if (before === undefined || !isAnswerLost(error)) throw error
      const now = await queries.fetchQuery({ ...productsQuery(api), staleTime: 0 }).catch(() => before)
      const found = now.find((product) => product.name === name && before.every(({ id }) => id !== product.id))
      if (found === undefined) throw error
      return found
    }
  }
}
