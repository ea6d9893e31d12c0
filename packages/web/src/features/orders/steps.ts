import type { Order } from '@keydesk/contract'
import { useEffect, useRef } from 'react'
import type { DrawerSteps } from '../../kit/overlay/drawer.tsx'

interface OrderList {
  readonly hasNextPage: boolean
  readonly fetchNextPage: (options: {
    readonly cancelRefetch: boolean
  }) => Promise<{ readonly data?: { readonly orders: readonly Order[] } }>
}

interface OpenOrder {
  readonly order: number | null
  readonly openOrder: (id: number) => void
}

/** The steps of the drawer through the orders of the list as shown. After the last one the next page is fetched. */
export function useOrderSteps(shown: readonly Order[] = [], list: OrderList, { order, openOrder }: OpenOrder): DrawerSteps {
  // Ahead of the address while keys are pressed quickly.
  const open = useRef(order)
  useEffect(() => void (open.current = order), [order])

  const step = async (by: 1 | -1) => {
    const from = open.current
    const to = shown.findIndex(({ id }) => id === from) + by
    if (to < 0) return
    const next = shown[to] ?? (await list.fetchNextPage({ cancelRefetch: false })).data?.orders[to]
    // The drawer may have been closed meanwhile.
    if (next === undefined || open.current !== from) return
    open.current = next.id
    openOrder(next.id)
  }

  const at = shown.findIndex(({ id }) => id === order)
  return {
    noun: 'order',
    previous: at > 0 ? () => void step(-1) : undefined,
    next: at !== -1 && (at < shown.length - 1 || list.hasNextPage) ? () => void step(1) : undefined,
  }
}
