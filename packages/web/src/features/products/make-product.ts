import type { Product } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { isAnswerLost } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useIsOwnHost } from '../../session/session-provider.tsx'
import { productsQuery, refreshProductLists } from './data.ts'

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
