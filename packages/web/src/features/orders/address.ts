import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { useCloseOver, useSearchText, useSetSearchParams } from '../../kit/search-params.ts'
import { keyHistoryQuery } from './data.ts'
import { type OrdersSearch, filtersOf } from './filters.ts'

const noFilters: Record<keyof OrdersSearch, undefined> = {
  ...{ q: undefined, status: undefined, from: undefined, to: undefined, coupon: undefined, api_key: undefined },
}

const route = getRouteApi('/frame/purchases/orders')

/** A searched text that was looked up first and stays out of the address. */
type LookedUp = { readonly text: string } & (
  | { readonly is: 'key' }
  /** The lookup failed, so the text may be a key. */
  | { readonly is: 'unknown'; readonly error: unknown; readonly isTrying: boolean }
)

/** The screen's state in the address: `?q=ann&status=pending&from=2026-01-01&order=12`. A searched key stays out of it. */
export function useOrderAddress() {
  const search = route.useSearch()
  const change = useSetSearchParams()
  const closeOver = useCloseOver()
  const api = useApi()
  const queries = useQueryClient()
  const [lookedUp, setLookedUp] = useState<LookedUp | null>(null)
  const isNoKey = async (text: string, isOver: () => boolean) => {
    try {
      const history = await queries.fetchQuery(keyHistoryQuery(api, { value: text }))
      if (!isOver()) setLookedUp(history === null ? null : { is: 'key', text })
      return history === null
    } catch (error) {
      // It may be a key, so it must not go into the address.
      if (!isOver()) {
        setLookedUp({ is: 'unknown', text, error, isTrying: false })
        toast.error('The search failed. Try again.')
      }
      return false
    }
  }
  const [typed, setTyped] = useSearchText({ mayShow: isNoKey })
  /** Null once the screen is left. */
  const searched = useRef<string | null>(null)
  useEffect(() => {
    searched.current = typed.trim()
    return () => void (searched.current = null)
  }, [typed])
  const filters = filtersOf(search)
  // A result for another text says nothing about the current one.
  const found = lookedUp?.text === typed.trim() ? lookedUp : null
  const key = found?.is === 'key' ? found.text : null
  const failure = found?.is === 'unknown' ? found : null
  return {
    filters,
    /** The searched text, if it is a known key. */
    key,
    /** Why the lookup failed. Then nothing was searched. */
    failure,
    searchAgain: async () => {
      if (failure === null) return
      const { text } = failure
      setLookedUp({ ...failure, isTrying: true })
      const isOver = () => searched.current !== text
      if ((await isNoKey(text, isOver)) && !isOver()) void change({ q: text })
    },
    /** The typed text is not in the address yet: first it is looked up whether it is a key. */
    isSearching: found === null && typed.trim() !== (search.q ?? ''),
    isFiltered: found !== null || Object.keys(filters).length > 0,
    /** The text of the search field; it is ahead of the address while somebody types. */
    typed,
    setTyped,
    change: (changes: OrdersSearch) => void change(changes),
    clear: () => {
      setTyped('')
      void change(noFilters)
    },
    order: search.order ?? null,
    /** In place of the open one: Back then leads to what was before the drawer. */
    openOrder: (order: number) => void change({ order }),
    closeOrder: () => closeOver({ order: undefined }),
  }
}
