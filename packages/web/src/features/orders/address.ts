import type { OrderState } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useSearchText, useSetSearchParams } from '../../kit/search-params.ts'
import { type OrderFilters, keyHistoryQuery } from './data.ts'

interface OrdersSearch {
  readonly q?: string | undefined
  readonly status?: OrderState | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly coupon?: number | undefined
}

/** What to ask the server for, of an address. */
export const filtersOf = ({ q, status, from, to, coupon }: OrdersSearch): OrderFilters => ({
  ...(q && { q }),
  ...(status && { status }),
  ...(from && { from }),
  ...(to && { to }),
  ...(coupon && { coupon_id: coupon }),
})

const noFilters: OrdersSearch = { q: undefined, status: undefined, from: undefined, to: undefined, coupon: undefined }

const route = getRouteApi('/frame/purchases/orders')

/** A text that was looked up before it went into the address, and did not go there. */
type LookedUp = { readonly text: string } & (
  | { readonly is: 'key' }
  /** Nobody could tell whether it is a key. */
  | { readonly is: 'unknown'; readonly error: unknown; readonly isTrying: boolean }
)

/** What the screen shows, as the address says: `?q=ann&status=pending&from=2026-01-01&order=12`. A key that was searched stays out of it. */
export function useOrderAddress() {
  const search = route.useSearch()
  const change = useSetSearchParams()
  const api = useApi()
  const queries = useQueryClient()
  const [lookedUp, setLookedUp] = useState<LookedUp | null>(null)
  const isNoKey = async (text: string, isOver: () => boolean) => {
    try {
      const history = await queries.fetchQuery(keyHistoryQuery(api, { value: text }))
      if (!isOver()) setLookedUp(history === null ? null : { is: 'key', text })
      return history === null
    } catch (error) {
      // It may be a key, so it does not go into the address.
      if (!isOver()) {
        setLookedUp({ is: 'unknown', text, error, isTrying: false })
        toast.error('The search failed. Try again.')
      }
      return false
    }
  }
  const [typed, setTyped] = useSearchText({ mayShow: isNoKey })
  const searched = useRef('')
  useEffect(() => void (searched.current = typed.trim()), [typed])
  const filters = filtersOf(search)
  // What was found about another text says nothing about the one that is searched now.
  const found = lookedUp?.text === typed.trim() ? lookedUp : null
  const key = found?.is === 'key' ? found.text : null
  const failure = found?.is === 'unknown' ? found : null
  return {
    filters,
    /** The value of a known key that was searched. */
    key,
    /** Why what is searched could not be looked up: then nothing was found, and nothing was looked for. */
    failure,
    searchAgain: async () => {
      if (failure === null) return
      const { text } = failure
      setLookedUp({ ...failure, isTrying: true })
      if (await isNoKey(text, () => searched.current !== text)) void change({ q: text })
    },
    isFiltered: found !== null || Object.keys(filters).length > 0,
    /** The text of the search field, which is ahead of the address while somebody types. */
    typed,
    setTyped,
    change: (changes: OrdersSearch) => void change(changes),
    clear: () => {
      setTyped('')
      void change(noFilters)
    },
    order: search.order ?? null,
    closeOrder: () => void change({ order: undefined }),
  }
}
