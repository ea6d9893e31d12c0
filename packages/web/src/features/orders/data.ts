import {
  type ActivityAction,
  type CompleteInput,
  type KeyLookupInput,
  type Order,
  type OrderDetails,
  type TimelineEntry,
  orders,
} from '@keydesk/contract'
import {
  type InfiniteData,
  type QueryClient,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { useFoundAnswer } from '../../api/found-answer.ts'
import { hasFewPages } from '../../api/list-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { inZone } from '../../kit/text/format.ts'
import { useAuth } from '../../session/session-provider.tsx'
import type { OrderFilters } from './filters.ts'

interface OrdersPage {
  readonly data: readonly Order[]
  readonly meta?: { readonly next_cursor: string | null; readonly total?: number }
}

/** The newest orders, page by page. A host without pages answers its whole list as the first page. */
export const ordersQuery = (api: Api, filters: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.orderList(filters),
    queryFn: ({ pageParam, signal }): Promise<OrdersPage> =>
      api(orders.list, { query: { ...inZone(filters), cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta?.next_cursor ?? undefined,
    select: joinPages,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: hasFewPages,
  })

const joinPages = ({ pages }: InfiniteData<OrdersPage>) => ({
  orders: pages.flatMap((page) => page.data),
  /** The number of orders on the server, if the host counts them. */
  total: pages.at(-1)?.meta?.total,
  /** False for a host that answers its whole list at once: it is not polled for new orders. */
  hasPages: pages.at(-1)?.meta !== undefined,
})

/** The most new orders that are counted, and how often they are polled. */
export const newestLimit = 20
const newestMs = 30_000

/** The ids of the newest orders; empty at first, because the list was just fetched. */
export const newestOrdersQuery = (api: Api, filters: OrderFilters) =>
  queryOptions({
    queryKey: queryKeys.newestOrders(filters),
    queryFn: async ({ signal }) => {
      const { data } = await api(orders.list, { query: { ...inZone(filters), limit: newestLimit } }, { signal })
      // Past orders of another shop have new ids, but are no news.
      return data.flatMap(({ id, is_imported }) => (is_imported === true ? [] : [id]))
    },
    initialData: [],
    staleTime: newestMs,
    refetchInterval: newestMs,
    // The title of a tab in the background counts them.
    refetchIntervalInBackground: true,
  })

/** The newest completed orders with a coupon. */
export const couponOrdersQuery = (api: Api, coupon: number) => {
  const query = { coupon_id: coupon, status: 'completed', limit: 5 } as const
  return queryOptions({
    queryKey: queryKeys.newestOrders(query),
    queryFn: async ({ signal }) => (await api(orders.list, { query }, { signal })).data,
  })
}

export const orderQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: queryKeys.order(id),
    queryFn: async ({ signal }) => (await api(orders.find, { params: { id } }, { signal })).data,
  })

/** The history of a key by its value or id; null if there is no such key. Sent by POST, because the value is a secret that must not be in an address. */
export const keyHistoryQuery = (api: Api, wanted: KeyLookupInput) =>
  queryOptions({
    queryKey: queryKeys.keyHistory(wanted),
    queryFn: async ({ signal }) => (await import('./key-history/look-up-key.ts')).lookUpKey(api, wanted, signal),
    // Just long enough for the screen to show the result of the search.
    staleTime: 5_000,
    gcTime: 10_000,
    retry: false,
  })

/** Stores the order that a change answered. */
export function storeOrder(queries: QueryClient, answer: { readonly data: OrderDetails } | undefined): void {
  if (answer !== undefined) queries.setQueryData(queryKeys.order(answer.data.id), answer.data)
}

/** Reveals the key values. They are never cached and are dropped with the drawer. */
export function useRevealKeys(id: number) {
  const api = useApi()
  return useAction({
    run: async () => (await api(orders.revealKeys, { params: { id } }))?.data ?? [],
    success: null,
    failure: { serverOr: 'Failed to reveal keys' },
    refresh: queryKeys.order(id),
  })
}

/** Fetches an order again. Undefined unless this person has done this since `before`, by its timeline. */
export function useFindStep() {
  const api = useApi()
  const queries = useQueryClient()
  const actor = useAuth().user?.username
  return async (before: OrderDetails, action: ActivityAction, isWanted = (_: TimelineEntry) => true) => {
    const data = await queries.fetchQuery({ ...orderQuery(api, before.id), staleTime: 0 })
    const known = new Set(before.timeline.map(({ id }) => id))
    const isFound = data.timeline.some((step) => !known.has(step.id) && step.action === action && step.actor === actor && isWanted(step))
    return isFound ? { data } : undefined
  }
}

export function useCancelOrder(order: OrderDetails) {
  const api = useApi()
  const queries = useQueryClient()
  const findStep = useFindStep()
  const cancel = useFoundAnswer({
    make: () => api(orders.cancel, { params: { id: order.id } }),
    find: (_: void, before) => findStep(before, 'order.cancelled'),
    shown: order,
  })
  return useAction({
    run: async () => storeOrder(queries, await cancel()),
    success: 'Order cancelled successfully',
    failure: { serverOr: 'Failed to cancel order' },
    refresh: queryKeys.everything,
  })
}

/** Rejects with the server's message, which the form shows. */
export function useCompleteOrder(order: OrderDetails) {
  const api = useApi()
  const queries = useQueryClient()
  const findStep = useFindStep()
  const complete = useFoundAnswer({
    make: (body: CompleteInput) => api(orders.complete, { params: { id: order.id }, body }),
    find: async ({ reason, payment_reference }, before) => {
      const found = await findStep(before, 'order.completed')
      // Otherwise the server refuses what was typed since: the order is completed without it.
      const isSame = (typed: string | null | undefined, stored: string | null | undefined) => typed?.trim() === stored
      const hasReference = !payment_reference || isSame(payment_reference, found?.data.payment_reference)
      return hasReference && isSame(reason, found?.data.completion_reason) ? found : undefined
    },
    shown: order,
  })
  return useMutation({
    mutationFn: async (body: CompleteInput) => storeOrder(queries, await complete(body)),
    onSuccess: () => toast.success('Order completed successfully'),
    // After a failure too: somebody else may have been first.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.everything }),
  }).mutateAsync
}
